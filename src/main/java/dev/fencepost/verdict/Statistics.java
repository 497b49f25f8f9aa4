// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.verdict;

import java.util.List;

/**
 * What a search did.
 *
 * @param depth the length of the longest shortest run (breadth-first), or the deepest stack
 * @param bytes the memory that the state store holds
 * @param complete whether every reachable state was searched
 * @param reached the labels of the marks that were passed
 * @param unreached those that were not
 */
public record Statistics(
    long states,
    long transitions,
    int depth,
    long bytes,
    double seconds,
    boolean complete,
    List<String> reached,
    List<String> unreached) {
  public Statistics {
    reached = List.copyOf(reached);
    unreached = List.copyOf(unreached);
  }
}
