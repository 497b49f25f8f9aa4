// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.reference.runahead;

import dev.fencepost.ir.Arithmetic;
import dev.fencepost.ir.Expr;
import dev.fencepost.ir.Instruction;
import dev.fencepost.ir.Program;
import java.util.ArrayList;
import java.util.List;

/** Local steps of a thread: fetch in program order, operands, branches and selects. */
final class Pipeline {
  private static final int LONGEST_WINDOW = 40;

  /** Adds the states in which a load has run ahead. */
  interface RunAhead {
    void offer(RunAheadState state, int thread, int index, List<RunAheadState> out);
  }

  private final Program program;
  private final Cpu cpu;
  private final RunAheadOrder ordering;
  private final RunAhead runAhead;

  Pipeline(Program program, Cpu cpu, RunAheadOrder ordering, RunAhead runAhead) {
    this.program = program;
    this.cpu = cpu;
    this.ordering = ordering;
    this.runAhead = runAhead;
  }

  /** Takes all local steps of a thread; adds the states in which it has none left. */
  void advance(RunAheadState state, int number, List<RunAheadState> out) {
    WindowedThread thread = state.threads.get(number);
    while (true) {
      if (!settle(thread)) {
        return;
      }
      ordering.retire(thread);
      Entry load = unoffered(thread);
      if (load != null) {
        load.offered = true;
        runAhead.offer(state, number, thread.window.indexOf(load), out);
        continue;
      }
      if (thread.ended || !fetch(state, number, out)) {
        break;
      }
    }
    out.add(state);
  }

  private Entry unoffered(WindowedThread thread) {
    for (int i = 0; i < thread.window.size(); i++) {
      Entry entry = thread.window.get(i);
      if (entry.kind == Entry.Kind.LOAD && !entry.done && entry.cell >= 0 && !entry.offered) {
        Entry store = RunAheadOrder.forwarding(thread, i);
        if (!ordering.of(thread, i).waits()
            && (store == null || ordering.mayForward(thread, store, entry))) {
          return entry;
        }
      }
    }
    return null;
  }

  /** Computes what has its operands; whether the run goes on. */
  private boolean settle(WindowedThread thread) {
    boolean changed = true;
    while (changed) {
      changed = false;
      for (int i = 0; i < thread.window.size(); i++) {
        Entry entry = thread.window.get(i);
        switch (entry.kind) {
          case COMPUTE -> changed |= compute(thread, entry);
          case SELECT -> changed |= select(thread, entry);
          case LOAD, STORE -> {
            if (entry.cell < 0 && entry.knows(address(entry.instruction))) {
              entry.cell = program.cellAt(entry.evaluate(address(entry.instruction)));
              entry.addressView = entry.viewOf(address(entry.instruction));
              entry.fullAddressView = entry.fullViewOf(address(entry.instruction));
              changed = true;
              if (entry.cell < 0 || !fits(thread, i)) {
                return false;
              }
            }
            if (entry.kind == Entry.Kind.STORE && !entry.dataKnown) {
              boolean cancelled = entry.cancelled;
              changed |= data(thread, entry);
              if (entry.guessed && entry.dataKnown && entry.cancelled != cancelled) {
                return false;
              }
            }
          }
          case FENCE -> {}
        }
      }
    }
    return true;
  }

  private static boolean compute(WindowedThread thread, Entry entry) {
    Instruction.Assign assign = (Instruction.Assign) entry.instruction;
    if (entry.done || !entry.knows(assign.value())) {
      return false;
    }
    entry.done = true;
    thread.produce(
        2 * entry.number,
        entry.evaluate(assign.value()),
        entry.viewOf(assign.value()),
        entry.fullViewOf(assign.value()));
    return true;
  }

  /** A select has the view of what it picks: a processor guesses which. */
  private static boolean select(WindowedThread thread, Entry entry) {
    Instruction.Branch branch = (Instruction.Branch) entry.instruction;
    if (entry.done || !entry.knows(branch.condition())) {
      return false;
    }
    boolean yes = entry.evaluate(branch.condition()) != 0;
    int at = yes ? branch.whenTrue() : branch.whenFalse();
    Expr picked = ((Instruction.Assign) thread.code.code().get(at)).value();
    if (!entry.knows(picked)) {
      return false;
    }
    entry.done = true;
    int full = Math.max(entry.fullViewOf(picked), entry.fullViewOf(branch.condition()));
    thread.produce(2 * entry.number, entry.evaluate(picked), entry.viewOf(picked), full);
    return true;
  }

