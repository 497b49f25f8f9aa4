// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.source.preprocess;

import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A file as the preprocessor reads it: line by line, splices and comments resolved. */
@FunctionalInterface
public interface TokenLines {

  /**
   * The tokens of the next line, or null at the end.
   *
   * @param skipping whether only directives are wanted; other lines may be left out then
   */
  @Nullable List<Token> next(boolean skipping);

  /** Lines that have been read before. */
  static TokenLines of(List<List<Token>> lines) {
    Iterator<List<Token>> iterator = lines.iterator();
    return skipping -> iterator.hasNext() ? iterator.next() : null;
  }
}
