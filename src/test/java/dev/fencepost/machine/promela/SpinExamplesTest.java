// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.promela;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.fencepost.check.CheckListener;
import dev.fencepost.check.CheckResult;
import dev.fencepost.check.CheckTask;
import dev.fencepost.check.CheckTask.Ltl;
import dev.fencepost.check.Checker;
import dev.fencepost.frontend.FrontEnd.Models;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.verdict.Verdict;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Models that others wrote, as they are: the examples of SPIN's distribution, read where a package
 * has put them, have SPIN's verdicts.
 */
class SpinExamplesTest {
  private static final Path FOLDER = Path.of("/usr/share/doc/spin/examples/Examples");

  private static Path model(String name) {
    Path model = FOLDER.resolve(name + ".pml");
    assumeTrue(Files.exists(model), "SPIN's examples are not installed");
    return model;
  }

  private static boolean isViolated(Path model, Optional<Ltl> ltl) throws InvalidInputException {
    CheckTask task = CheckTask.of(model.toString(), Models.None.PLACEHOLDER).withLtl(ltl);
    CheckResult result = Checker.check(task, new CheckListener() {});
    assertThat(result.verdict()).isNotInstanceOf(Verdict.Inconclusive.class);
    return result.verdict() instanceof Verdict.Violated;
  }

  /** What SPIN 6.5.2 says. */
  @ParameterizedTest(name = "{0}")
  @CsvSource({
    "abp, false",
    "calculator, false",
    "hajek, true",
    "leader0, false",
    "leader_trace, false",
    "loops, false",
    "manna_pnueli, false",
    "pathfinder, true",
    "peterson, false",
    "snoopy, true",
    "sort, false",
    "Book_1991/p104.2, false",
    "Book_1991/p105.1, true",
    "Book_1991/p312, true",
    "Exercises/ex_3c, true"
  })
  void hasTheVerdictOfSpin(String name, boolean violated) throws Exception {
    assertThat(isViolated(model(name), Optional.empty())).isEqualTo(violated);
  }

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource({
    "LTL/leader, p0, false",
    "LTL/leader, p1, false",
    "LTL/diskhead, p, false",
    "LTL/train, c1, false",
    "LTL/train, c2, true",
    "LTL/salesman1, p, true",
    "LTL/zune, p1, true"
  })
  void propertiesHaveTheVerdictOfSpin(String name, String property, boolean violated)
      throws Exception {
    assertThat(isViolated(model(name), Optional.of(new Ltl(property, false)))).isEqualTo(violated);
  }

  /** The tables above are not ours to believe: SPIN is asked about some of them. */
  @ParameterizedTest(name = "{0}")
  @ValueSource(strings = {"calculator", "hajek", "leader0", "pathfinder", "sort"})
  void spinSaysSoToday(String name) throws Exception {
    assumeTrue(SpinSearch.isPossible(), "spin or gcc is not installed: nothing is compared");
    Path model = model(name);
    List<String> compiling = List.of("-DSAFETY", "-DNOCLAIM");
    SpinSearch spin = SpinSearch.of(Files.readString(model), compiling, List.of());
    assertThat(spin.errors()).isEqualTo(isViolated(model, Optional.empty()));
  }
}
