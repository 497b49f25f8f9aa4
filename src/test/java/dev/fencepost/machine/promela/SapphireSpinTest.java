// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.promela;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.fencepost.LongTest;
import dev.fencepost.check.CheckListener;
import dev.fencepost.check.CheckTask;
import dev.fencepost.check.CheckTask.Ltl;
import dev.fencepost.check.Checker;
import dev.fencepost.frontend.FrontEnd.Models;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The Promela models of Transactional Sapphire: the same verdicts as SPIN, and as many states. */
class SapphireSpinTest {
  private static final Path FOLDER = Path.of("library/gc/sapphire/transactional");

  @BeforeAll
  static void needsSpin() {
    assumeTrue(SpinSearch.isPossible(), "spin or gcc is not installed: nothing is compared");
  }

  /** The model with definitions at its head. */
  private static String text(String file, String defines) throws IOException {
    StringBuilder text = new StringBuilder();
    for (String define : defines.split(" ", -1)) {
      text.append(define.equals("-") ? "" : "#define " + define.replace('=', ' ') + "\n");
    }
    return text + Files.readString(FOLDER.resolve(file));
  }

  @ParameterizedTest(name = "{0} {1}")
  @CsvSource({
    "copying.pml, STM NO_FENCE REFERENCE",
    "copy-flip.pml, TYPE_II",
    "references.pml, DELETION",
    "hash.pml, N_MUTATORS=1",
  })
  void hasAsManyStatesAsInSpin(String file, String defines) throws Exception {
    compareStates(file, defines);
  }

  @ParameterizedTest(name = "{0} {1}")
  @CsvSource({
    "copying.pml, -",
    "copying.pml, STM REFERENCE",
    "copying.pml, STM DOUBLE_WORD",
    "copy-flip.pml, -",
    "nogc-mark.pml, TYPE_II N_OBJECTS=1",
    "nogc-mark.pml, N_OBJECTS=2",
    "references.pml, -",
    "hash.pml, N_MUTATORS=2",
  })
  @LongTest
  void hasAsManyStatesAsInSpinInEveryPart(String file, String defines) throws Exception {
    compareStates(file, defines);
  }

  private static void compareStates(String file, String defines) throws Exception {
    String text = text(file, defines);
    SpinSearch spin = SpinSearch.of(text);
    StateCounter.Count ours = PromelaCorpus.count(text);
    assertThat(spin.complete()).isTrue();
    assertThat(ours.violations() > 0).isEqualTo(spin.errors());
    assertThat(ours.states()).isEqualTo(spin.states());
  }

  @ParameterizedTest(name = "{0} {1} {2} {3}")
  @CsvSource({
    "references.pml, -, termination, fair",
    "references.pml, DELETION AS_PRINTED, safety, any",
    "hash.pml, N_MUTATORS=1, cycles_end, fair",
    "hash.pml, N_MUTATORS=1 UNLOCK_REPAIRED, cycles_end, fair",
  })
  void hasTheVerdictOfSpin(String file, String defines, String property, String runs)
      throws Exception {
    compareVerdicts(file, defines, property, runs);
  }

  @ParameterizedTest(name = "{0} {1} {2} {3}")
  @CsvSource({
    "references.pml, -, safety, any",
    "references.pml, -, consistency, any",
    "references.pml, DELETION, safety, any",
    "references.pml, DELETION, consistency, any",
    "references.pml, DELETION, termination, fair",
    "references.pml, DELETION POLL_MAYBE, termination, fair",
    "hash.pml, N_MUTATORS=1, consistency, any",
  })
  @LongTest
  void hasTheVerdictOfSpinOnEveryProperty(String file, String defines, String property, String runs)
      throws Exception {
    compareVerdicts(file, defines, property, runs);
  }

  private static void compareVerdicts(String file, String defines, String property, String runs)
      throws Exception {
    boolean fair = runs.equals("fair");
    List<String> options = new ArrayList<>(List.of("-a", "-N", property));
    options.addAll(fair ? List.of("-f") : List.of());
    SpinSearch spin = SpinSearch.of(text(file, defines), List.of("-O1", "-DNOREDUCE"), options);
    SequencedMap<String, String> all = new LinkedHashMap<>();
    for (String define : defines.split(" ", -1)) {
      int equals = define.indexOf('=');
      if (!define.equals("-")) {
        all.put(
            equals < 0 ? define : define.substring(0, equals),
            equals < 0 ? "1" : define.substring(equals + 1));
      }
    }
    CheckTask task =
        CheckTask.of(FOLDER.resolve(file).toString().replace('\\', '/'), Models.None.PLACEHOLDER)
            .withDefines(all)
            .withLtl(Optional.of(new Ltl(property, fair)));
    assertThat(Checker.check(task, CheckListener.NONE).violated()).isEqualTo(spin.errors());
  }
}
