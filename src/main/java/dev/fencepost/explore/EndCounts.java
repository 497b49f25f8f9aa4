// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.explore;

import java.util.Collections;
import java.util.SequencedMap;
import java.util.TreeMap;

/**
 * The states without steps that a search met and that violate nothing.
 *
 * @param ended in how many all processes have ended
 * @param waiting in how many some wait for ever, by the system's number for who waits where
 */
public record EndCounts(long ended, SequencedMap<Integer, Long> waiting) {

  /** Of a search that counts none. */
  public static final EndCounts NONE = new EndCounts(0, new TreeMap<>());

  public EndCounts {
    waiting = Collections.unmodifiableSequencedMap(new TreeMap<>(waiting));
  }

  /** These counts and others. */
  public EndCounts plus(EndCounts others) {
    TreeMap<Integer, Long> sum = new TreeMap<>(waiting);
    others.waiting.forEach((who, count) -> sum.merge(who, count, Long::sum));
    return new EndCounts(ended + others.ended, sum);
  }
}
