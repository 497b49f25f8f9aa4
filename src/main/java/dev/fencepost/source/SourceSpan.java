// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.source;

/**
 * A place in a source text: lines and columns count from 1, the end column is exclusive.
 *
 * @param file the name as the user wrote it, or as an include found it
 */
public record SourceSpan(String file, int line, int column, int endLine, int endColumn) {

  /** The place of generated programs, which have no text. */
  public static final SourceSpan NONE = new SourceSpan("", 0, 0, 0, 0);

  /** A span of one line. */
  public static SourceSpan at(String file, int line, int column, int length) {
    return new SourceSpan(file, line, column, line, column + length);
  }

  /** The smallest span from the start of this one to the end of {@code other}, of one file. */
  public SourceSpan to(SourceSpan other) {
    return file.equals(other.file)
        ? new SourceSpan(file, line, column, other.endLine, other.endColumn)
        : this;
  }

  /** Whether some text belongs to both. */
  public boolean overlaps(SourceSpan other) {
    return file.equals(other.file) && startsBeforeEndOf(other) && other.startsBeforeEndOf(this);
  }

  private boolean startsBeforeEndOf(SourceSpan other) {
    return line < other.endLine || line == other.endLine && column < other.endColumn;
  }

  /** The place behind this one. */
  public SourceSpan end() {
    return new SourceSpan(file, endLine, endColumn, endLine, endColumn);
  }

  /** {@code file:line:column}, as compilers print it. */
  @Override
  public String toString() {
    return file + ":" + line + ":" + column;
  }
}
