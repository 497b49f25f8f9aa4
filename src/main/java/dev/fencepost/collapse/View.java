// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.collapse;

/**
 * The view of a process, on which its steps depend: the projection of the shared parts, and its
 * local state.
 *
 * @param bits the identifier of the projection above that of the local state
 */
record View(long bits) {

  static View of(int projection, int process) {
    return new View(bits(projection, process));
  }

  /** The bits of a view, for a key: code that only the first compiler sees makes no object. */
  static long bits(int projection, int process) {
    return (long) projection << Integer.SIZE | process;
  }

  int projection() {
    return (int) (bits >> Integer.SIZE);
  }

  /** The local state's identifier; none where the process has ended. */
  int process() {
    return (int) bits;
  }
}
