// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.suite;

import dev.fencepost.source.Diagnostic;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.source.SourceSpan;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/** What one file expects of a litmus test under one memory model, and where it says so. */
record PlacedExpectation(SourceSpan place, LitmusExpectation expectation) {

  /** What several files expect, by memory model: all that one of them says. */
  static SequencedMap<String, LitmusExpectation> joined(
      List<SequencedMap<String, PlacedExpectation>> files) throws InvalidInputException {
    SequencedMap<String, List<PlacedExpectation>> all = new LinkedHashMap<>();
    for (SequencedMap<String, PlacedExpectation> file : files) {
      for (var model : file.sequencedEntrySet()) {
        List<PlacedExpectation> known =
            all.computeIfAbsent(model.getKey(), any -> new ArrayList<>());
        for (PlacedExpectation other : known) {
          model.getValue().requireAgreement(other);
        }
        known.add(model.getValue());
      }
    }
    SequencedMap<String, LitmusExpectation> joined = new LinkedHashMap<>();
    all.forEach(
        (model, places) ->
            places.forEach(each -> joined.merge(model, each.expectation, LitmusExpectation::and)));
    return joined;
  }

  private void requireAgreement(PlacedExpectation other) throws InvalidInputException {
    List<String> differences = expectation.contradictions(other.expectation);
    if (!differences.isEmpty()) {
      throw new InvalidInputException(
          new Diagnostic(
              place,
              "this contradicts " + other.place + ": " + String.join("; ", differences),
              "only one of them can be right"));
    }
  }
}
