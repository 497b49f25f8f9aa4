// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.level;

import dev.fencepost.collect.Writer;
import java.util.ArrayList;
import java.util.List;

/** Gathers candidates as runs of a store. For one thread. */
final class CandidateRuns implements Gathering {
  private final Keys gathered;
  private final RunStore store;
  private final PageBuffer buffer = new PageBuffer();
  private List<Run> runs = new ArrayList<>();

  /**
   * @param kind an empty list of states
   */
  CandidateRuns(Keys kind, RunStore store) {
    gathered = kind.another();
    this.store = store;
  }

  @Override
  public void add(Writer writer, int staged) {
    gathered.add(writer, staged);
  }

  @Override
  public void add(Keys page, int index) {
    gathered.add(page, index, index + 1);
  }

  @Override
  public long bytes() {
    return gathered.bytes();
  }

  @Override
  public void save() {
    if (gathered.size() > 0) {
      gathered.follow();
      gathered.sort();
      runs.add(store.candidates(EncodedPages.of(gathered, buffer)));
      gathered.clear();
    }
  }

  /** The runs that were saved since the last call. */
  List<Run> take() {
    List<Run> taken = runs;
    runs = new ArrayList<>();
    return taken;
  }
}
