// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.reference;

import dev.fencepost.ir.MemoryOrder;
import dev.fencepost.ir.Program;
import dev.fencepost.reference.Events.Event;
import dev.fencepost.reference.Events.FenceAt;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.LongStream;

/**
 * The memory models as axioms, after SPARC V9's memory order: an execution is a choice of the write
 * that each read reads from and of an order of the writes to each cell, and is allowed if two
 * relations have no cycle. Enumerates them all; for straight-line programs of a few accesses.
 */
final class AxiomaticModel {

  /** A memory model, by what its accesses keep of program order without fences. */
  enum Order {
    SC,
    TSO,
    PSO_FULL,
    PSO_NO,
    RMO_FULL,
    RMO_NO,
    RMO_V9;

    static Order of(String model) {
      return valueOf(model.replace('-', '_').toUpperCase(Locale.ROOT));
    }

    private boolean fencesReadModifyWrites() {
      return this == PSO_FULL || this == RMO_FULL;
    }

    private boolean ordersReads() {
      return this == SC || this == TSO || this == PSO_FULL || this == PSO_NO;
    }
  }

  private final Program program;
  private final Order order;
  private final Events events;
  private final List<Event> all;
  private final int size;
  private final Relation kept;
  private final Set<List<Long>> finals = new HashSet<>();

  AxiomaticModel(Program program, Order order) {
    this.program = program;
    this.order = order;
    this.events = new Events(program);
    this.all = events.all;
    this.size = all.size();
    this.kept = preserved().or(Relation.of(size, (a, b) -> fenced(a, b) || marked(a, b)));
  }

  /** Memory, with the registers that went to strong cells, of every allowed execution. */
  Set<List<Long>> finals() {
    chooseReads(0, new int[size]);
    return finals;
  }

  private boolean po(int a, int b) {
    return a < b && all.get(a).thread() == all.get(b).thread() && !all.get(a).initial();
  }

  private boolean poLoc(int a, int b) {
    return po(a, b) && all.get(a).cell() == all.get(b).cell();
  }

  private Relation preserved() {
    return switch (order) {
      case SC -> Relation.of(size, this::po);
      case TSO ->
          Relation.of(size, (a, b) -> po(a, b) && (all.get(a).read() || all.get(b).write()));
      case PSO_FULL, PSO_NO ->
          Relation.of(
              size,
              (a, b) -> po(a, b) && (all.get(a).read() || (all.get(b).write() && poLoc(a, b))));
      case RMO_FULL, RMO_NO, RMO_V9 -> {
        Relation depends =
            Relation.of(
                    size,
                    (a, b) ->
                        events.dependencies.get(b).contains(a)
                            || controls(a, b)
                            || (poLoc(a, b) && all.get(a).write() && all.get(b).read()))
                .closure();
        yield Relation.of(
            size,
            (a, b) ->
                (all.get(a).read() && depends.has(a, b))
                    || (poLoc(a, b) && (all.get(b).write() || all.get(a).readModifyWrite())));
      }
    };
  }

  /**
   * Whether the second access waits for the first because of a branch, or because of an access
   * between them whose address the first one gives. With speculation only writes wait, and only for
   * branches.
   */
  private boolean controls(int a, int b) {
    boolean branch = events.controls.get(b).contains(a);
    if (order == Order.RMO_V9) {
      return branch && all.get(b).write();
    }
    boolean address = false;
    for (int c = a + 1; c < b; c++) {
      address |=
          po(c, b)
              && events.addresses.get(c).contains(a)
              && (all.get(c).write() || all.get(b).write());
    }
    return branch || address;
  }

  private boolean fenced(int a, int b) {
    int pairs = ReferenceOrder.pairs(all.get(a).kind(), all.get(b).kind());
    for (FenceAt fence : events.fences) {
      boolean between = fence.thread() == all.get(a).thread() && a < fence.before();
      if (po(a, b) && between && b >= fence.before() && (fence.pairs() & pairs) != 0) {
        return true;
      }
    }
    return false;
  }

  /** Whether C11 orders keep two accesses in order, or that one of them is a read-modify-write. */
  private boolean marked(int a, int b) {
    Event first = all.get(a);
    Event second = all.get(b);
    boolean sequential =
        first.order() == MemoryOrder.SEQ_CST && second.order() == MemoryOrder.SEQ_CST;
    boolean change = first.readModifyWrite() || second.readModifyWrite();
    return po(a, b)
        && (sequential
            || (first.read() && first.order().acquires())
            || (second.write() && second.order().releases())
            || (change && order.fencesReadModifyWrites()));
  }

  private void chooseReads(int event, int[] from) {
    if (event == size) {
      Long[] values = events.values(from);
      if (values != null) {
        chooseCoherence(new ArrayList<>(), from, values);
      }
      return;
    }
    if (!all.get(event).read()) {
      chooseReads(event + 1, from);
      return;
    }
    for (Event write : all) {
      if (write.write() && write.id() != event && write.cell() == all.get(event).cell()) {
        from[event] = write.id();
        chooseReads(event + 1, from);
      }
    }
  }

  /** All orders of all writes stand for the orders of the writes to each cell. */
  private void chooseCoherence(List<Integer> placed, int[] from, Long[] values) {
    boolean complete = true;
    for (Event write : all) {
      if (write.write() && !placed.contains(write.id())) {
        complete = false;
        if (ascending(placed, write)) {
          placed.add(write.id());
          chooseCoherence(placed, from, values);
          placed.removeLast();
        }
      }
    }
    if (complete && allowed(placed, from)) {
      finals.add(finalState(placed, from, values));
    }
  }

  /** Writes are placed cell by cell, initial writes first. */
  private boolean ascending(List<Integer> placed, Event write) {
    boolean first = placed.stream().noneMatch(w -> all.get(w).cell() == write.cell());
    boolean cellsDone =
        all.stream()
            .allMatch(e -> !e.write() || e.cell() >= write.cell() || placed.contains(e.id()));
    return cellsDone && first == write.initial();
  }

  private boolean allowed(List<Integer> writes, int[] from) {
    Relation co =
        Relation.of(
            size,
            (a, b) ->
                all.get(a).write()
                    && all.get(b).write()
                    && all.get(a).cell() == all.get(b).cell()
                    && writes.indexOf(a) < writes.indexOf(b));
    Relation rf = Relation.of(size, (a, b) -> all.get(b).read() && from[b] == a);
    Relation rfe =
        Relation.of(size, (a, b) -> rf.has(a, b) && all.get(a).thread() != all.get(b).thread());
    Relation fr = Relation.of(size, (a, b) -> a != b && all.get(a).read() && co.has(from[a], b));
    Relation loc =
        Relation.of(
            size,
            (a, b) ->
                poLoc(a, b) && (order.ordersReads() || all.get(a).write() || all.get(b).write()));
    return loc.or(rf, fr, co).acyclic() && kept.or(rfe, fr, co).acyclic();
  }

  private List<Long> finalState(List<Integer> writes, int[] from, Long[] values) {
    long[] memory = new long[program.cells()];
    for (int thread = 0; thread < program.threads().size(); thread++) {
      events.run(thread, from, values, memory);
    }
    writes.forEach(w -> memory[all.get(w).cell()] = values[w]);
    return LongStream.of(memory).boxed().toList();
  }
}
