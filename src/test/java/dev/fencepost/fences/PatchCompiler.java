// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.fences;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fencepost.check.CheckTask;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Compiles patched sources, without warnings, by the C compiler of this machine. */
final class PatchCompiler {
  private static final Path HEADERS = Path.of("library", "include").toAbsolutePath();

  private final Path folder;

  /** {@code folder} takes the patched sources. */
  PatchCompiler(Path folder) {
    this.folder = folder;
  }

  /** The compiler's command. */
  static Optional<String> command() {
    return Stream.of("gcc", "cc", "clang").filter(PatchCompiler::isThere).findFirst();
  }

  private static boolean isThere(String name) {
    String path = Optional.ofNullable(System.getenv("PATH")).orElse("");
    return Stream.of(path.split(File.pathSeparator, -1))
        .anyMatch(each -> Files.isExecutable(Path.of(each, name)));
  }

  /** Compiles the patched source of a check; nothing if there is no compiler. */
  void compile(Patch patch, CheckTask check) {
    if (command().isEmpty()) {
      return;
    }
    try {
      for (Map.Entry<String, String> text : patch.allTexts().entrySet()) {
        Path file = folder.resolve(text.getKey());
        Files.createDirectories(file.getParent());
        Files.writeString(file, text.getValue());
      }
      List<String> command = new ArrayList<>(List.of(command().orElseThrow(), "-std=gnu11"));
      command.addAll(List.of("-fsyntax-only", "-Wall", "-Werror", "-Wno-unknown-pragmas"));
      command.addAll(List.of("-I", HEADERS.toString()));
      check.defines().forEach((name, value) -> command.add("-D" + name + "=" + value));
      command.add(check.file());
      Process process =
          new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true).start();
      String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(process.waitFor()).as(patch.diff() + output).isZero();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
