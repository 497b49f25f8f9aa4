// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AblationCommandTest {
  private static final String CHICKEN = "library/gc/chicken/chicken.c";

  @TempDir Path folder;

  @Test
  void optimisationsAreSwitchedOffByName() throws IOException {
    CommandRun run =
        CommandRun.of(
            "check", CHICKEN, "-m", "sc", "--without", "liveness,table", "--format", "json");
    assertThat(run.status()).isZero();
    assertThat(run.out()).contains("\"without\": [", "\"liveness\"", "\"table\"");
    Path file = Files.writeString(folder.resolve("r.json"), run.out());
    assertThat(CommandRun.of("check", "--repeat", file.toString(), "--format", "json").out())
        .contains("\"without\": [");
  }

  @Test
  void anUnknownOneIsRefused() {
    CommandRun run = CommandRun.of("check", CHICKEN, "--without", "luck");
    assertThat(run.status()).isEqualTo(3);
    assertThat(run.err()).contains("luck", "LIVENESS");
  }

  @Test
  void aTableShowsWhatTheyGive() {
    CommandRun run = CommandRun.of("table", "setta16", "--ablation");
    assertThat(run.status()).isZero();
    assertThat(run.out())
        .contains(
            "0: with all",
            "2: without guards",
            "3: without predicates",
            "4: without stages",
            "states-4")
        .contains("all verdicts are the same");
    CommandRun page = CommandRun.of("table", "setta16", "--ablation", "--html", "a.html");
    assertThat(page.status()).isEqualTo(3);
    assertThat(page.err()).contains("--html and --junit go with whole checks");
  }
}
