// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.level;

import java.util.BitSet;
import java.util.List;

/** Drops the states that are known. For one thread. */
final class Subtraction {
  private final PageBuffer buffer = new PageBuffer();
  private final Keys page;
  private final Control control;

  /**
   * @param kind an empty list of states
   */
  Subtraction(Keys kind, Control control) {
    page = kind.another();
    this.control = control;
  }

  /** Drops from a sorted set what some runs have. */
  void drop(Keys states, List<Run> known) {
    BitSet met = new BitSet(states.size());
    for (Run run : known) {
      meet(states, run, met);
      control.check();
    }
    states.drop(met);
  }

  private void meet(Keys states, Run run, BitSet met) {
    int at = states.size() == 0 || run.pages() == 0 ? 0 : states.seek(0, run.firsts(), 0);
    if (at == states.size() || run.pages() == 0) {
      return;
    }
    int pageNumber = 0;
    try (Run.Reader reader = run.open()) {
      while (pageNumber < run.pages()) {
        at = states.seek(at, run.firsts(), pageNumber);
        if (at == states.size()) {
          return;
        }
        pageNumber = pageOf(run, states, at, pageNumber);
        read(run, reader, pageNumber);
        at = states.meet(at, page, met);
        pageNumber++;
      }
    }
  }

  /** Reads a page; its states. */
  Keys read(Run run, Run.Reader reader, int pageNumber) {
    reader.read(pageNumber, buffer);
    page.clear();
    page.read(buffer, run.form());
    return page;
  }

  /** The last page from one on that begins with no greater state; or that one. */
  static int pageOf(Run run, Keys states, int index, int from) {
    Keys firsts = run.firsts();
    int at = firsts.seek(from, states, index);
    boolean exact = at < firsts.size() && states.seek(index, firsts, at) == index;
    return exact ? at : Math.max(from, at - 1);
  }
}
