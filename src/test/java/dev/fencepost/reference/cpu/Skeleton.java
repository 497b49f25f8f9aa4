// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.reference.cpu;

import dev.fencepost.ir.Instruction;
import dev.fencepost.reference.Relation;
import dev.fencepost.reference.cpu.Event.Role;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * A candidate execution without its communication: events, program order and dependencies. Sets of
 * events are words of bits, named as cat files name them.
 */
public final class Skeleton {
  final List<Event> events;
  final int size;

  /** Reads, writes, both. */
  final long r;

  final long w;
  final long m;

  /** Parts of instructions that read and write, and exclusives. */
  final long atomic;

  final long exclusive;

  final Relation po;
  final Relation sameCell;
  final Relation poLoc;
  final Relation internal;
  final Relation addr;
  final Relation data;
  final Relation ctrl;
  final Relation rmw;

  Skeleton(List<Event> events) {
    this.events = events;
    size = events.size();
    r = set(Event::reads);
    w = set(Event::writes);
    m = r | w;
    atomic = set(event -> hasRole(event, Role.ATOMIC));
    exclusive = set(event -> hasRole(event, Role.EXCLUSIVE));
    internal = Relation.of(size, (a, b) -> at(a).thread() == at(b).thread() && at(a).thread() >= 0);
    po = Relation.of(size, (a, b) -> internal.has(a, b) && at(a).instance() < at(b).instance());
    sameCell = Relation.of(size, (a, b) -> at(a).sameCell(at(b)));
    poLoc = po.and(sameCell);
    addr = origin(event -> event.origins().address().sources());
    data = origin(event -> event.origins().data().sources());
    ctrl = origin(event -> event.origins().control().sources());
    rmw = Relation.of(size, (a, b) -> at(b).pair() == a);
  }

  private static boolean hasRole(Event event, Role role) {
    return event.access() != null && event.access().role() == role;
  }

  Event at(int event) {
    return events.get(event);
  }

  long set(Predicate<Event> holds) {
    long set = 0;
    for (int i = 0; i < size; i++) {
      set |= holds.test(at(i)) ? 1L << i : 0;
    }
    return set;
  }

  /** The fences with exactly these pairs. */
  long fences(int pairs) {
    return set(event -> event.fence() != null && event.fence().pairs() == pairs);
  }

  /** The fences of a kind. */
  long fences(String kind) {
    return set(event -> event.fence() != null && event.fence().attributes().contains(kind));
  }

  /** The fences of which something holds. */
  long fencesWith(Predicate<Instruction.Fence> holds) {
    return set(event -> event.fence() != null && holds.test(event.fence()));
  }

  /** From the events that a later event comes from, as bits, to that event. */
  Relation origin(Function<Event, Long> sources) {
    return Relation.of(size, (a, b) -> po.has(a, b) && (sources.apply(at(b)) >>> a & 1) != 0);
  }

  /** Cat's {@code fencerel(set)}: po; [set]; po. */
  Relation around(long fences) {
    return po.into(fences).then(po);
  }

  /** Pairs of events of the first and the second set. */
  Relation pairs(long from, long to) {
    return Relation.of(size, (a, b) -> (from >>> a & 1) != 0 && (to >>> b & 1) != 0);
  }
}
