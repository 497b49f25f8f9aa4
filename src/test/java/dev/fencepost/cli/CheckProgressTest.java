// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fencepost.budget.Budget;
import dev.fencepost.check.CheckListener;
import dev.fencepost.check.CheckListener.Progress;
import dev.fencepost.source.WholeFiles;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** The progress line: what it says, and where it is shown. */
class CheckProgressTest {
  private static final long MEGABYTE = 1 << 20;

  private double seconds = 4;

  private CheckProgress progress() {
    ByteArrayOutputStream nowhere = new ByteArrayOutputStream();
    Terminal terminal =
        new Terminal(
            CommandRun.streams(nowhere, new PrintStream(nowhere, true, StandardCharsets.UTF_8)),
            false,
            false,
            WholeFiles.DISK);
    return Budget.current()
        .withBytes(100 * MEGABYTE)
        .run(() -> new CheckProgress(terminal, "tso", false, () -> seconds));
  }

  private static Progress states(long states) {
    return new Progress(states, 7, 25 * MEGABYTE, 1);
  }

  @Test
  void oneCheck() {
    CheckProgress progress = progress();
    progress.planned(1);
    progress.next().progress(states(4000));
    assertThat(progress.line())
        .isEqualTo("tso: 4,000 states, 1,000 states/s, 7 to go, 25% of 100 MB");
  }

  /** An attempt that was left, and a check that ended, keep their states. */
  @Test
  void countsNeverFall() {
    CheckProgress progress = progress();
    progress.planned(2);
    CheckListener first = progress.next();
    first.progress(states(1000));
    first.progress(states(10));
    assertThat(progress.line()).contains(" 1,010 states");
    CheckListener second = progress.next();
    second.progress(states(5));
    assertThat(progress.line()).contains("0 of 2 checks", " 1,015 states", "14 to go", "50% of");
    first.done(3);
    assertThat(progress.line()).contains("1 of 2 checks", " 1,015 states", "25% of");
    second.done(50);
    assertThat(progress.line()).contains("2 of 2 checks", " 1,060 states", "0% of");
  }

  @Test
  void theRestIsEstimatedFromTheChecksSoFar() {
    CheckProgress progress = progress();
    progress.planned(103);
    progress.next().done(1);
    assertThat(progress.line()).doesNotContain("left");
    progress.next().done(1);
    progress.next().done(1);
    assertThat(progress.line()).endsWith(", about 2 min left");
    seconds = 1;
    assertThat(progress.line()).doesNotContain("left");
  }

  @Test
  void onlyATerminalShowsItUnlessAsked() {
    String model = "library/gc/chicken/chicken.c";
    assertThat(CommandRun.of("check", model, "-m", "sc").err()).isEmpty();
    CommandRun asked = CommandRun.of("check", model, "-m", "sc,tso", "--progress");
    assertThat(asked.err()).startsWith("check: 0 of 2 checks, ").doesNotContain("\r");
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    Main.run(
        new Terminal(
            CommandRun.streams(
                new ByteArrayOutputStream(), new PrintStream(err, true, StandardCharsets.UTF_8)),
            false,
            true,
            WholeFiles.DISK),
        "check",
        model,
        "-m",
        "sc,tso");
    assertThat(err.toString(StandardCharsets.UTF_8))
        .startsWith("\r\033[Kcheck: 0 of 2 checks, ")
        .endsWith("\r\033[K");
  }
}
