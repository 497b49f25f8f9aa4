// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.level;

import dev.fencepost.explore.Crew;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Merges candidates: the states that no known run has, each once. The candidates are cut into
 * ranges that fit into memory, and several threads merge one range each.
 *
 * @param kind an empty list of states
 * @param rangeBytes the memory that the candidates of a range take about
 */
record Merge(Keys kind, Crew crew, Control control, int threads, long rangeBytes) {
  /** About what a state of bytes takes. */
  private static final int BYTES_GUESS = 64;

  /** With fewer bytes, other threads cost more than they give. */
  private static final long SMALL = 1 << 20;

  /** Writes the states that are among the candidates and in none of the known runs. */
  Run merge(List<Run> candidates, List<Run> known, RunStore.Writing target) {
    candidates.forEach(run -> run.firsts().follow());
    known.forEach(run -> run.firsts().follow());
    Keys bounds = bounds(candidates);
    int ranges = bounds.size() + 1;
    for (int first = 0; first < ranges && control.check(); first += threads) {
      int count = Math.min(threads, ranges - first);
      @Nullable EncodedPages[] merged = new EncodedPages[count];
      List<Runnable> jobs = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        int job = i;
        Range range = new Range(bounds, first + i);
        jobs.add(() -> control.guarded(() -> merged[job] = range.merge(candidates, known)));
      }
      crew.run(jobs);
      if (control.goesOn()) {
        Arrays.stream(merged).map(Objects::requireNonNull).forEach(target::add);
      }
    }
    return target.finish();
  }

  /** The first states of all ranges but the first one. */
  private Keys bounds(List<Run> candidates) {
    Keys firsts = kind.another();
    long bytes = 0;
    for (Run run : candidates) {
      firsts.add(run.firsts(), 0, run.firsts().size());
      bytes += run.count() * (run.form().isOfWords() ? Long.BYTES : BYTES_GUESS);
    }
    firsts.sort();
    Keys bounds = kind.another();
    long ranges = Math.max(bytes / rangeBytes, bytes > SMALL ? threads : 1);
    int each = (int) Math.max(1, firsts.size() / ranges);
    for (int i = each; i < firsts.size() && ranges > 1; i += each) {
      bounds.add(firsts, i, i + 1);
    }
    return bounds;
  }

  /** The candidates between two bounds. */
  private final class Range {
    private final Keys bounds;
    private final int number;
    private final Subtraction subtraction = new Subtraction(kind, control);
    private final Keys states = kind.another();

    Range(Keys bounds, int number) {
      this.bounds = bounds;
      this.number = number;
    }

    EncodedPages merge(List<Run> candidates, List<Run> known) {
      candidates.forEach(this::load);
      states.sort();
      subtraction.drop(states, known);
      return EncodedPages.of(states, new PageBuffer());
    }

    private void load(Run run) {
      int pageNumber = number == 0 ? 0 : Subtraction.pageOf(run, bounds, number - 1, 0);
      try (Run.Reader reader = run.open()) {
        for (; pageNumber < run.pages() && !isBehind(run, pageNumber); pageNumber++) {
          Keys page = subtraction.read(run, reader, pageNumber);
          int from = number == 0 ? 0 : page.seek(0, bounds, number - 1);
          int end = number == bounds.size() ? page.size() : page.seek(from, bounds, number);
          states.add(page, from, end);
        }
      }
    }

    /** Whether a page begins behind the range. */
    private boolean isBehind(Run run, int pageNumber) {
      return number < bounds.size() && bounds.seek(number, run.firsts(), pageNumber) > number;
    }
  }
}
