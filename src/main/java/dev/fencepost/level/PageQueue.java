// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.level;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Pages of some runs, one after the other, which threads take one by one. */
final class PageQueue {
  private final List<Run> runs;
  private final AtomicInteger next;
  private final int end;

  private PageQueue(List<Run> runs, int from, int end) {
    this.runs = runs;
    next = new AtomicInteger(from);
    this.end = end;
  }

  /** All pages. */
  static PageQueue of(List<Run> runs) {
    return new PageQueue(runs, 0, pages(runs));
  }

  /** The pages of one piece of several that are about as long. */
  static PageQueue piece(List<Run> runs, int piece, int pieces) {
    long all = pages(runs);
    return new PageQueue(runs, (int) (all * piece / pieces), (int) (all * (piece + 1) / pieces));
  }

  static int pages(List<Run> runs) {
    return runs.stream().mapToInt(Run::pages).sum();
  }

  /** Takes pages, for one thread. */
  Taker newTaker() {
    return new Taker();
  }

  /** Takes pages for one thread, and reads them. */
  final class Taker implements AutoCloseable {
    private int run;
    private int before;
    private Run.@Nullable Reader reader;

    /** Reads the next page; the run that it is of, or null where there are no more pages. */
    @Nullable Run take(PageBuffer into) {
      int page = next.getAndIncrement();
      if (page >= end) {
        return null;
      }
      while (page - before >= runs.get(run).pages()) {
        before += runs.get(run++).pages();
        close();
      }
      Run.Reader open = reader == null ? runs.get(run).open() : reader;
      reader = open;
      open.read(page - before, into);
      return runs.get(run);
    }

    @Override
    public void close() {
      if (reader != null) {
        reader.close();
        reader = null;
      }
    }
  }
}
