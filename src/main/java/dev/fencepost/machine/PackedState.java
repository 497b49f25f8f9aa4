// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine;

import dev.fencepost.ir.Program;

/**
 * A packed state, and where its parts lie: successors take over the bytes of what they keep. A part
 * begins with its length.
 */
final class PackedState {
  byte[] bytes = {};

  /** Where the state begins, and how many threads it has. */
  int start;

  int threadCount;

  int memoryStart;
  int memoryEnd;

  /** Where each thread ends; the first begins at {@link #threadsStart}. */
  final int[] threadEnd = new int[Program.MAX_THREADS];

  int threadsStart;

  int threadStart(int number) {
    return number == 0 ? threadsStart : threadEnd[number - 1];
  }
}
