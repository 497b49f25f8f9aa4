// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.collapse;

/**
 * What a machine knows of a process's steps by its local state alone.
 *
 * @param memoised whether they depend on the local state and these shared parts alone, and change
 *     nothing else
 * @param ample whether they are an ample set where there is one
 * @param endsLast whether the only step is the end of the process, when it is the last one
 * @param parts the shared parts that the steps read or change
 */
public record LocalState(boolean memoised, boolean ample, boolean endsLast, PartSet parts) {

  LocalState with(PartSet newParts) {
    return new LocalState(memoised, ample, endsLast, newParts);
  }
}
