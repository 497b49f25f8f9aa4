// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.suite;

import dev.fencepost.frontend.litmus.Outcome;
import dev.fencepost.source.Diagnostic;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.source.SourceSpan;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The {@code .expect} file beside a litmus test: a line for each memory model, {@code tso allowed
 * final=4}, where {@code final} is the number of final states.
 */
final class LitmusExpectations {
  private static final Pattern LINE =
      Pattern.compile("(\\S+)\\s+(allowed|forbidden|required)\\s+final=(\\d+)");

  private LitmusExpectations() {}

  /** What is expected under each memory model that the file names. */
  static SequencedMap<String, LitmusExpectation> parse(String file, String text)
      throws InvalidInputException {
    SequencedMap<String, LitmusExpectation> expectations = new LinkedHashMap<>();
    List<String> lines = text.lines().toList();
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i).strip();
      Matcher matcher = LINE.matcher(line);
      if (matcher.matches()) {
        SequencedMap<String, String> words = new LinkedHashMap<>();
        String outcome = matcher.group(2).toUpperCase(Locale.ROOT);
        words.put("observation", Outcome.valueOf(outcome).observation());
        words.put("final_states", matcher.group(3));
        expectations.put(matcher.group(1), new LitmusExpectation(words, Optional.empty()));
      } else if (!line.isEmpty() && !line.startsWith("#")) {
        SourceSpan place = SourceSpan.at(file, i + 1, 1, line.length());
        throw new InvalidInputException(
            new Diagnostic(place, "not an expectation", "e.g.  tso  allowed  final=4"));
      }
    }
    return expectations;
  }
}
