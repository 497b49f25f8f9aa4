// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.suite;

import dev.fencepost.source.InvalidInputException;
import dev.fencepost.source.Lexeme;
import dev.fencepost.source.Lexicon;
import dev.fencepost.source.SourceText;
import dev.fencepost.source.TextRange;
import dev.fencepost.source.TextScanner;
import java.util.List;
import java.util.Optional;

/** A file of lines of words; a line that begins with a number sign is a comment. */
final class LineFile {

  private LineFile() {}

  /** The parser of one kind of line file. */
  interface Parser {

    /** Parses a line; false where it is none of the file's lines. */
    boolean parse(TextScanner line) throws InvalidInputException;
  }

  /**
   * Parses each line.
   *
   * @param what the message for a line that is none of the file's
   */
  static void read(SourceText source, String what, String hint, Parser parser)
      throws InvalidInputException {
    int start = 0;
    for (String text : source.text().split("\n", -1)) {
      int end = start + text.length();
      if (!text.isBlank() && !text.strip().startsWith("#")) {
        TextScanner line = TextScanner.of(source, new TextRange(start, end), Lexicon.ofRuns());
        int first = line.peek().start();
        if (!parser.parse(line)) {
          throw source.error(first, end, what, hint);
        }
        if (!line.atEnd()) {
          throw line.expected("the end of the line", hint);
        }
      }
      start = end + 1;
    }
  }

  /** Refuses a word that is no {@link Scenario}. */
  static void requireScenario(Lexeme word) throws InvalidInputException {
    Optional<String> mistake = new Scenario(word.text()).mistake();
    if (mistake.isPresent()) {
      throw TextScanner.error(word, mistake.get(), Scenario.HINT);
    }
  }

  /** Takes the words before the first of these, or before the end. */
  static List<String> words(TextScanner line, String... stops) {
    return line.takeUntil(stops).stream().map(Lexeme::text).toList();
  }
}
