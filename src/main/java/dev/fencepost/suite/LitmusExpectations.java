// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.suite;

import dev.fencepost.frontend.litmus.Outcome;
import dev.fencepost.source.Diagnostic;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.source.Lexeme;
import dev.fencepost.source.SourceSpan;
import dev.fencepost.source.SourceText;
import dev.fencepost.source.TextScanner;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.stream.Stream;

/**
 * The {@code .expect} file beside a litmus test: a line for each memory model, {@code tso allowed
 * final=4}, where {@code final} is the number of final states. It may also name outcomes, parts of
 * final states, with the models under which they are possible: {@code outcome 0:r0=1 1:r0=0: tso};
 * under all others that have a line they are impossible.
 */
final class LitmusExpectations {
  private static final String NEVER = "never";

  /** A place and its value, as final states show it. */
  private static final String PART = "[^=,\\s]+=(0|-?[1-9]\\d*|&?[A-Za-z_][\\w.]*(\\[\\d+\\])?)";

  private static final String EXAMPLE = "e.g.  tso  allowed  final=4";
  private static final String ONCE = "one of them is enough";

  private final SequencedMap<String, SequencedMap<String, String>> models = new LinkedHashMap<>();
  private final SequencedMap<String, SourceSpan> places = new LinkedHashMap<>();
  private final SequencedMap<String, List<String>> outcomes = new LinkedHashMap<>();

  private LitmusExpectations() {}

  /** What is expected under each memory model that the file names. */
  static SequencedMap<String, PlacedExpectation> parse(String file, String text)
      throws InvalidInputException {
    LitmusExpectations expectations = new LitmusExpectations();
    LineFile.read(
        new SourceText(file, text),
        "not an expectation",
        EXAMPLE,
        line -> line.accept("outcome") ? expectations.outcome(line) : expectations.model(line));
    if (expectations.models.isEmpty()) {
      throw new InvalidInputException(
          new Diagnostic(SourceSpan.at(file, 1, 1, 1), "this expects nothing", EXAMPLE));
    }
    return expectations.all();
  }

  private boolean model(TextScanner line) throws InvalidInputException {
    Lexeme name = line.peek();
    List<String> fields = LineFile.words(line);
    if (fields.size() != 3
        || !fields.get(1).matches("allowed|forbidden|required")
        || !fields.get(2).matches("final=(0|[1-9]\\d*)")) {
      return false;
    }
    Outcome outcome = Outcome.valueOf(fields.get(1).toUpperCase(Locale.ROOT));
    SequencedMap<String, String> words = new LinkedHashMap<>();
    words.put("observation", outcome.observation());
    words.put("final_states", fields.get(2).substring("final=".length()));
    places.put(name.text(), name.span());
    if (models.put(name.text(), words) != null) {
      throw TextScanner.error(name, "a second line for the memory model " + name.text(), ONCE);
    }
    return true;
  }

  /** An outcome ends with a colon; memory models follow. */
  private boolean outcome(TextScanner line) throws InvalidInputException {
    Lexeme first = line.peek();
    StringBuilder outcome = new StringBuilder();
    while (!outcome.toString().endsWith(":")) {
      outcome
          .append(outcome.isEmpty() ? "" : " ")
          .append(line.word("an outcome and a colon").text());
    }
    List<String> allowing = new ArrayList<>();
    while (!line.atEnd()) {
      Lexeme name = line.word("a memory model");
      if (!models.containsKey(name.text()) && !name.is(NEVER)) {
        throw TextScanner.error(
            name, "no line for the memory model " + name.text(), "it stands above");
      }
      allowing.add(name.text());
    }
    String text = outcome.substring(0, outcome.length() - 1).replaceAll("[;\\s]+", " ").strip();
    if (!Stream.of(text.split("\\s+", -1)).allMatch(part -> part.matches(PART))) {
      throw TextScanner.error(first, "not an outcome: " + text, "e.g.  outcome 0:r0=1 x=0: tso");
    }
    if (outcomes.put(text, allowing) != null) {
      throw TextScanner.error(first, "a second line for the outcome " + text, ONCE);
    }
    return true;
  }

  private SequencedMap<String, PlacedExpectation> all() {
    SequencedMap<String, PlacedExpectation> all = new LinkedHashMap<>();
    places.forEach(
        (model, place) -> {
          SequencedMap<String, String> words = models.getOrDefault(model, new LinkedHashMap<>());
          SequencedMap<String, Boolean> possible = new LinkedHashMap<>();
          outcomes.forEach((outcome, in) -> possible.put(outcome, in.contains(model)));
          LitmusExpectation expected = new LitmusExpectation(words, possible, Optional.empty());
          all.put(model, new PlacedExpectation(place, expected));
        });
    return all;
  }
}
