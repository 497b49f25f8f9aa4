// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.export;

/** A text that grows by lines, indented. */
final class Lines {
  private static final String STEP = "  ";

  private final StringBuilder text = new StringBuilder();
  private int depth;

  Lines add(String line) {
    if (!line.isEmpty()) {
      text.append(STEP.repeat(depth)).append(line);
    }
    text.append('\n');
    return this;
  }

  /** A line after which lines are indented. */
  Lines open(String line) {
    add(line);
    depth++;
    return this;
  }

  /** Ends an indentation. */
  void end() {
    depth--;
  }

  /** A line before which indentation ends. */
  Lines close(String line) {
    end();
    return add(line);
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
