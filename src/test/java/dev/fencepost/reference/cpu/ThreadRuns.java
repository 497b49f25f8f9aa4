// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.reference.cpu;

import dev.fencepost.ir.Arithmetic;
import dev.fencepost.ir.Instruction;
import dev.fencepost.ir.Instruction.Modification;
import dev.fencepost.ir.MemoryOrder;
import dev.fencepost.ir.Program;
import dev.fencepost.reference.cpu.Event.Access;
import dev.fencepost.reference.cpu.Event.Direction;
import dev.fencepost.reference.cpu.Event.Role;
import dev.fencepost.reference.cpu.LoneThread.Link;
import dev.fencepost.reference.cpu.LoneThread.Value;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;

/**
 * All runs of one thread where its reads take any of the values that their cells may hold. Runs
 * that go round a loop more than {@link #MOST_VISITS} times are left out, as herd leaves them out.
 */
final class ThreadRuns {
  private static final int MOST_VISITS = 3;
  private static final int NO_PAIR = -1;

  /** A run: the events in program order, and the last values of registers. */
  record Run(List<Event> events, Map<Integer, Long> strong) {

    /** Whether a write of it puts what a read has got. */
    boolean writes(Event read) {
      for (Event event : events) {
        if (event.writes() && event.sameCell(read) && event.access().put() == read.access().got()) {
          return true;
        }
      }
      return false;
    }
  }

  private final Program program;
  private final Dependencies style;
  private final IntFunction<Collection<Long>> values;
  private final List<Run> runs = new ArrayList<>();

  private ThreadRuns(Program program, Dependencies style, IntFunction<Collection<Long>> values) {
    this.program = program;
    this.style = style;
    this.values = values;
  }

  /** {@code values}: what each cell may hold. */
  static List<Run> of(
      Program program, int thread, Dependencies style, IntFunction<Collection<Long>> values) {
    ThreadRuns all = new ThreadRuns(program, style, values);
    int declaration = program.initial().get(thread).thread();
    all.run(new LoneThread(thread, program.threads().get(declaration)));
    return all.runs;
  }

  private void run(LoneThread state) {
    List<Instruction> code =
        program.threads().get(program.initial().get(state.thread).thread()).code();
    while (state.visit() <= MOST_VISITS) {
      Instruction instruction = code.get(state.pc++);
      state.instance++;
      switch (instruction) {
        case Instruction.End end -> {
          runs.add(new Run(state.events, state.strong));
          return;
        }
        case Instruction.Load load -> {
          load(state, load);
          return;
        }
        case Instruction.FetchAndModify modify -> {
          modify(state, modify);
          return;
        }
        case Instruction.CompareAndSwap swap -> {
          compareAndSwap(state, swap);
          return;
        }
        case Instruction.StoreConditional store -> {
          storeConditional(state, store);
          return;
        }
        case Instruction.Choose choose -> {
          for (long choice = 0; choice < choose.count(); choice++) {
            LoneThread next = state.copy();
            next.set(choose.target(), new Value(choice, Taint.NONE));
            run(next);
          }
          return;
        }
        default -> {
          if (!local(state, instruction)) {
            return;
          }
        }
      }
    }
  }

  /** What has one successor; false where the run ends in a dead end. */
  private boolean local(LoneThread state, Instruction instruction) {
    switch (instruction) {
      case Instruction.Assign assign -> {
        Value value = state.evaluate(assign.value());
        state.set(assign.target(), new Value(value.number(), state.picking.picks(value.taint())));
        state.picking = Taint.NONE;
      }
      case Instruction.Branch branch -> {
        Value condition = state.evaluate(branch.condition());
        state.pc = condition.number() != 0 ? branch.whenTrue() : branch.whenFalse();
        if (branch.selects()) {
          state.picking = condition.taint();
        } else {
          state.control = state.control.or(condition.taint());
        }
      }
      case Instruction.Jump jump -> state.pc = jump.to();
      case Instruction.Fence fence -> state.add(fence);
      case Instruction.Store store when store.strong() ->
          state.strong.put(
              program.cellAt(state.evaluate(store.address()).number()),
              state.evaluate(store.value()).number());
      case Instruction.Store store -> {
        return store(state, store);
      }
      case Instruction.Join join -> {}
      case Instruction.AtomicBegin begin -> {}
      case Instruction.AtomicEnd end -> {}
      default -> throw new IllegalArgumentException("not in litmus tests: " + instruction);
    }
    return true;
  }

  private int cell(Value address) {
    return program.cellAt(address.number());
  }

  private Taint readOrigins(LoneThread state, Value address, int cell) {
    return style.throughMemory() ? address.taint().or(state.lastWrite(cell)) : address.taint();
  }

  private void load(LoneThread state, Instruction.Load load) {
    Value address = state.evaluate(load.address());
    int cell = cell(address);
    if (cell < 0) {
      return;
    }
    Role role = load.linked() ? Role.EXCLUSIVE : Role.PLAIN;
    Taint any = readOrigins(state, address, cell);
    for (long value : values.apply(cell)) {
      LoneThread next = state.copy();
      Access access = new Access(Direction.READ, cell, value, 0, load.order(), role, true);
      int event = next.add(access, NO_PAIR, address.taint(), Taint.NONE, any);
      next.set(load.target(), new Value(value, Taint.of(event).or(any)));
      if (load.linked()) {
        next.link = new Link(cell, event);
      }
      run(next);
    }
  }

  private boolean store(LoneThread state, Instruction.Store store) {
    Value address = state.evaluate(store.address());
    Value value = state.evaluate(store.value());
    write(state, address, value, store.order(), NO_PAIR);
    return cell(address) >= 0;
  }

