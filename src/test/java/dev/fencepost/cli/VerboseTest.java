// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** {@code --verbose} says what was searched, for how long, and why. */
class VerboseTest {
  private static final String SECONDS = "\\d+\\.\\d\\d s";

  @Test
  void theAttemptsOfALargeSearchAreListed() {
    CommandRun run =
        CommandRun.of(
            "check",
            "library/gc/pool/deque.c",
            "-D",
            "THIEVES=2",
            "--model",
            "rmo-no",
            "--no-trace",
            "--verbose");
    assertThat(run.status()).isZero();
    assertThat(run.err().lines().map(line -> line.replaceAll(SECONDS, "# s")))
        .contains("rmo-no: prepared in # s")
        .anyMatch(line -> line.startsWith("  partial-order is sound: Valmari"))
        .anyMatch(line -> line.startsWith("  collapse does not compose with partial-order: "))
        .anyMatch(line -> line.startsWith("  plan: all states up to 50,000 states; estimate"))
        .contains("  all states: 50,000 states, # s; pauses, for it is large")
        .contains(
            "  states reduced by partial-order and symmetry: 3,337 states, # s; the answer: all"
                + " states were searched")
        .anyMatch(line -> line.startsWith("  remained: all states up to 200,000 states"));
    assertThat(run.out()).doesNotContain("plan:");
  }

  @Test
  void aReductionThatIsNotSoundIsNamedWithItsReason() {
    CommandRun run =
        CommandRun.of(
            "check",
            "library/gc/sapphire/transactional/hash.pml",
            "-D",
            "N_MUTATORS=1",
            "-D",
            "UNLOCK_REPAIRED",
            "--acceptance",
            "--verbose");
    assertThat(run.err())
        .contains("reduction is not sound for acceptance cycles: Holzmann and Peled")
        .contains("plan: all states");
  }

  @Test
  void onProcessorsItSaysWhatDoesNotApplyAndWhy() {
    String[] baker = {"check", "library/gc/baker/baker.c", "-D", "SCENARIO=WR", "--verbose"};
    CommandRun run = CommandRun.of(with(baker, "--model", "armv8,power"));
    assertThat(run.err())
        .contains("  symmetry does not apply: a write also changes the logs of loads")
        .contains("  collapse does not apply: a write also changes the logs of loads")
        .contains("states reduced by partial-order up to 12,500 states")
        .containsPattern("partial-order does not apply: .* writes propagate")
        .containsPattern("symmetry does not apply: .* writes propagate");
    CommandRun refused = CommandRun.of(with(baker, "--model", "armv8", "--with", "symmetry"));
    assertThat(refused.err()).contains("symmetry does not apply to ");
  }

  private static String[] with(String[] first, String... more) {
    return Stream.concat(Stream.of(first), Stream.of(more)).toArray(String[]::new);
  }

  @Test
  void withoutItNothingIsSaid() {
    CommandRun run = CommandRun.of("check", "library/iriw/iriw.c", "--model", "sc");
    assertThat(run.err()).isEmpty();
  }
}
