// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.suite;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;

/**
 * What is expected of a litmus test under a memory model.
 *
 * @param words some of the {@link LitmusResult#words}, by their names
 * @param outcomes parts of final states, {@code 0:r0=1 1:r0=0}, and whether they are possible
 * @param states the whole set of final states, in order, where it is known
 */
record LitmusExpectation(
    SequencedMap<String, String> words,
    SequencedMap<String, Boolean> outcomes,
    Optional<List<String>> states) {
  private static final int MOST_SHOWN = 3;

  LitmusExpectation {
    words = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(words));
    outcomes = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(outcomes));
    states = states.map(List::copyOf);
  }

  /** Whether it says how many final states there are. */
  boolean countsStates() {
    return states.isPresent() || words.containsKey("final_states");
  }

  /** All that this or another says, where they do not contradict each other. */
  LitmusExpectation and(LitmusExpectation other) {
    SequencedMap<String, String> allWords = new LinkedHashMap<>(other.words);
    allWords.putAll(words);
    SequencedMap<String, Boolean> allOutcomes = new LinkedHashMap<>(other.outcomes);
    allOutcomes.putAll(outcomes);
    return new LitmusExpectation(allWords, allOutcomes, states.or(() -> other.states));
  }

  /** Where both this and another say something, and not the same. */
  List<String> contradictions(LitmusExpectation other) {
    List<String> contradictions = new ArrayList<>();
    words.forEach(
        (name, word) -> {
          String otherWord = other.words.getOrDefault(name, word);
          if (!word.equals(otherWord)) {
            contradictions.add(name.replace('_', ' ') + " " + word + " and " + otherWord);
          }
        });
    if (states.isPresent() && other.states.isPresent() && !states.equals(other.states)) {
      contradictions.add("other final states");
    }
    return contradictions;
  }

  /** How what was found differs, in words for people. */
  List<String> differences(Map<String, String> found, List<String> foundStates) {
    List<String> differences = new ArrayList<>();
    words.forEach(
        (name, expected) -> {
          if (!expected.equals(found.get(name))) {
            differences.add(
                name.replace('_', ' ') + " " + found.get(name) + ", expected " + expected);
          }
        });
    states.ifPresent(
        expected -> {
          compare("not found", expected, foundStates).ifPresent(differences::add);
          compare("not expected", foundStates, expected).ifPresent(differences::add);
        });
    return differences;
  }

  private static Optional<String> compare(String what, List<String> these, List<String> those) {
    Set<String> others = new HashSet<>(those);
    List<String> missing = these.stream().filter(state -> !others.contains(state)).toList();
    if (missing.isEmpty()) {
      return Optional.empty();
    }
    int shown = Math.min(MOST_SHOWN, missing.size());
    String more = missing.size() > shown ? " and " + (missing.size() - shown) + " more" : "";
    return Optional.of(what + ": " + String.join(" | ", missing.subList(0, shown)) + more);
  }
}
