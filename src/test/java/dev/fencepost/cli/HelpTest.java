// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HelpTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "init",
        "check",
        "fences",
        "table",
        "litmus",
        "explain",
        "show",
        "models",
        "model",
        "promote",
        "completion"
      })
  void everyCommandHasHelpWithExamples(String command) {
    CommandRun run = CommandRun.of(command, "--help");
    assertThat(run.status()).isZero();
    assertThat(run.out()).contains("Usage: fencepost " + command, "Examples:");
    assertThat(run.err()).isEmpty();
    String examples = run.out().substring(run.out().indexOf("Examples:"));
    assertThat(examples.lines().skip(1).takeWhile(line -> !line.isEmpty()))
        .as("no example is broken into two lines")
        .allMatch(line -> line.startsWith("  "));
  }

  @Test
  void helpListsTheCommands() {
    assertThat(CommandRun.of("--help").out()).contains("check", "table", "show", "models", "Exit");
  }

  @Test
  void showsItsVersion() {
    assertThat(CommandRun.of("--version").out()).startsWith("fencepost ");
  }

  @Test
  void completionIsAScript() {
    assertThat(CommandRun.of("completion").out()).contains("complete ", "_complete_fencepost");
  }

  @Test
  void modelsAreListedOneALine() {
    assertThat(CommandRun.of("models").out().lines()).hasSizeGreaterThan(6);
    assertThat(CommandRun.of("models", "--format", "json").out()).contains("\"schema\": 1");
  }
}
