// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.export;

import dev.fencepost.budget.Budget;
import dev.fencepost.source.Phrase;
import dev.fencepost.source.Printable;
import java.util.regex.Pattern;

/** A text that grows by lines, indented. */
final class Lines {
  private static final String STEP = "  ";

  private static final Pattern COMMENT = Pattern.compile("/\\*.*?\\*/");

  /** What each statement has one of at least: its end, or a sign of a choice. */
  private static final Pattern STATEMENT = Pattern.compile(";|::|->|\\n");

  /** A call of an inline, and how many statements that has at most. */
  private static final Pattern CALL = Pattern.compile("\\bgive\\d");

  private static final int LARGEST_INLINE = 30;

  /** The middle of what would begin or end a comment. */
  private static final Pattern SEAM = Pattern.compile("(?<=\\*)(?=/)|(?<=/)(?=\\*)");

  private final StringBuilder text = new StringBuilder();

  /** The length that the budget has room for, as far as it was asked. */
  private long room = 1 << 16;

  private int depth;

  /**
   * A comment. Names and source text come into an exported model in comments only, since SPIN runs
   * what stands outside of them: embedded C, and commands through its preprocessor.
   */
  static String comment(String text) {
    return "/* " + SEAM.matcher(ascii(text)).replaceAll(" ") + " */";
  }

  private static String ascii(String text) {
    StringBuilder ascii = new StringBuilder();
    for (char c : Printable.line(text).toCharArray()) {
      ascii.append(c < 0x7f ? String.valueOf(c) : Phrase.of("u%04x", (int) c));
    }
    return ascii.toString();
  }

  /** Adds a line as it is. */
  Lines add(String line) {
    Budget.ask();
    if (!line.isEmpty()) {
      text.append(STEP.repeat(depth)).append(line);
    }
    text.append('\n');
    if (text.length() > room) {
      room = 2L * text.length();
      Budget.askFor(room);
    }
    return this;
  }

  /** Adds a line that is a format for these arguments. */
  @SuppressWarnings("AnnotateFormatMethod") // the annotation is in no library that we use
  Lines add(String format, Object... arguments) {
    return add(format.formatted(arguments));
  }

  /** A line after which lines are indented. */
  Lines open(String line) {
    add(line);
    depth++;
    return this;
  }

  @SuppressWarnings("AnnotateFormatMethod")
  Lines open(String format, Object... arguments) {
    return open(format.formatted(arguments));
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

  /** A choice that does nothing unless a guard, with what follows it in its line, is true. */
  void when(String guard, Runnable body) {
    open("if");
    open(":: " + guard);
    body.run();
    end();
    add(":: else");
    close("fi;");
  }

  /**
   * How many statements a text has in SPIN's count, or some more.
   *
   * @param writer writes the text here, and it is taken back
   */
  int weigh(Runnable writer) {
    int start = text.length();
    writer.run();
    String written = COMMENT.matcher(text.substring(start)).replaceAll("");
    text.setLength(start);
    long calls = CALL.matcher(written).results().count();
    return (int) (STATEMENT.matcher(written).results().count() + LARGEST_INLINE * calls);
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
