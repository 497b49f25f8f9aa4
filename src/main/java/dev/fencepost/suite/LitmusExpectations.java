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
 * final=4}, where {@code final} is the number of final states. It may also name outcomes, parts of
 * final states, with the models under which they are possible: {@code outcome 0:r0=1 1:r0=0: tso};
 * under all others that have a line they are impossible.
 */
final class LitmusExpectations {
  private static final Pattern LINE =
      Pattern.compile("(\\S+)\\s+(allowed|forbidden|required)\\s+final=(\\d+)");
  private static final Pattern OUTCOME =
      Pattern.compile("outcome\\s+([^\\s=]+=\\S+?(?:\\s+[^\\s=]+=\\S+?)*)\\s*:\\s+(.*)");
  private static final String NEVER = "never";

  private final String file;
  private final SequencedMap<String, SequencedMap<String, String>> models = new LinkedHashMap<>();
  private final SequencedMap<String, List<String>> outcomes = new LinkedHashMap<>();

  private LitmusExpectations(String file) {
    this.file = file;
  }

  /** What is expected under each memory model that the file names. */
  static SequencedMap<String, LitmusExpectation> parse(String file, String text)
      throws InvalidInputException {
    LitmusExpectations expectations = new LitmusExpectations(file);
    List<String> lines = text.lines().toList();
    for (int i = 0; i < lines.size(); i++) {
      expectations.line(lines.get(i).strip(), i + 1);
    }
    return expectations.all();
  }

  private void line(String line, int number) throws InvalidInputException {
    Matcher model = LINE.matcher(line);
    Matcher outcome = OUTCOME.matcher(line);
    if (model.matches()) {
      SequencedMap<String, String> words = new LinkedHashMap<>();
      String word = model.group(2).toUpperCase(Locale.ROOT);
      words.put("observation", Outcome.valueOf(word).observation());
      words.put("final_states", model.group(3));
      models.put(model.group(1), words);
    } else if (outcome.matches()) {
      List<String> allowing = List.of(outcome.group(2).split("\\s+", -1));
      for (String name : allowing) {
        if (!models.containsKey(name) && !name.equals(NEVER)) {
          throw invalid(line, number, "no line for the memory model " + name, "it stands above");
        }
      }
      outcomes.put(outcome.group(1), allowing);
    } else if (!line.isEmpty() && !line.startsWith("#")) {
      throw invalid(line, number, "not an expectation", "e.g.  tso  allowed  final=4");
    }
  }

  private InvalidInputException invalid(String line, int number, String message, String hint) {
    SourceSpan place = SourceSpan.at(file, number, 1, line.length());
    return new InvalidInputException(new Diagnostic(place, message, hint));
  }

  private SequencedMap<String, LitmusExpectation> all() {
    SequencedMap<String, LitmusExpectation> all = new LinkedHashMap<>();
    models.forEach(
        (model, words) -> {
          SequencedMap<String, Boolean> possible = new LinkedHashMap<>();
          outcomes.forEach((outcome, in) -> possible.put(outcome, in.contains(model)));
          all.put(model, new LitmusExpectation(words, possible, Optional.empty()));
        });
    return all;
  }
}
