// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.check;

import dev.fencepost.source.Phrase;
import java.util.Optional;

/**
 * One attempt of a {@link SearchPlan}.
 *
 * @param system what is searched, in words
 * @param states with how many states it ends or pauses; {@link #UNLIMITED} for the task's limit
 */
record Attempt(String system, Role role, Meaning meaning, long states, Searcher searcher) {
  static final long UNLIMITED = Long.MAX_VALUE;

  /** The kinds of systems that a plan distinguishes. */
  enum Role {
    /** All states of the machine. */
    WHOLE,
    /** A system with fewer states. */
    REDUCED,
    /** Nothing: it is estimated how much a reduction leaves out. */
    ESTIMATE
  }

  /** What a result means. */
  enum Meaning {
    /** It is the answer. */
    ANSWER,
    /** <em>Holds</em> is the answer; for a violation a shorter run is searched. */
    HOLDS,
    /** It is the answer where all states were searched. */
    COUNTS,
    /** It gives the run of a known violation. */
    RUN
  }

  /** Does the work of an attempt: one kind of search each. */
  @FunctionalInterface
  interface Searcher {
    /**
     * Searches, or goes on.
     *
     * @param states see {@link Attempt#states}
     */
    Found search(long states);

    /** This search with its states on disk, where there is no more memory; if it can be. */
    default Optional<Searcher> onDisk() {
      return Optional.empty();
    }
  }

  /** An attempt to the end. */
  static Attempt of(String system, Role role, Meaning meaning, Searcher searcher) {
    return new Attempt(system, role, meaning, UNLIMITED, searcher);
  }

  boolean isLimited() {
    return states != UNLIMITED;
  }

  Attempt upTo(long newStates) {
    return new Attempt(system, role, meaning, newStates, searcher);
  }

  /** This attempt to the end, with its states on disk. */
  Optional<Attempt> onDisk() {
    return searcher
        .onDisk()
        .map(other -> new Attempt(system + " by levels", role, meaning, UNLIMITED, other));
  }

  Attempt meaning(Meaning newMeaning) {
    return new Attempt(system, role, newMeaning, states, searcher);
  }

  @Override
  public String toString() {
    return isLimited() ? Phrase.of("%s up to %,d states", system, states) : system;
  }
}
