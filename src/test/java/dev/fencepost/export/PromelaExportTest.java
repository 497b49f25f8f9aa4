// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fencepost.check.CheckTask;
import dev.fencepost.check.Fencepost;
import dev.fencepost.export.PromelaExport.Form;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.spin.Spin;
import dev.fencepost.spin.SpinRun;
import dev.fencepost.suite.Scenario;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PromelaExportTest {
  private static final String CHICKEN = "library/gc/chicken/chicken.c";

  private static final String WAITS =
      """
      #include <assert.h>
      #include <pthread.h>
      #include <stddef.h>
      #include <fencepost.h>
      int x = 4, divisor = DIVISOR, y;
      static void *other(void *unused) { x = 2; return NULL; }
      int main(void) {
        pthread_t thread;
        pthread_create(&thread, NULL, other, NULL);
        int value = x;
        int by = divisor;
        int ratio = value / by;
        y = ratio;
        assert(ratio == 4 || ratio == 2);
        return 0;
      }
      """;

  private static final String BLOCK =
      """
      #include <assert.h>
      #include <fencepost.h>
      int x;
      int main(void) {
        __VERIFIER_atomic_begin();
        assert(x == 1);
        assume(x == TAKEN - 1);
        __VERIFIER_atomic_end();
        return 0;
      }
      """;

  private static final String LONG = "value = value * 3 + ratio;";
  private static final String LONG_BLOCK = "if (v == 1) v = 2; else v = v * 3 + x;".repeat(100);

  @ParameterizedTest
  @CsvSource({
    "sc, WR, DIRECT, true",
    "tso, WR, UNIFORM, true",
    "tso, WR, DIRECT, true",
    "pso-full, WR, UNIFORM, false",
    "pso-full, WR, DIRECT, false",
    "rmo-no, RW, UNIFORM, false",
    "rmo-full, RW, UNIFORM, true"
  })
  void exportedModelsPassOurOwnPromelaFrontEndWithTheSameVerdict(
      String model, String scenario, Form form, boolean holds) throws InvalidInputException {
    CheckTask task = CheckTask.of(CHICKEN, model).withDefines(new Scenario(scenario).defines());
    String text = PromelaExport.of(task, form, form.usualBound());
    assertThat(Fencepost.checkText("exported.pml", text).run().holds()).isEqualTo(holds);
  }

  /** Values that are not there yet, an error among them, choices and a block, in one program. */
  @ParameterizedTest
  @CsvSource({
    "rmo-no, 0, false",
    "rmo-no, 1, true",
    "rmo-nmca-no, 0, false",
    "rmo-coherent-no, 1, true",
    "tso-coherent, 1, true"
  })
  void whatWaitsForValuesIsExported(String model, int divisor, boolean holds)
      throws InvalidInputException {
    Fencepost check =
        Fencepost.checkText("waits.c", WAITS).model(model).define("DIVISOR", "" + divisor);
    String text = PromelaExport.of(check.task(), Form.UNIFORM, 1);
    assertThat(check.run().holds()).isEqualTo(holds);
    assertThat(Fencepost.checkText("exported.pml", text).run().holds()).isEqualTo(holds);
  }

  /** An assertion in a block counts only where the block can be taken to its end. */
  @ParameterizedTest
  @CsvSource({"0, true", "1, false"})
  void assertionsOfBlocksCountAtTheirEnd(int taken, boolean holds) throws InvalidInputException {
    Fencepost check =
        Fencepost.checkText("block.c", BLOCK).model("tso").define("TAKEN", "" + taken);
    String text = PromelaExport.of(check.task(), Form.UNIFORM, 1);
    assertThat(check.run().holds()).isEqualTo(holds);
    assertThat(Fencepost.checkText("exported.pml", text).run().holds()).isEqualTo(holds);
  }

  /** Local steps that are too long for SPIN are several, which do the same. */
  @ParameterizedTest
  @CsvSource({
    "rmo-no, 0, false",
    "rmo-no, 1, true",
    "rmo-coherent-no, 0, false",
    "rmo-coherent-no, 1, true"
  })
  void longLocalStepsAreWrittenInParts(String model, int divisor, boolean holds)
      throws InvalidInputException {
    String program = WAITS.replace("y = ratio;", "y = ratio;" + LONG.repeat(200));
    Fencepost check =
        Fencepost.checkText("long.c", program).model(model).define("DIVISOR", "" + divisor);
    String text = PromelaExport.of(check.task(), Form.UNIFORM, 1);
    assertThat(text).contains("!halt");
    assertThat(check.run().holds()).isEqualTo(holds);
    assertThat(Fencepost.checkText("exported.pml", text).run().holds()).isEqualTo(holds);
    inSpin(text, holds);
  }

  @ParameterizedTest
  @CsvSource({"0, true", "1, false"})
  void longBlocksAreWrittenInParts(int taken, boolean holds) throws InvalidInputException {
    String program =
        BLOCK.replace("assert(x == 1);", "int v = x;" + LONG_BLOCK + "assert(x == 1);");
    Fencepost check =
        Fencepost.checkText("block.c", program).model("tso").define("TAKEN", "" + taken);
    String text = PromelaExport.of(check.task(), Form.UNIFORM, 1);
    assertThat(text).contains("!halt");
    assertThat(check.run().holds()).isEqualTo(holds);
    assertThat(Fencepost.checkText("exported.pml", text).run().holds()).isEqualTo(holds);
    inSpin(text, holds);
  }

  private static void inSpin(String text, boolean holds) {
    SpinRun.Outcome outcome = holds ? SpinRun.Outcome.HOLDS : SpinRun.Outcome.VIOLATED;
    Spin.find()
        .ifPresent(
            spin ->
                assertThat(spin.run(text, Duration.ofMinutes(1), false).outcome())
                    .isEqualTo(outcome));
  }

  @Test
  void sourceStatementsAreComments() throws InvalidInputException {
    CheckTask task = CheckTask.of(CHICKEN, "tso").withDefines(new Scenario("WR").defines());
    for (Form form : Form.values()) {
      assertThat(PromelaExport.of(task, form, form.usualBound()))
          .contains("/* from_forward = FROM | COPYING; */");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "rmo-no, DIRECT, no model of store buffers",
    "tso-nmca, DIRECT, no model of store buffers",
    "rmo-v9, UNIFORM, speculation"
  })
  void saysWhatHasNoCounterpart(String model, Form form, String reason) {
    CheckTask task = CheckTask.of(CHICKEN, model).withDefines(new Scenario("WR").defines());
    assertThatThrownBy(() -> PromelaExport.of(task, form, form.usualBound()))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining(reason);
  }

  @Test
  void atomicBlocksAreRefusedInTheDirectFormAlone() throws InvalidInputException {
    CheckTask task =
        CheckTask.of("library/gc/baker/baker.c", "tso").withDefines(new Scenario("WR").defines());
    assertThatThrownBy(() -> PromelaExport.of(task, Form.DIRECT, 6))
        .hasMessageContaining("uniform form only");
    String text = PromelaExport.of(task, Form.UNIFORM, 1);
    assertThat(Fencepost.checkText("exported.pml", text).run().holds()).isTrue();
  }
}
