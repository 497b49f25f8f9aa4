// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.suite;

import dev.fencepost.source.Diagnostic;
import dev.fencepost.suite.LitmusResult.Agreement;
import java.util.Collections;
import java.util.List;
import java.util.SequencedMap;
import java.util.TreeMap;

/**
 * What came of a run of litmus tests.
 *
 * @param results test by test and model by model, in a fixed order
 * @param refused by file, what is wrong with tests that could not be run
 * @param leftOut how many rows of the table of expectations stand for no model here, by their model
 */
public record LitmusReport(
    List<LitmusResult> results,
    SequencedMap<String, List<Diagnostic>> refused,
    SequencedMap<String, Integer> leftOut,
    double seconds) {

  public LitmusReport {
    results = List.copyOf(results);
    refused = Collections.unmodifiableSequencedMap(new TreeMap<>(refused));
    leftOut = Collections.unmodifiableSequencedMap(new TreeMap<>(leftOut));
  }

  public List<LitmusResult> with(Agreement agreement) {
    return results.stream().filter(result -> result.agreement() == agreement).toList();
  }

  /** The outcomes that something is expected of, under each model. */
  public List<LitmusResult.PartOutcome> outcomes() {
    return results.stream().flatMap(result -> result.outcomes().stream()).toList();
  }

  /** How many states were searched in all. */
  public long states() {
    return results.stream().mapToLong(LitmusResult::searched).sum();
  }
}
