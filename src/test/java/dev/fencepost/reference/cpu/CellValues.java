// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.reference.cpu;

import dev.fencepost.ir.MemoryLocation;
import dev.fencepost.ir.Program;
import dev.fencepost.reference.cpu.ThreadRuns.Run;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The values that each cell may hold. A value is known with the sets of writes that it can come
 * from; one that a write would have to hand to itself is none, as each of the models orders data
 * flow from a write to a later one.
 */
final class CellValues {

  /** An instruction that writes, of those of its thread that have run. */
  private record Write(int thread, int instance) {}

  private final List<Map<Long, List<Long>>> cells = new ArrayList<>();
  private final Map<Write, Integer> writes = new HashMap<>();

  CellValues(Program program) {
    for (MemoryLocation cell : program.memory()) {
      Map<Long, List<Long>> values = new TreeMap<>();
      values.put(cell.initial(), List.of(0L));
      cells.add(values);
    }
  }

  Collection<Long> of(int cell) {
    return List.copyOf(cells.get(cell).keySet());
  }

  /** Adds what a run writes; whether that changes anything. */
  boolean add(Run run) {
    boolean changed = false;
    for (int i = 0; i < run.events().size(); i++) {
      Event event = run.events().get(i);
      if (event.writes()) {
        Map<Long, List<Long>> values = cells.get(event.access().cell());
        List<Long> known = values.getOrDefault(event.access().put(), List.of());
        List<Long> more = known;
        for (long set : origins(run, i)) {
          more = withLeast(more, set);
        }
        if (!more.equals(known)) {
          values.put(event.access().put(), more);
          changed = true;
        }
      }
    }
    return changed;
  }

  /** The sets of writes that the value of a write can come from, itself included. */
  private List<Long> origins(Run run, int index) {
    Event event = run.events().get(index);
    Write write = new Write(event.thread(), event.instance());
    writes.putIfAbsent(write, writes.size());
    long self = 1L << writes.get(write);
    List<Long> sets = List.of(0L);
    for (int i = 0; i <= index; i++) {
      Event source = run.events().get(i);
      boolean own = source.reads() && (i == index || i == event.pair());
      if (own || source.reads() && (event.origins().data().sources() >>> i & 1) != 0) {
        List<Long> joined = new ArrayList<>();
        for (long set : sets) {
          for (long other : cells.get(source.access().cell()).get(source.access().got())) {
            joined = withLeast(joined, set | other);
          }
        }
        sets = joined;
      }
    }
    return sets.stream().filter(set -> (set & self) == 0).map(set -> set | self).toList();
  }

  /** The sets and another, without those that contain another. */
  private static List<Long> withLeast(List<Long> sets, long set) {
    if (sets.stream().anyMatch(known -> (known & ~set) == 0)) {
      return sets;
    }
    List<Long> least = new ArrayList<>(sets);
    least.removeIf(known -> (set & ~known) == 0);
    least.add(set);
    return least;
  }
}
