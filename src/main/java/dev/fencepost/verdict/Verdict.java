// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.verdict;

import dev.fencepost.trace.Trace;
import java.util.OptionalInt;

/** The outcome of a check. */
public sealed interface Verdict {

  /**
   * Every run was searched and none violates a property.
   *
   * @param window the window bound that was hit, if one was: the verdict then covers no more
   */
  record Holds(OptionalInt window) implements Verdict {}

  /** Here is a run that violates a property. */
  record Violated(Trace trace) implements Verdict {}

  /**
   * A limit stopped the search, and nothing bad was found up to there.
   *
   * @param limit the limit, and how to raise it
   */
  record Inconclusive(String limit) implements Verdict {}
}
