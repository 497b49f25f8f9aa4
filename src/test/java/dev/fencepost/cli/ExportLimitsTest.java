// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Loops that are unrolled make an exported model large; a limit ends that and leaves no file. */
class ExportLimitsTest {
  private static final String PROGRAM =
      """
      #include <pthread.h>
      int x[4], y;
      static void *a(void *u) {
        for (;;) { x[0]++; x[1] = y; x[2] = x[1]; y++; x[3] = x[y & 3]; }
        return u;
      }
      int main(void) {
        pthread_t s, t;
        pthread_create(&s, 0, a, 0);
        pthread_create(&t, 0, a, 0);
        pthread_join(t, 0);
        return 0;
      }
      """;

  @TempDir Path folder;
  private Path model;
  private Path output;

  @BeforeEach
  void write() throws IOException {
    model = Files.writeString(folder.resolve("loops.c"), PROGRAM);
    output = folder.resolve("loops.pml");
  }

  private CommandRun export(String memoryModel, String... limit) {
    String[] command = {
      "export", model.toString(), "-m", memoryModel, "--bound", "255", "-o", output.toString()
    };
    String[] all = new String[command.length + limit.length];
    System.arraycopy(command, 0, all, 0, command.length);
    System.arraycopy(limit, 0, all, command.length, limit.length);
    return CommandRun.of(all);
  }

  @ParameterizedTest
  @CsvSource({"tso", "rmo-no", "tso-nmca", "itanium"})
  void timeEndsAnExport(String memoryModel) {
    long start = System.nanoTime();
    CommandRun run = export(memoryModel, "--time", "1s");
    Duration taken = Duration.ofNanos(System.nanoTime() - start);
    assertThat(run.err()).contains("the time limit was reached (--time)");
    assertThat(run.status()).isEqualTo(ExitStatus.INCONCLUSIVE.code());
    assertThat(taken).isLessThan(Duration.ofSeconds(5));
    assertThat(output).doesNotExist();
  }

  @Test
  void memoryEndsAnExportAndTheOldFileStays() throws IOException {
    Files.writeString(output, "old");
    CommandRun run = export("tso", "--memory", "1m");
    assertThat(run.err()).contains("the memory limit was reached (--memory)");
    assertThat(run.status()).isEqualTo(ExitStatus.INCONCLUSIVE.code());
    assertThat(output).hasContent("old");
  }

  @ParameterizedTest
  @CsvSource({"--time, 0s", "--memory, 0"})
  void aLimitOfNothingIsRefused(String option, String value) {
    CommandRun run = export("tso", option, value);
    assertThat(run.err()).contains("must be more than 0");
    assertThat(run.status()).isEqualTo(ExitStatus.BAD_INPUT.code());
  }
}
