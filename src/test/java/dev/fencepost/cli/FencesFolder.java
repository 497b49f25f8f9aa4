// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A folder with a program, of which {@code fencepost fences} is asked. */
record FencesFolder(Path folder) {
  private static final String PROGRAM = "program.c";

  Path write(String name, String text) {
    try {
      return Files.writeString(folder.resolve(name), text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  String path(String name) {
    return folder.resolve(name).toString();
  }

  /** The patched program of the first answer that was written below {@code out}. */
  Path patched() {
    return folder.resolve("out").resolve("answer-1").resolve(PROGRAM);
  }

  /** Asks of a text. */
  CommandRun run(String text, String... options) {
    return of(write(PROGRAM, text), options);
  }

  static CommandRun of(Path file, String... options) {
    List<String> all = new ArrayList<>(List.of("fences", file.toString()));
    all.addAll(List.of(options));
    return CommandRun.of(all.toArray(String[]::new));
  }

  /** What is printed of a text that has an answer. */
  String answer(String text, String... options) {
    CommandRun run = run(text, options);
    assertThat(run.err()).isEmpty();
    assertThat(run.status()).isZero();
    return run.out();
  }

  /** The message for a text or a question that is refused. */
  String refusal(String text, String... options) {
    CommandRun run = run(text, options);
    assertThat(run.status()).isEqualTo(3);
    return run.err();
  }
}
