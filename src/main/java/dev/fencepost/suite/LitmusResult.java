// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.suite;

import dev.fencepost.check.LitmusChecker.LitmusOutcome;
import dev.fencepost.frontend.litmus.FinalStates.FinalState;
import dev.fencepost.frontend.litmus.LitmusTest;
import dev.fencepost.frontend.litmus.Outcome;
import dev.fencepost.frontend.litmus.Quantifier;
import dev.fencepost.verdict.Verdict;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;

/**
 * What came of a litmus test under a memory model.
 *
 * @param question such as {@code exists (0:EAX=0 /\ [x]=1)}
 * @param words the answer by the names of the columns of an expectation file: verdict, quantifier,
 *     observation, validates, final_states
 * @param searched how many states the search went through
 * @param limit what ended it early
 * @param differences how it differs from what is expected; empty if it does not
 */
public record LitmusResult(
    Key key,
    String question,
    SequencedMap<String, String> words,
    List<Final> finals,
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

  /** How a result compares with what was expected. */
  public enum Agreement {
    AS_EXPECTED("="),
    DIFFERENT("!"),
    INCONCLUSIVE("?"),
    /** Nothing was expected. */
    OPEN("-");

    private final String mark;

    Agreement(String mark) {
      this.mark = mark;
    }

    public String mark() {
      return mark;
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
    return new LitmusResult(
        key,
        test.question().text(),
        words,
        finals,
        outcome.states(),
        outcome.limit(),
        expectation.isPresent(),
        expectation.map(e -> e.differences(words, states)).orElse(List.of()));
  }

  static Final unwitnessed(FinalState state) {
    return new Final(state.text(), state.meets(), Optional.empty());
  }

  /** Allowed: some final state meets the condition, or violates that of a {@code forall}. */
  private static SequencedMap<String, String> words(
      LitmusTest test, Outcome outcome, List<Final> finals) {
    Quantifier quantifier = test.question().quantifier();
    Outcome never = quantifier == Quantifier.FORALL ? Outcome.REQUIRED : Outcome.FORBIDDEN;
    SequencedMap<String, String> words = new LinkedHashMap<>();
    words.put("verdict", outcome == never ? "forbidden" : "allowed");
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

  /** Of how many final states the condition holds. */
  public long positive() {
    return finals.stream().filter(Final::meets).count();
  }

  /** Herd's line: of how many final states the condition holds, and of how many it does not. */
  public String observation() {
    return "Observation "
        + key.test()
        + " "
        + words.get("observation")
        + " "
        + positive()
        + " "
        + (finals.size() - positive());
  }
}
