// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DiskCommandTest {
  private static final String CHICKEN = "library/gc/chicken/chicken.c";
  private static final String SAPPHIRE = "library/gc/sapphire/sapphire.c";

  @TempDir Path folder;

  private static String withoutTimes(CommandRun run) {
    return run.out().replaceAll("[0-9.]+ s\\b", "");
  }

  @Test
  void printsWhatACheckInMemoryPrints() {
    String disk = folder.resolve("runs").toString();
    CommandRun run = CommandRun.of("check", CHICKEN, "--disk", disk);
    CommandRun usual = CommandRun.of("check", CHICKEN);
    assertThat(run.status()).isEqualTo(usual.status());
    assertThat(withoutTimes(run)).isEqualTo(withoutTimes(usual));
    assertThat(folder.resolve("runs/check-6/all/form-0")).isNotEmptyDirectory();
  }

  @Test
  void goesToDiskByItselfUnlessThatIsForbidden() {
    String[] large = {
      "check",
      SAPPHIRE,
      "-m",
      "tso",
      "-D",
      "SCENARIO=LOOP",
      "--mutators",
      "3",
      "--without",
      "partial-order,symmetry",
      "--memory",
      "2M",
      "--verbose",
      ""
    };
    large[large.length - 1] = "--no-disk";
    assertThat(CommandRun.of(large).out()).contains("inconclusive").contains("--memory");
    large[large.length - 1] = "--threads=1";
    CommandRun run = CommandRun.of(large);
    assertThat(run.status()).isZero();
    assertThat(run.out()).contains("76,977 states");
    assertThat(run.err()).contains("memory is full").contains("all states on disk: 76,977 states");
  }

  @Test
  void refusesWhatDoesNotFit() {
    String disk = folder.toString();
    assertThat(CommandRun.of("check", CHICKEN, "--disk", disk, "--no-disk").err())
        .contains("exclude each other");
    assertThat(CommandRun.of("check", CHICKEN, "--disk", disk, "--search", "dfs").err())
        .contains("--search bfs");
    assertThat(CommandRun.of("check", CHICKEN, "--disk", disk, "--engine", "spin").err())
        .contains("--disk is for the own engine");
  }
}
