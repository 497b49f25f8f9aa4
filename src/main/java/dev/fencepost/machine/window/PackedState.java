// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.window;

import dev.fencepost.ir.Program;
import java.util.Arrays;

/**
 * A packed state, and where its parts lie: successors take over the bytes of what they keep. A part
 * begins with its length.
 */
public final class PackedState {
  public byte[] bytes = {};

  /** Where the state begins, and how many threads it has. */
  public int start;

  public int threadCount;

  /** Whether it has a violation or marks that count only if the open guesses prove right. */
  public boolean undecided;

  public int memoryStart;
  public int memoryEnd;

  /** Where each thread ends; the first begins at {@link #threadsStart}. */
  public final int[] threadEnd = new int[Program.MAX_THREADS];

  public int threadsStart;

  public int threadStart(int number) {
    return number == 0 ? threadsStart : threadEnd[number - 1];
  }

  /** Whether another state has the same threads, but for one. */
  public boolean sharesOthers(int number, PackedState other) {
    boolean same = threadCount == other.threadCount;
    for (int i = 0; i < threadCount && same; i++) {
      same =
          i == number
              || Arrays.equals(
                  bytes,
                  threadStart(i),
                  threadEnd[i],
                  other.bytes,
                  other.threadStart(i),
                  other.threadEnd[i]);
    }
    return same;
  }
}
