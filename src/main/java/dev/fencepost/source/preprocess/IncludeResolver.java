// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.source.preprocess;

import dev.fencepost.source.InvalidInputException;
import dev.fencepost.source.SourceSpan;
import java.util.Optional;

/** Finds the headers of {@code #include}. The standard headers are built in and not asked for. */
@FunctionalInterface
public interface IncludeResolver {

  /** Finds nothing. */
  IncludeResolver NONE = (header, includingFile, quoted) -> Optional.empty();

  /** A header that was found: the name that places show, and its text. */
  record Included(String fileName, String text) {}

  /**
   * The text that traces show for a place of generated text.
   *
   * @param text the generated text
   */
  default String shown(SourceSpan place, String text) {
    return text;
  }

  /**
   * Looks a header up.
   *
   * @param header what stands between the quotes or angle brackets
   * @param includingFile the file name of the text that holds the {@code #include}
   * @param quoted whether it is looked for beside {@code includingFile} before the search path
   * @throws InvalidInputException if it is there and may not be read
   */
  Optional<Included> find(String header, String includingFile, boolean quoted)
      throws InvalidInputException;
}
