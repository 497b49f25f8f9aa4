// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the command line prints of models with several memories. */
class MemoriesCommandTest {
  private static final String IRIW = "library/iriw/iriw.c";

  @Test
  void iriwHoldsWhereMemoryIsMultiCopyAtomicAndFailsWhereItIsNot() {
    CommandRun run = CommandRun.of("check", IRIW, "-m", "rmo-full,rmo-nmca-full", "--no-trace");
    assertThat(run.status()).isEqualTo(1);
    assertThat(run.out()).containsPattern("rmo-full +holds").containsPattern("nmca-full violated");
  }

  @Test
  void showsThatThreadsSawStoresAtDifferentTimes() {
    CommandRun run = CommandRun.of("check", IRIW, "-m", "rmo-nmca-full");
    assertThat(run.out())
        .contains("no accesses were reordered: threads saw stores at different times");
  }

  @Test
  void explainsSharingBeforeItChecks() {
    CommandRun run = CommandRun.of("check", IRIW, "-m", "rmo-nmca-full", "--explain-sharing");
    assertThat(run.out())
        .startsWith("rmo-nmca-full: 5 threads, 3 memories\n")
        .contains("memory 3: write_cell(0), write_cell(1)\n");
  }

  @Test
  void sharingIsExplainedInTextOnly() {
    CommandRun run =
        CommandRun.of("check", IRIW, "-m", "tso", "--explain-sharing", "--format", "json");
    assertThat(run.status()).isEqualTo(3);
    assertThat(run.err()).contains("--explain-sharing writes text");
  }

  @Test
  void exhaustiveChecksAreRepeatedAsSuch(@TempDir Path folder) throws IOException {
    CommandRun first =
        CommandRun.of(
            "check", IRIW, "-m", "rmo-nmca-full", "--exhaustive", "--no-trace", "--format", "json");
    Path result = Files.writeString(folder.resolve("result.json"), first.out());
    CommandRun again =
        CommandRun.of("check", "--repeat", result.toString(), "--no-trace", "--format", "json");
    assertThat(first.out()).contains("\"exhaustive\": true", "\"states\": 256");
    assertThat(again.out()).contains("\"exhaustive\": true", "\"states\": 256");
  }
}
