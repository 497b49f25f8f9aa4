// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.check;

import dev.fencepost.source.InvalidInputException;
import dev.fencepost.source.SourceSpan;
import dev.fencepost.source.TextFile;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;

/** Lines of the texts that messages speak of. */
public final class SourceLines {

  private SourceLines() {}

  /** The line at a place; empty where its text is not a file of the disk or the library. */
  public static Optional<String> at(SourceSpan place) {
    if (place.file().isEmpty() || place.line() < 1) {
      return Optional.empty();
    }
    try {
      Path path = Path.of(place.file());
      Optional<String> text =
          Files.isRegularFile(path)
              ? Optional.of(TextFile.read(path))
              : PackedLibrary.text(place.file());
      return text.flatMap(all -> all.lines().skip(place.line() - 1L).findFirst());
    } catch (InvalidPathException | InvalidInputException e) {
      return Optional.empty();
    }
  }
}
