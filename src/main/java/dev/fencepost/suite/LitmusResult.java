// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.suite;

import dev.fencepost.check.CheckTask;
import dev.fencepost.check.LitmusChecker.LitmusOutcome;
import dev.fencepost.frontend.FrontEnds;
import dev.fencepost.frontend.litmus.FinalStates.FinalState;
import dev.fencepost.frontend.litmus.LitmusTest;
import dev.fencepost.frontend.litmus.Outcome;
import dev.fencepost.frontend.litmus.Quantifier;
import dev.fencepost.verdict.Verdict;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.stream.Stream;

/**
 * What came of a litmus test under a memory model.
 *
 * @param question such as {@code exists (0:EAX=0 /\ [x]=1)}
 * @param words the answer by the names of the columns of an expectation file: verdict, quantifier,
 *     observation, validates, final_states; empty ones where the test was not read
 * @param outcomes the outcomes that something is expected of
 * @param searched how many states the search went through
 * @param limit what ended it early
 * @param differences how it differs from what is expected; empty if it does not
 */
public record LitmusResult(
    Key key,
    String question,
    SequencedMap<String, String> words,
    List<Final> finals,
    List<PartOutcome> outcomes,
    long searched,
    Optional<String> limit,
    boolean expected,
    List<String> differences) {

  /** The columns of {@link #words}. */
  public static final List<String> COLUMNS =
      List.of("verdict", "quantifier", "observation", "validates", "final_states");

  public LitmusResult {
    words = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(words));
    finals = List.copyOf(finals);
    outcomes = List.copyOf(outcomes);
    differences = List.copyOf(differences);
  }

  /** Which test and which memory model. */
  public record Key(String file, String test, String model) {}

  /**
   * A final state.
   *
   * @param meets whether the condition holds of it
   * @param witness a run that ends in it, where one was asked for
   */
  public record Final(String text, boolean meets, Optional<Verdict.Violated> witness) {}

  /**
   * A part of final states, {@code 0:r0=1 1:r0=0}.
   *
   * @param possible whether some final state has it
   */
  public record PartOutcome(String text, boolean expected, boolean possible) {

    static PartOutcome of(String text, boolean expected, List<Final> finals) {
      List<String> parts = List.of(text.split("\\s+", -1));
      boolean possible =
          finals.stream()
              .map(state -> List.of(state.text().split(";\\s*", -1)))
              .anyMatch(values -> values.containsAll(parts));
      return new PartOutcome(text, expected, possible);
    }

    /** Whether final states show every place that the outcome names. */
    private boolean isShownIn(List<Final> finals) {
      return finals.stream()
          .allMatch(
              state ->
                  Stream.of(text.split("\\s+", -1))
                      .map(part -> part.substring(0, part.indexOf('=') + 1))
                      .allMatch(place -> (" " + state.text()).contains(" " + place)));
    }

    public String word() {
      return possible ? "possible" : "impossible";
    }
  }

  static LitmusResult of(
      Key key,
      LitmusTest test,
      LitmusOutcome outcome,
      List<Final> finals,
      Optional<LitmusExpectation> expectation) {
    SequencedMap<String, String> words = words(test, outcome.finalStates().outcome(), finals);
    List<String> states = finals.stream().map(Final::text).toList();
    List<PartOutcome> outcomes = new ArrayList<>();
    expectation.ifPresent(
        e -> e.outcomes().forEach((t, wanted) -> outcomes.add(PartOutcome.of(t, wanted, finals))));
    List<String> differences =
        new ArrayList<>(expectation.map(e -> e.differences(words, states)).orElse(List.of()));
    for (PartOutcome each : outcomes) {
      if (!each.isShownIn(finals)) {
        differences.add("the final states do not show all of " + each.text());
      } else if (each.possible() != each.expected()) {
        differences.add(each.text() + " is " + each.word());
      }
    }
    return new LitmusResult(
        key,
        test.question().text(),
        words,
        finals,
        outcomes,
        outcome.states(),
        finals.isEmpty() ? outcome.limit().or(() -> noEnd(expectation)) : outcome.limit(),
        expectation.isPresent(),
        differences);
  }

  /** What came of a test that a limit kept from being read, or its memory model. */
  static LitmusResult unread(CheckTask task, String limit, boolean expected) {
    SequencedMap<String, String> words = new LinkedHashMap<>();
    COLUMNS.forEach(column -> words.put(column, ""));
    String name = Path.of(FrontEnds.LITMUS.stem(task.file())).getFileName().toString();
    Key key = new Key(task.file(), name, task.model());
    return new LitmusResult(
        key, "", words, List.of(), List.of(), 0, Optional.of(limit), expected, List.of());
  }

  /** Without final states a condition says nothing, unless it is expected that there are none. */
  private static Optional<String> noEnd(Optional<LitmusExpectation> expectation) {
    return expectation.filter(LitmusExpectation::countsStates).isPresent()
        ? Optional.empty()
        : Optional.of("there is no final state: no run ends, or the filter lets none pass");
  }

  static Final unwitnessed(FinalState state) {
    return new Final(state.text(), state.meets(), Optional.empty());
  }

  /** Allowed: some final state meets the condition, or violates that of a {@code forall}. */
  private static SequencedMap<String, String> words(
      LitmusTest test, Outcome outcome, List<Final> finals) {
    Quantifier quantifier = test.question().quantifier();
    boolean sought = quantifier == Quantifier.EXISTS;
    SequencedMap<String, String> words = new LinkedHashMap<>();
    words.put("verdict", outcome.validates(quantifier) == sought ? "allowed" : "forbidden");
    words.put("quantifier", quantifier.toString());
    words.put("observation", outcome.observation());
    words.put("validates", outcome.validates(quantifier) ? "ok" : "no");
    words.put("final_states", Integer.toString(finals.size()));
    return words;
  }

  public Agreement agreement() {
    if (limit.isPresent()) {
      return Agreement.INCONCLUSIVE;
    }
    if (!expected) {
      return Agreement.OPEN;
    }
    return differences.isEmpty() ? Agreement.AS_EXPECTED : Agreement.DIFFERENT;
  }

  /** How the result differs from the expected one, or the limit of its search; else empty. */
  public String problem() {
    return limit.orElse(expected ? String.join("; ", differences) : "");
  }

  TableCell cell() {
    CellKey cell = new CellKey(key.file(), key.model(), "");
    String problem = (limit.isPresent() ? "inconclusive: " : "") + problem();
    return new TableCell(
        cell, words.getOrDefault("verdict", ""), "", agreement(), problem, List.of());
  }

  /** Of how many final states the condition holds. */
  public long positive() {
    return finals.stream().filter(Final::meets).count();
  }

  /** Herd's line: of how many final states the condition holds, and of how many it does not. */
  public String observation() {
    return "Observation %s %s %s %s"
        .formatted(key.test(), words.get("observation"), positive(), finals.size() - positive());
  }
}
