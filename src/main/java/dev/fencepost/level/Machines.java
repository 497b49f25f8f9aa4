// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.level;

import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * Other machines, on which {@link LevelWorkers} expand the pieces of a level and merge the shares
 * of the next one. They see the files of the search. What travels is bytes that workers make and
 * read.
 */
public interface Machines {

  /** How many pieces they do at a time. */
  int slots();

  /** A level with fewer states is not worth a journey. */
  long fewStates();

  /**
   * Expands a level. A piece may be expanded several times, of which one counts.
   *
   * @param job for {@link LevelWorkers#expand}
   * @param shares of candidates that the pieces give
   * @param goesOn asked now and then; the work ends soon after it says no
   * @throws UnusableMachinesException if they cannot do the work
   */
  Expanded expand(byte[] job, int pieces, int shares, BooleanSupplier goesOn);

  /** The candidates of a level. */
  interface Expanded extends AutoCloseable {

    /** What each piece has shown, in any order; nothing where the work was ended. */
    List<byte[]> summaries();

    /**
     * Merges the candidates.
     *
     * @param job for {@link LevelWorkers#merge}
     * @return what that gives, share by share; nothing where the work was ended
     */
    List<byte[]> merge(byte[] job);

    /** The candidates are not needed any more. */
    @Override
    void close();
  }

  /** The machines of a search. */
  record Team(Machines machines, String search) {}
}
