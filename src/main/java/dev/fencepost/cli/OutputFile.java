// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.cli;

import dev.fencepost.source.Diagnostic;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.source.SourceSpan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Files that the user asks for by an option. */
final class OutputFile {

  private OutputFile() {}

  /** Fails before any work is done if there is no folder for the file; null is no file. */
  static void requireFolder(@Nullable String file) throws InvalidInputException {
    if (file != null) {
      Path path = path(file);
      Path folder = path.toAbsolutePath().getParent();
      if (Files.isDirectory(path)) {
        throw invalid("cannot write " + file + ": it is a folder");
      }
      if (folder == null || !Files.isDirectory(folder)) {
        throw invalid("cannot write " + file + ": it needs a folder that is there");
      }
    }
  }

  static void write(String file, String text) throws InvalidInputException {
    try {
      Files.writeString(path(file), text);
    } catch (IOException e) {
      throw invalid("cannot write " + file);
    }
  }

  private static Path path(String file) throws InvalidInputException {
    try {
      return Path.of(file);
    } catch (InvalidPathException e) {
      throw invalid("not a file name: " + file);
    }
  }

  private static InvalidInputException invalid(String message) {
    return new InvalidInputException(new Diagnostic(SourceSpan.NONE, message));
  }
}
