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

  /** The window bound that was hit, if one was. */
  default OptionalInt window() {
    return OptionalInt.empty();
  }

  /** The word that people and programs see. */
  default String word() {
    return switch (this) {
      case Holds holds -> "holds";
      case Violated violated -> "violated";
      case Inconclusive inconclusive -> "inconclusive";
    };
  }

  /** The word, and what must be said with it: the window bound, the length of the trace. */
  default String detailed() {
    return switch (this) {
      case Holds(OptionalInt window) when window.isPresent() ->
          word() + ", window <= " + window.getAsInt();
      case Violated(Trace trace) ->
          word() + " in " + trace.length() + (trace.length() == 1 ? " step" : " steps");
      case Holds holds -> word();
      case Inconclusive inconclusive -> word();
    };
  }
}
