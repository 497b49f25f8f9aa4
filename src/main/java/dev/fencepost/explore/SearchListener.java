// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.explore;

/** Listens to a search. Called by the search's threads, by one at a time. */
public interface SearchListener {

  /** Ignores everything. */
  SearchListener NONE = new SearchListener() {};

  /** Called some times a second. */
  default void progress(Progress progress) {}

  /** Called for each state in which all threads have ended; complete if the search is. */
  default void endState(byte[] bytes, int offset, int length) {}

  /**
   * How far a search has got.
   *
   * @param frontier the known states that are not expanded yet
   * @param bytes the memory that the state store takes
   */
  record Progress(long states, long frontier, long bytes, double seconds) {}
}
