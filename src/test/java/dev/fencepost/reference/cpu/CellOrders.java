// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.reference.cpu;

import dev.fencepost.reference.Relation;
import java.util.ArrayList;
import java.util.List;

/**
 * The ways to read from and to order the writes of one cell that are coherent there: po-loc, rf, fr
 * and co of the cell have no cycle. Each of the models asks for that.
 */
final class CellOrders {

  /** One way. */
  record Choice(Relation rf, Relation co, long last) {}

  private final Skeleton skeleton;

  /** The accesses to the cell. */
  private final long here;

  private final List<Integer> reads = new ArrayList<>();
  private final List<Integer> writes = new ArrayList<>();
  private final List<Choice> choices = new ArrayList<>();

  private CellOrders(Skeleton skeleton, int cell) {
    this.skeleton = skeleton;
    here = skeleton.set(event -> event.access() != null && event.access().cell() == cell);
    for (int i = 0; i < skeleton.size; i++) {
      Event event = skeleton.at(i);
      boolean accesses = (here >>> i & 1) != 0;
      if (accesses && event.reads()) {
        reads.add(i);
      }
      if (accesses && event.writes()) {
        writes.add(i);
      }
    }
  }

  static List<Choice> of(Skeleton skeleton, int cell) {
    CellOrders orders = new CellOrders(skeleton, cell);
    orders.placeWrites(new ArrayList<>());
    return orders.choices;
  }

  /** The initial write is the first; writes of one thread keep their order. */
  private void placeWrites(List<Integer> placed) {
    if (placed.size() == writes.size()) {
      Relation co =
          Relation.of(
              skeleton.size, (a, b) -> placed.contains(a) && placed.indexOf(a) < placed.indexOf(b));
      chooseReads(0, new int[reads.size()], co, placed.getLast());
      return;
    }
    for (int write : writes) {
      boolean next =
          !placed.contains(write)
              && (placed.isEmpty() == skeleton.at(write).thread() < 0)
              && writes.stream().allMatch(w -> placed.contains(w) || !skeleton.po.has(w, write));
      if (next) {
        placed.add(write);
        placeWrites(placed);
        placed.removeLast();
      }
    }
  }

  private void chooseReads(int index, int[] from, Relation co, int last) {
    if (index == from.length) {
      Relation rf =
          Relation.of(skeleton.size, (a, b) -> reads.contains(b) && from[reads.indexOf(b)] == a);
      Communication c = new Communication(skeleton, rf, co);
      if (skeleton.poLoc.from(here).or(c.rf, c.fr, c.co).acyclic()) {
        choices.add(new Choice(rf, co, skeleton.at(last).access().put()));
      }
      return;
    }
    int read = reads.get(index);
    for (int write : writes) {
      boolean later = write == read || skeleton.po.has(read, write);
      if (!later && skeleton.at(write).access().put() == skeleton.at(read).access().got()) {
        from[index] = write;
        chooseReads(index + 1, from, co, last);
      }
    }
  }
}
