// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.litmus;

import java.util.List;
import java.util.SequencedSet;
import java.util.TreeSet;

/**
 * What a test asks of its final states.
 *
 * @param locations what is shown besides the places of the condition
 * @param filter final states of which this does not hold do not count
 */
public record Question(
    List<LitmusPlace> locations,
    LitmusCondition filter,
    Quantifier quantifier,
    LitmusCondition condition) {

  public Question {
    locations = List.copyOf(locations);
  }

  /** The question as a test writes it: {@code exists (0:EAX=0 /\\ [x]=1)}. */
  public String text() {
    return quantifier + " (" + condition.text() + ")";
  }

  /** The places that make up a final state, in the order in which they are shown. */
  public SequencedSet<LitmusPlace> observed() {
    SequencedSet<LitmusPlace> places = new TreeSet<>(LitmusPlace.ORDER);
    places.addAll(locations);
    addPlaces(condition, places);
    return places;
  }

  /** The observed places and those of the filter. */
  SequencedSet<LitmusPlace> places() {
    SequencedSet<LitmusPlace> places = observed();
    addPlaces(filter, places);
    return places;
  }

  private static void addPlaces(LitmusCondition condition, SequencedSet<LitmusPlace> places) {
    for (LitmusCondition.Compare comparison : condition.comparisons()) {
      places.add(comparison.left());
      if (comparison.right() instanceof LitmusCondition.Contents contents) {
        places.add(contents.place());
      }
    }
  }

  /** The variables whose addresses it speaks of. */
  SequencedSet<String> addresses() {
    SequencedSet<String> variables = new TreeSet<>();
    for (LitmusCondition part : List.of(filter, condition)) {
      for (LitmusCondition.Compare comparison : part.comparisons()) {
        if (comparison.right() instanceof LitmusCondition.Address address) {
          variables.add(address.variable());
        }
      }
    }
    return variables;
  }

  /** The places whose values the condition compares with addresses. */
  SequencedSet<LitmusPlace> pointers() {
    SequencedSet<LitmusPlace> places = new TreeSet<>(LitmusPlace.ORDER);
    for (LitmusCondition.Compare comparison : condition.comparisons()) {
      if (comparison.right() instanceof LitmusCondition.Address) {
        places.add(comparison.left());
      }
    }
    return places;
  }
}
