// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.ir.footprint;

import java.util.Arrays;

/** Partitions threads into the fewest segments such that no two of a segment must be apart. */
final class Segments {
  private final boolean[][] apart;
  private final int[] chosen;
  private int[] best = {};
  private int fewest;

  private Segments(boolean[][] apart) {
    this.apart = apart;
    chosen = new int[apart.length];
    fewest = apart.length + 1;
  }

  /** The segment of each, numbered by first members; of several best ones the least. */
  static int[] fewest(boolean[][] apart) {
    Segments segments = new Segments(apart);
    segments.choose(0, 0);
    return segments.best;
  }

  private void choose(int next, int used) {
    if (used >= fewest) {
      return;
    }
    if (next == chosen.length) {
      best = Arrays.copyOf(chosen, next);
      fewest = used;
      return;
    }
    for (int segment = 0; segment <= used; segment++) {
      if (fits(next, segment)) {
        chosen[next] = segment;
        choose(next + 1, Math.max(used, segment + 1));
      }
    }
  }

  private boolean fits(int next, int segment) {
    for (int other = 0; other < next; other++) {
      if (chosen[other] == segment && apart[other][next]) {
        return false;
      }
    }
    return true;
  }
}
