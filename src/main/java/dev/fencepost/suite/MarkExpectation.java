// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.suite;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What becomes of a {@code reachable} mark in a scenario: {@code reaches WR "copy committed"}, or
 * {@code never reaches RW "copy given up" because nobody writes before}. Where the memory models
 * differ there is a line for each side that names them: {@code reaches RW "healed" under sc,tso}.
 *
 * @param reached whether searches pass the mark
 * @param models the memory models for which that is so; empty where it is all of them
 * @param reason why the mark cannot be reached, written by a person; empty where nobody has
 */
public record MarkExpectation(
    boolean reached, String scenario, String label, List<String> models, String reason) {
  private static final Pattern LINE =
      Pattern.compile(
          "(?<verb>reaches|never reaches)\\s+(?<scenario>\\S+)\\s+\"(?<label>[^\"]*)\""
              + "(\\s+under (?<models>\\S+))?(\\s+because (?<reason>.+))?");

  public MarkExpectation {
    models = List.copyOf(models);
  }

  static Optional<MarkExpectation> parse(String line) {
    Matcher matcher = LINE.matcher(line);
    if (!matcher.matches()) {
      return Optional.empty();
    }
    String models = matcher.group("models");
    String reason = matcher.group("reason");
    return Optional.of(
        new MarkExpectation(
            matcher.group("verb").equals("reaches"),
            matcher.group("scenario"),
            matcher.group("label"),
            models == null ? List.of() : List.of(models.split(",", -1)),
            reason == null ? "" : reason));
  }

  /** This, with the reason that the other gives for the same. */
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
