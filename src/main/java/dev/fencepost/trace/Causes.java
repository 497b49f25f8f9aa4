// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.trace;

import dev.fencepost.source.Origin;
import java.util.List;
import java.util.Optional;

/**
 * Why a thread did in a step what it did, or why a condition failed.
 *
 * @param step behind the last one: the failure
 * @param thread not always the one that takes the step: others may read in it
 * @param reads what it read of memory
 * @param values the steps in which the thread read what its addresses and values are computed from
 * @param decision the last branch of the thread before
 */
public record Causes(
    int step, int thread, List<Read> reads, List<Integer> values, Optional<Decision> decision) {

  public Causes {
    reads = List.copyOf(reads);
    values = List.copyOf(values);
  }

  /**
   * A read.
   *
   * @param from the source of the value, where it is known
   */
  public record Read(String cell, String value, Optional<TraceAccess.Source> from) {
    private static final String MESSAGE = "a message in ";

    /** A message that was received. */
    public static Read ofMessage(
        String channel, String message, Optional<TraceAccess.Source> from) {
      return new Read(MESSAGE + channel, message, from);
    }

    /** Whether a message was received from this channel. */
    public boolean isOfMessageIn(String channel) {
      return cell.equals(MESSAGE + channel);
    }
  }

  /**
   * A branch.
   *
   * @param values the steps in which the thread read what its condition is computed from
   */
  public record Decision(Origin origin, List<Integer> values) {
    public Decision {
      values = List.copyOf(values);
    }
  }
}
