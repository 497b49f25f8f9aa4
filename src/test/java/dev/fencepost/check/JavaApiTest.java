// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fencepost.source.InvalidInputException;
import dev.fencepost.verdict.Verdict;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The Java API, as docs/java-api.md shows it. */
class JavaApiTest {
  private static final String STORE_BUFFERING =
      """
      #include <assert.h>
      #include <pthread.h>
      #include <fencepost.h>
      static int x, y, a, b;
      static void *left(void *unused) { x = 1; FENCE; a = y; return 0; }
      static void *right(void *unused) { y = 1; FENCE; b = x; return 0; }
      int main(void) {
        pthread_t l, r;
        pthread_create(&l, 0, left, 0);
        pthread_create(&r, 0, right, 0);
        pthread_join(l, 0);
        pthread_join(r, 0);
        reachable("both have ended");
        assert(a == 1 || b == 1);
        return 0;
      }
      """;

  private static Fencepost storeBuffering(String fence) {
    return Fencepost.checkText("sb.c", STORE_BUFFERING).define("FENCE", fence);
  }

  @Test
  void aModelOfTheLibraryHoldsInFiveLines() throws Exception {
    Fencepost.check(Path.of("library/gc/chicken/chicken.c"))
        .model("tso")
        .define("SCENARIO", "WR")
        .run()
        .assertHolds()
        .assertReached("copy committed");
  }

  @Test
  void storeBufferingFailsUnderTsoOnlyWithoutFences() throws Exception {
    storeBuffering("").model("sc").run().assertHolds().assertReached("both have ended");
    storeBuffering("").model("tso").run().assertViolated();
    storeBuffering("fence()").model("tso").run().assertHolds();
  }

  @Test
  void aFailedAssertionShowsTheRun() throws Exception {
    CheckResult result = storeBuffering("").model("tso").run();
    assertThatThrownBy(result::assertHolds)
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("sb.c under tso: violated")
        .hasMessageContaining("a = y;");
    assertThatThrownBy(() -> storeBuffering("").model("sc").run().assertViolated())
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("holds");
  }

  @Test
  void limitsEndInInconclusive() throws Exception {
    Verdict verdict =
        Fencepost.check(Path.of("library/gc/sapphire/sapphire.c"))
            .model("tso")
            .define("SCENARIO", "LOOP")
            .define("MUTATORS", "3")
            .states(2000)
            .time(Duration.ofMinutes(1))
            .run()
            .verdict();
    assertThat(verdict).isInstanceOf(Verdict.Inconclusive.class);
    assertThat(verdict.toString()).contains("2,000 states", "--states");
  }

  @Test
  void searchesAgree() throws Exception {
    Fencepost check = Fencepost.check(Path.of("library/gc/stopless/stopless.c")).model("rmo-full");
    long states = check.run().assertHolds().statistics().states();
    assertThat(check.depthFirst().run().assertHolds().statistics().states()).isEqualTo(states);
  }

  @Test
  void showsWhatWasRead() throws Exception {
    CheckResult result = Fencepost.check(Path.of("library/gc/chicken/chicken.c")).run();
    assertThat(result.inputs().getFirst().name()).isEqualTo("library/gc/chicken/chicken.c");
    assertThat(result.inputs()).hasSizeGreaterThan(3);
    assertThat(result.inputs()).allMatch(input -> input.sha256().matches("[0-9a-f]{64}"));
  }

  @Test
  void badInputIsAnException() {
    assertThatThrownBy(() -> storeBuffering("").model("arm").run())
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("unknown memory model 'arm'");
    assertThatThrownBy(() -> Fencepost.checkText("e.c", "int main(void) { return x; }").run())
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("e.c:1:");
  }
}