  /** Adds a write; that of a pair has the role of the read. */
  private int write(LoneThread state, Value address, Value value, MemoryOrder order, int pair) {
    return write(state, address, value, order, pair, Taint.NONE);
  }

  /**
   * Adds a write.
   *
   * @param read by the instruction itself: no data dependency, for that is one of registers, but
   *     later reads of the value depend on it
   */
  private int write(
      LoneThread state, Value address, Value value, MemoryOrder order, int pair, Taint read) {
    Role role = pair == NO_PAIR ? Role.PLAIN : state.events.get(pair).access().role();
    Access access =
        new Access(Direction.WRITE, cell(address), 0, value.number(), order, role, false);
    Taint any = address.taint().or(value.taint()).or(read);
    return state.add(access, pair, address.taint(), value.taint(), any);
  }

  /** It succeeds if it can, or fails; it takes the link in any case. */
  private void storeConditional(LoneThread state, Instruction.StoreConditional store) {
    Value address = state.evaluate(store.address());
    Link link = state.link;
    state.link = null;
    if (link != null && link.cell() == cell(address)) {
      LoneThread next = state.copy();
      Value value = next.evaluate(store.value());
      int event = write(next, address, value, store.order(), link.event());
      Taint result = style.resultNeedsWrite() ? Taint.of(event) : Taint.NONE;
      next.set(store.success(), new Value(1, result));
      run(next);
    }
    state.set(store.success(), new Value(0, Taint.NONE));
    run(state);
  }

  private void modify(LoneThread state, Instruction.FetchAndModify modify) {
    Value address = state.evaluate(modify.address());
    Value operand = state.evaluate(modify.operand());
    int cell = cell(address);
    if (cell < 0) {
      return;
    }
    boolean returns = modify.target() != Instruction.NO_TARGET;
    for (long old : values.apply(cell)) {
      LoneThread next = state.copy();
      long put = Arithmetic.modify(modify, old, operand.number());
      Taint read;
      if (style.atomicIsOneEvent()) {
        Access both =
            new Access(Direction.BOTH, cell, old, put, modify.order(), Role.ATOMIC, returns);
        Taint any = address.taint().or(operand.taint());
        read = Taint.of(next.add(both, NO_PAIR, address.taint(), operand.taint(), any)).or(any);
      } else {
        Taint any = readOrigins(next, address, cell);
        Access get = new Access(Direction.READ, cell, old, 0, modify.order(), Role.ATOMIC, returns);
        int event = next.add(get, NO_PAIR, address.taint(), Taint.NONE, any);
        read = Taint.of(event).or(any);
        boolean swap = modify.modification() == Modification.SWAP;
        Value value = new Value(put, operand.taint());
        write(next, address, value, modify.order(), event, swap ? Taint.NONE : read);
      }
      next.set(modify.target(), new Value(old, read));
      run(next);
    }
  }

  private void compareAndSwap(LoneThread state, Instruction.CompareAndSwap swap) {
    Value address = state.evaluate(swap.address());
    Value expected = state.evaluate(swap.expected());
    int cell = cell(address);
    if (cell < 0) {
      return;
    }
    for (long old : values.apply(cell)) {
      if (old == expected.number()) {
        swapped(state, swap, old, true);
        swapped(state, swap, old, false);
      } else {
        failed(state, swap, old, false);
        if (style.failedSwapMayWrite()) {
          failed(state, swap, old, true);
        }
      }
    }
  }

  /** {@code fromMemory}: the value that is seen comes from memory, else from what was expected. */
  private void swapped(
      LoneThread state, Instruction.CompareAndSwap swap, long old, boolean fromMemory) {
    LoneThread next = state.copy();
    Value address = next.evaluate(swap.address());
    Taint expected = next.evaluate(swap.expected()).taint();
    Value desired = next.evaluate(swap.desired());
    int event = read(next, swap, old);
    Taint read = Taint.of(event).or(next.events.getLast().origins().any());
    Taint condition = read.or(expected);
    int cell = cell(address);
    Access put =
        new Access(
            Direction.WRITE, cell, 0, desired.number(), swap.successOrder(), Role.ATOMIC, false);
    Taint data = expected.picks(desired.taint());
    Taint any = condition.picks(desired.taint().or(address.taint()));
    next.add(put, event, address.taint(), data, any);
    next.set(swap.success(), new Value(1, condition));
    next.set(swap.observed(), new Value(old, fromMemory ? read : condition.picks(expected)));
    run(next);
  }

  private void failed(LoneThread state, Instruction.CompareAndSwap swap, long old, boolean writes) {
    LoneThread next = state.copy();
    Value address = next.evaluate(swap.address());
    Taint expected = next.evaluate(swap.expected()).taint();
    int event = read(next, swap, old);
    Taint read = Taint.of(event).or(next.events.getLast().origins().any());
    if (writes) {
      Value same = new Value(old, expected.picks(Taint.NONE));
      write(next, address, same, swap.successOrder(), event, read);
    }
    next.set(swap.success(), new Value(0, read.or(expected)));
    next.set(swap.observed(), new Value(old, read));
    run(next);
  }

  private int read(LoneThread state, Instruction.CompareAndSwap swap, long old) {
    Value address = state.evaluate(swap.address());
    int cell = cell(address);
    boolean returns = swap.observed() != Instruction.NO_TARGET;
    Access access =
        new Access(Direction.READ, cell, old, 0, swap.successOrder(), Role.ATOMIC, returns);
    Taint any = readOrigins(state, address, cell);
    return state.add(access, NO_PAIR, address.taint(), Taint.NONE, any);
  }
}
