// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.collapse;

/**
 * The steps of a process as far as its local state determines them.
 *
 * @param memoised whether they depend on the local state and these shared parts alone, and change
 *     nothing else
 * @param ample whether they are an ample set, if there are steps
 * @param endsLast whether the only step is the end of the process, possible for the last process
 * @param parts the shared parts that the steps read or change
 */
public record LocalState(boolean memoised, boolean ample, boolean endsLast, PartSet parts) {

  LocalState with(PartSet newParts) {
    return new LocalState(memoised, ample, endsLast, newParts);
  }
}