  static boolean data(WindowedThread thread, Entry entry) {
    switch (entry.instruction) {
      case Instruction.Store store -> set(entry, store.value());
      case Instruction.StoreConditional store -> set(entry, store.value());
      case Instruction.FetchAndModify modify -> {
        Entry read = thread.entry(entry.pair);
        boolean swaps = modify.modification() == Instruction.Modification.SWAP;
        if (swaps && entry.knows(modify.operand())) {
          set(entry, modify.operand());
          entry.data = Arithmetic.modify(modify, 0, entry.data);
        } else if (read.done && entry.knows(modify.operand())) {
          entry.data = Arithmetic.modify(modify, read.value, entry.evaluate(modify.operand()));
          entry.placeView = entry.viewOf(modify.operand());
          entry.dataView = Math.max(read.valueView, entry.placeView);
          entry.fullDataView = Math.max(read.fullView, entry.fullViewOf(modify.operand()));
          entry.dataKnown = true;
        }
      }
      case Instruction.CompareAndSwap cas -> {
        Entry read = thread.entry(entry.pair);
        if (read.done && entry.knows(cas.expected()) && entry.knows(cas.desired())) {
          boolean success = read.value == entry.evaluate(cas.expected());
          int view = Math.max(read.valueView, entry.viewOf(cas.expected()));
          entry.dataKnown = true;
          entry.data = entry.evaluate(cas.desired());
          entry.dataView = entry.viewOf(cas.desired());
          entry.placeView = entry.dataView;
          int full = Math.max(read.fullView, entry.fullViewOf(cas.expected()));
          entry.fullDataView = Math.max(full, entry.fullViewOf(cas.desired()));
          entry.cancelled = !success;
          entry.done = !success;
          thread.produce(2 * entry.number, success ? 1 : 0, view, full);
          int picked = entry.viewOf(cas.expected());
          thread.produce(2 * entry.number + 1, entry.evaluate(cas.expected()), picked, full);
        }
      }
      default -> throw new IllegalStateException("no store");
    }
    return entry.dataKnown;
  }

  private static void set(Entry entry, Expr value) {
    if (entry.knows(value)) {
      entry.data = entry.evaluate(value);
      entry.dataView = entry.viewOf(value);
      entry.placeView = entry.dataView;
      entry.fullDataView = entry.fullViewOf(value);
      entry.dataKnown = true;
    }
  }

  static Expr address(Instruction instruction) {
    return switch (instruction) {
      case Instruction.Load load -> load.address();
      case Instruction.Store store -> store.address();
      case Instruction.StoreConditional store -> store.address();
      case Instruction.FetchAndModify modify -> modify.address();
      case Instruction.CompareAndSwap cas -> cas.address();
      default -> throw new IllegalStateException("no access");
    };
  }

  /** Whether no later load has passed this access, whose address was not known, wrongly. */
  private static boolean fits(WindowedThread thread, int index) {
    Entry entry = thread.window.get(index);
    for (int i = index + 1; i < thread.window.size(); i++) {
      Entry later = thread.window.get(i);
      if (later.cell != entry.cell || later.cell < 0) {
        continue;
      }
      if (later.kind == Entry.Kind.STORE && !later.cancelled) {
        return true;
      }
      if (later.done && entry.kind == Entry.Kind.STORE && !entry.cancelled) {
        return false;
      }
    }
    return true;
  }

