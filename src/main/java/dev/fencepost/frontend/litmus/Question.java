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
    List<Place> locations, Condition filter, Quantifier quantifier, Condition condition) {

  public Question {
    locations = List.copyOf(locations);
  }

  /** The question as a test writes it: {@code exists (0:EAX=0 /\\ [x]=1)}. */
  public String text() {
    return quantifier + " (" + condition.text() + ")";
  }

  /** The places that make up a final state, in the order in which they are shown. */
  public SequencedSet<Place> observed() {
    SequencedSet<Place> places = new TreeSet<>(Place.ORDER);
    places.addAll(locations);
    addPlaces(condition, places);
    return places;
  }

  /** The observed places and those of the filter. */
  SequencedSet<Place> places() {
    SequencedSet<Place> places = observed();
    addPlaces(filter, places);
    return places;
  }

  private static void addPlaces(Condition condition, SequencedSet<Place> places) {
    condition.forEachComparison(
        comparison -> {
          places.add(comparison.left());
          if (comparison.right() instanceof Condition.Contents contents) {
            places.add(contents.place());
          }
        });
  }

  /** The variables whose addresses it speaks of. */
  SequencedSet<String> addresses() {
    SequencedSet<String> variables = new TreeSet<>();
    for (Condition part : List.of(filter, condition)) {
      part.forEachComparison(
          comparison -> {
            if (comparison.right() instanceof Condition.Address address) {
              variables.add(address.variable());
            }
          });
    }
    return variables;
  }

  /** The places whose values the condition compares with addresses. */
  SequencedSet<Place> pointers() {
    SequencedSet<Place> places = new TreeSet<>(Place.ORDER);
    condition.forEachComparison(
        comparison -> {
          if (comparison.right() instanceof Condition.Address) {
            places.add(comparison.left());
          }
        });
    return places;
  }
}
