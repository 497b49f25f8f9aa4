// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.suite;

import dev.fencepost.source.InvalidInputException;
import dev.fencepost.source.TextScanner;
import java.util.List;

/**
 * Whether a {@code reachable} mark is reached in a scenario: {@code reaches WR "copy committed"},
 * or {@code never reaches RW "copy given up" because nobody writes before}. Where the memory models
 * differ there is a line for each side that names them: {@code reaches RW "healed" under sc,tso}.
 *
 * @param reached whether searches pass the mark
 * @param models the memory models for which that is so; empty where it is all of them
 * @param reason why the mark cannot be reached, written by a person; empty where nobody has
 */
public record MarkExpectation(
    boolean reached, String scenario, String label, List<String> models, String reason) {
  public MarkExpectation {
    models = List.copyOf(models);
  }

  /** Parses the line of a mark behind its verb. */
  static MarkExpectation parse(boolean reached, TextScanner line) throws InvalidInputException {
    String scenario = line.word("a scenario").text();
    String label = line.quoted("a mark").text();
    List<String> models =
        line.accept("under")
            ? List.of(line.word("memory models").text().split(",", -1))
            : List.of();
    String reason = line.accept("because") ? line.rest() : "";
    return new MarkExpectation(reached, scenario, label, models, reason);
  }

  /** This expectation with its reason, if the others have it. */
  MarkExpectation explainedBy(List<MarkExpectation> others) {
    for (MarkExpectation other : others) {
      if (equals(
          new MarkExpectation(other.reached, other.scenario, other.label, other.models, ""))) {
        return other;
      }
    }
    return this;
  }

  @Override
  public String toString() {
    return (reached ? "reaches " : "never reaches ")
        + scenario
        + " \""
        + label
        + '"'
        + (models.isEmpty() ? "" : " under " + String.join(",", models))
        + (reason.isEmpty() ? "" : " because " + reason);
  }
}