  /** Fetches an instruction; whether that was possible. */
  private boolean fetch(RunAheadState state, int number, List<RunAheadState> out) {
    WindowedThread thread = state.threads.get(number);
    Instruction instruction = thread.code.code().get(thread.pc);
    switch (instruction) {
      case Instruction.Assign i -> {
        Entry entry = append(thread, Entry.Kind.COMPUTE, i, i.value());
        thread.refer(i.target(), 2 * entry.number);
      }
      case Instruction.Load i when i.strong() -> throw new IllegalArgumentException("strong load");
      case Instruction.Load i -> {
        Entry entry = append(thread, Entry.Kind.LOAD, i, i.address());
        Orders.load(cpu, entry, i);
        thread.refer(i.target(), 2 * entry.number);
        if (i.linked()) {
          thread.exclusive = entry.number;
        }
      }
      case Instruction.Store i when i.strong() -> {
        int cell = program.cellAt(((Expr.Constant) i.address()).value());
        List<Integer> used = new ArrayList<>();
        Entry.registers(i.value(), used);
        if (used.stream().anyMatch(r -> thread.producer[r] >= 0)) {
          return false;
        }
        state.strong[cell] = Values.of(i.value(), r -> thread.value[r]);
      }
      case Instruction.Store i -> {
        Entry entry = append(thread, Entry.Kind.STORE, i, i.address(), i.value());
        Orders.store(cpu, entry, i);
      }
      case Instruction.StoreConditional i -> storeConditional(state, number, i, out);
      case Instruction.FetchAndModify i -> {
        Entry read = append(thread, Entry.Kind.LOAD, i, i.address());
        Entry write = append(thread, Entry.Kind.STORE, i, i.address(), i.operand());
        boolean silent = i.target() < 0 || thread.code.registers().get(i.target()).endsWith("XZR");
        Orders.modify(cpu, read, write, i.order(), silent);
        thread.refer(i.target(), 2 * read.number);
      }
      case Instruction.CompareAndSwap i -> {
        if (cpu == Cpu.ARMV8) {
          RunAheadState fails = state.copy();
          compareAndSwap(fails.threads.get(number), i).cancelled = true;
          fails.threads.get(number).pc++;
          advance(fails, number, out);
          RunAheadState hopes = state.copy();
          WindowedThread copy = hopes.threads.get(number);
          copy.refer(i.observed(), 2 * compareAndSwap(copy, i).number + 1);
          copy.pc++;
          advance(hopes, number, out);
        }
        compareAndSwap(thread, i);
      }
      case Instruction.Fence i -> {
        append(thread, Entry.Kind.FENCE, i).branchView = thread.branches;
      }
      case Instruction.Branch i when i.selects() -> {
        Instruction.Assign yes = (Instruction.Assign) thread.code.code().get(i.whenTrue());
        Instruction.Assign no = (Instruction.Assign) thread.code.code().get(i.whenFalse());
        Entry entry = append(thread, Entry.Kind.SELECT, i, i.condition(), yes.value(), no.value());
        thread.refer(yes.target(), 2 * entry.number);
        int join = i.whenTrue() + 1;
        while (thread.code.code().get(join) instanceof Instruction.Jump jump) {
          join = jump.to();
        }
        thread.pc = join;
        return true;
      }
      case Instruction.Branch i -> {
        List<Integer> used = new ArrayList<>();
        Entry.registers(i.condition(), used);
        if (used.stream().anyMatch(r -> thread.producer[r] >= 0)) {
          return false;
        }
        int view = used.stream().mapToInt(r -> thread.fullView[r]).max().orElse(0);
        thread.branches = Math.max(thread.branches, view);
        boolean yes = Values.of(i.condition(), r -> thread.value[r]) != 0;
        thread.pc = yes ? i.whenTrue() : i.whenFalse();
        return true;
      }
      case Instruction.Jump i -> {
        thread.pc = i.to();
        return true;
      }
      case Instruction.Choose i -> {
        for (int value = 1; value < i.count(); value++) {
          RunAheadState taken = state.copy();
          WindowedThread copy = taken.threads.get(number);
          copy.set(i.target(), value, 0);
          copy.pc++;
          advance(taken, number, out);
        }
        thread.set(i.target(), 0, 0);
      }
      case Instruction.Join i -> {}
      case Instruction.Mark i -> {}
      case Instruction.AtomicBegin i -> {
        if (!thread.window.isEmpty()) {
          return false;
        }
      }
      case Instruction.AtomicEnd i -> {}
      case Instruction.End i -> {
        if (!thread.window.isEmpty()) {
          return false;
        }
        thread.ended = true;
        return false;
      }
      default -> throw new IllegalArgumentException("not taken: " + instruction);
    }
    if (thread.window.size() > LONGEST_WINDOW) {
      throw new IllegalArgumentException("the window is too long: the test loops");
    }
    thread.pc++;
    return true;
  }

  /**
   * On ARM the order of a compare-and-swap hangs on its outcome: it is guessed. On the guess that
   * it succeeds, what it observes may be what it expects: the second result of its store.
   */
  private Entry compareAndSwap(WindowedThread thread, Instruction.CompareAndSwap cas) {
    Entry read = append(thread, Entry.Kind.LOAD, cas, cas.address());
    Entry write =
        append(thread, Entry.Kind.STORE, cas, cas.address(), cas.expected(), cas.desired());
    Orders.modify(cpu, read, write, cas.successOrder(), cas.observed() < 0);
    write.guessed = cpu == Cpu.ARMV8;
    thread.refer(cas.success(), 2 * write.number);
    thread.refer(cas.observed(), 2 * read.number + 1);
    return write;
  }

  private Entry append(
      WindowedThread thread, Entry.Kind kind, Instruction instruction, Expr... operands) {
    Entry entry = new Entry(kind, instruction, thread.next++, List.of(operands), thread);
    thread.window.add(entry);
    return entry;
  }

  private void storeConditional(
      RunAheadState state, int number, Instruction.StoreConditional i, List<RunAheadState> out) {
    WindowedThread thread = state.threads.get(number);
    if (thread.exclusive >= 0) {
      RunAheadState taken = state.copy();
      WindowedThread copy = taken.threads.get(number);
      Entry entry = append(copy, Entry.Kind.STORE, i, i.address(), i.value());
      Orders.conditional(cpu, entry, i);
      entry.pair = copy.exclusive;
      entry.pairSource = copy.exclusiveSource;
      entry.pairCell = copy.exclusiveCell;
      copy.exclusive = -1;
      if (cpu == Cpu.RISCV) {
        copy.refer(i.success(), 2 * entry.number);
      } else {
        copy.set(i.success(), 1, 0);
      }
      copy.pc++;
      advance(taken, number, out);
    }
    thread.exclusive = -1;
    thread.set(i.success(), 0, 0);
  }
}
