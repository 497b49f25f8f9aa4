// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.ir.footprint;

import dev.fencepost.budget.Budget;
import dev.fencepost.ir.Arithmetic;
import dev.fencepost.ir.BlockType;
import dev.fencepost.ir.ControlFlow;
import dev.fencepost.ir.Expr;
import dev.fencepost.ir.Instruction;
import dev.fencepost.ir.Program;
import dev.fencepost.ir.Registers;
import dev.fencepost.ir.ThreadDecl;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * Which values registers and cells may hold, thread by thread: registers along the control flow,
 * narrowed by branches; cells whoever writes them and whenever. That is sound for every memory
 * model in which a thread executes nothing behind a branch that is not decided, because no memory
 * model makes a load see a value that nobody stores; with speculation branches narrow nothing.
 */
final class ValueAnalysis {
  /** The number of instructions analysed; beyond it, any thread may access any cell. */
  private static final int MOST_STEPS = 2_000_000;

  private final Program program;
  private final List<PlannedThread> threads;
  private final boolean fixed;

  /** All cells but gaps. */
  private final BitSet accessible;

  private final ValueSet[] contents;
  private final ValueSet[] arguments;

  /** By thread and position, the values of live registers before it; null if it is unreachable. */
  private final ValueSet[][][] before;

  /** By declaration and position, the registers that may be read from there on. */
  private final BitSet[][] live;

  private boolean changed;
  private int steps;

  private ValueAnalysis(Program program, List<PlannedThread> threads, boolean fixed) {
    this.program = program;
    this.threads = threads;
    this.fixed = fixed;
    accessible = accessible(program);
    contents = new ValueSet[program.cells()];
    Arrays.fill(contents, ValueSet.of(0));
    for (int cell = 0; cell < program.memory().size(); cell++) {
      contents[cell] = ValueSet.of(program.memory().get(cell).initial());
    }
    arguments = new ValueSet[threads.size()];
    before = new ValueSet[threads.size()][][];
    live =
        program.threads().stream()
            .map(thread -> Registers.live(thread.code()))
            .toArray(BitSet[][]::new);
    for (int i = 0; i < arguments.length; i++) {
      PlannedThread thread = threads.get(i);
      arguments[i] =
          thread.argument().isPresent()
              ? ValueSet.of(thread.argument().getAsLong())
              : ValueSet.NONE;
      before[i] = new ValueSet[program.threads().get(thread.declaration()).code().size()][];
      if (thread.argument().isPresent()) {
        start(i);
      }
    }
    for (Program.ThreadStart first : fixed ? List.<Program.ThreadStart>of() : program.initial()) {
      arguments[first.thread()] = arguments[first.thread()].union(ValueSet.of(first.argument()));
      start(first.thread());
    }
  }

  /**
   * Analyses a program.
   *
   * @param fixed whether the threads are those that run, in their order; else there is one for each
   *     declaration, in that order, and their arguments are not given
   */
  static ValueAnalysis of(Program program, List<PlannedThread> threads, boolean fixed) {
    ValueAnalysis analysis = new ValueAnalysis(program, threads, fixed);
    do {
      analysis.changed = false;
      for (int i = 0; i < threads.size(); i++) {
        analysis.run(i);
      }
    } while (analysis.changed && analysis.isWithinLimit());
    return analysis;
  }

  /** Of all threads, whoever starts them; empty where nothing is known of some. */
  static Optional<ValueAnalysis> ofAll(Program program) {
    ValueAnalysis analysis = of(program, PlannedThread.unknown(program), false);
    boolean all =
        IntStream.range(0, program.threads().size()).allMatch(i -> analysis.isReached(i, 0));
    return all && analysis.isWithinLimit() ? Optional.of(analysis) : Optional.empty();
  }

  /** Whether the analysis came to its end; else nothing was found out. */
  boolean isWithinLimit() {
    return steps < MOST_STEPS;
  }

  /** Whether a thread may come to a position. */
  boolean isReached(int thread, int pc) {
    return !isWithinLimit() || before[thread][pc] != null;
  }

  /** What a register may hold before a position that is reached, if it is read from there on. */
  ValueSet register(int thread, int pc, int register) {
    return isWithinLimit() ? before[thread][pc][register] : ValueSet.ANY;
  }

  /** What an expression may be before a position that is reached. */
  ValueSet value(int thread, int pc, Expr expr) {
    return isWithinLimit() ? AbstractExpr.evaluate(expr, before[thread][pc]) : ValueSet.ANY;
  }

  /** What the cells may hold that an address may be of, before a position that is reached. */
  ValueSet loaded(int thread, int pc, Expr address) {
    return isWithinLimit() ? load(address, before[thread][pc]) : ValueSet.ANY;
  }

  /** The cells that an address may be of, before a position that is reached. */
  BitSet cells(int thread, int pc, Expr address) {
    return cells(value(thread, pc, address));
  }

  private static BitSet accessible(Program program) {
    BitSet cells = new BitSet();
    for (int cell = 0; cell < program.cells(); cell++) {
      Budget.ask();
      cells.set(cell, program.cellAt(Program.addressOf(cell)) >= 0);
    }
    return cells;
  }

  private BitSet cells(ValueSet addresses) {
    if (addresses.isAny()) {
      return accessible;
    }
    BitSet cells = new BitSet();
    for (long address : addresses.values()) {
      if (program.cellAt(address) >= 0) {
        cells.set(program.cellAt(address));
      }
    }
    return cells;
  }

  private List<Instruction> code(int thread) {
    return program.threads().get(threads.get(thread).declaration()).code();
  }

  private void start(int thread) {
    ThreadDecl declaration = program.threads().get(threads.get(thread).declaration());
    ValueSet[] registers = new ValueSet[Math.max(2, declaration.registers().size())];
    Arrays.fill(registers, ValueSet.of(0));
    registers[ThreadDecl.ARGUMENT] = arguments[thread];
    registers[ThreadDecl.SELF] = fixed ? ValueSet.of(thread) : ValueSet.below(Program.MAX_THREADS);
    join(thread, 0, registers);
  }

  private void run(int thread) {
    BitSet queued = new BitSet();
    Deque<Integer> open = new ArrayDeque<>();
    for (int pc = 0; pc < before[thread].length; pc++) {
      if (before[thread][pc] != null) {
        queued.set(pc);
        open.add(pc);
      }
    }
    while (!open.isEmpty() && isWithinLimit()) {
      int pc = open.remove();
      queued.clear(pc);
      steps++;
      Budget.ask();
      for (int next : flow(thread, pc)) {
        if (!queued.get(next)) {
          queued.set(next);
          open.add(next);
        }
      }
    }
  }

  /** Executes an instruction; gives the positions behind it whose registers may hold more now. */
  private int[] flow(int thread, int pc) {
    Instruction instruction = code(thread).get(pc);
    ValueSet[] registers = before[thread][pc].clone();
    return switch (instruction) {
      case Instruction.Branch branch -> {
        ValueSet[] other = registers.clone();
        boolean holds = AbstractExpr.narrow(branch.condition(), true, registers);
        boolean fails = AbstractExpr.narrow(branch.condition(), false, other);
        yield IntStream.concat(
                holds ? grown(thread, branch.whenTrue(), registers) : IntStream.empty(),
                fails ? grown(thread, branch.whenFalse(), other) : IntStream.empty())
            .toArray();
      }
      case Instruction.Assume assume -> {
        boolean holds = AbstractExpr.narrow(assume.condition(), true, registers);
        yield holds ? grown(thread, pc + 1, registers).toArray() : new int[0];
      }
      default -> {
        execute(thread, pc, instruction, registers);
        yield Arrays.stream(ControlFlow.successors(instruction, pc))
            .filter(next -> join(thread, next, registers))
            .toArray();
      }
    };
  }

  private IntStream grown(int thread, int next, ValueSet[] registers) {
    return join(thread, next, registers) ? IntStream.of(next) : IntStream.empty();
  }

  private boolean join(int thread, int pc, ValueSet[] registers) {
    boolean grown = before[thread][pc] == null;
    if (grown) {
      before[thread][pc] = new ValueSet[registers.length];
      Arrays.fill(before[thread][pc], ValueSet.NONE);
    }
    ValueSet[] known = before[thread][pc];
    BitSet read = live[threads.get(thread).declaration()][pc];
    for (int i = read.nextSetBit(0); i >= 0; i = read.nextSetBit(i + 1)) {
      ValueSet union = known[i].union(registers[i]);
      grown |= !union.equals(known[i]);
      known[i] = union;
    }
    changed |= grown;
    return grown;
  }

  private void execute(int thread, int pc, Instruction instruction, ValueSet[] registers) {
    switch (instruction) {
      case Instruction.Assign i -> set(registers, i.target(), value(i.value(), registers));
      case Instruction.Load i -> set(registers, i.target(), load(i.address(), registers));
      case Instruction.Store i -> store(i.address(), value(i.value(), registers), registers);
      case Instruction.CompareAndSwap i -> {
        ValueSet observed = load(i.address(), registers);
        store(i.address(), value(i.desired(), registers), registers);
        set(registers, i.success(), ValueSet.below(2));
        set(registers, i.observed(), observed);
      }
      case Instruction.DoubleCompareAndSwap i -> {
        store(i.firstAddress(), value(i.firstDesired(), registers), registers);
        store(i.secondAddress(), value(i.secondDesired(), registers), registers);
        set(registers, i.success(), ValueSet.below(2));
      }
      case Instruction.FetchAndModify i -> {
        ValueSet old = load(i.address(), registers);
        store(i.address(), modified(i, old, value(i.operand(), registers)), registers);
        set(registers, i.target(), old);
      }
      case Instruction.StoreConditional i -> {
        store(i.address(), value(i.value(), registers), registers);
        set(registers, i.success(), ValueSet.below(2));
      }
      case Instruction.PairedStore i -> store(i.address(), value(i.value(), registers), registers);
      case Instruction.Select i -> {
        ValueSet second = value(i.whenFalse(), registers);
        ValueSet both = i.equal() ? second : value(i.whenTrue(), registers).union(second);
        set(registers, i.target(), both);
      }
      case Instruction.Lock i ->
          store(i.address(), ValueSet.below(Program.MAX_THREADS + 1), registers);
      case Instruction.Unlock i -> store(i.address(), ValueSet.of(0), registers);
      case Instruction.Observe i -> store(Expr.constant(i.address()), ValueSet.below(2), registers);
      case Instruction.Choose i -> set(registers, i.target(), ValueSet.below(i.count()));
      case Instruction.Allocate i ->
          set(registers, i.target(), blocks(value(i.cells(), registers), i.type()));
      case Instruction.Spawn i -> spawn(thread, pc, i, registers);
      default -> {}
    }
  }

  private static void set(ValueSet[] registers, int target, ValueSet values) {
    if (target != Instruction.NO_TARGET) {
      registers[target] = values;
    }
  }

  private static ValueSet value(Expr expr, ValueSet[] registers) {
    return AbstractExpr.evaluate(expr, registers);
  }

  private ValueSet load(Expr address, ValueSet[] registers) {
    return contents(value(address, registers));
  }

  /** What the cells at some addresses may hold. */
  ValueSet contents(ValueSet addresses) {
    BitSet cells = cells(addresses);
    ValueSet values = ValueSet.NONE;
    for (int cell = cells.nextSetBit(0); cell >= 0; cell = cells.nextSetBit(cell + 1)) {
      values = values.union(contents[cell]);
    }
    return values;
  }

  private void store(Expr address, ValueSet values, ValueSet[] registers) {
    BitSet cells = cells(value(address, registers));
    for (int cell = cells.nextSetBit(0); cell >= 0; cell = cells.nextSetBit(cell + 1)) {
      ValueSet union = contents[cell].union(values);
      changed |= !union.equals(contents[cell]);
      contents[cell] = union;
    }
  }

  private static ValueSet modified(
      Instruction.FetchAndModify modify, ValueSet old, ValueSet operands) {
    if (old.isAny() || operands.isAny() || (long) old.size() * operands.size() > ValueSet.MOST) {
      return old.isEmpty() || operands.isEmpty() ? ValueSet.NONE : ValueSet.ANY;
    }
    return ValueSet.of(
        Arrays.stream(old.values())
            .flatMap(
                a -> Arrays.stream(operands.values()).map(b -> Arithmetic.modify(modify, a, b))));
  }

  private ValueSet blocks(ValueSet sizes, Optional<BlockType> type) {
    int first = program.memory().size();
    LongStream blocks =
        sizes.isAny()
            ? program.pool().blocks()
            : Arrays.stream(sizes.values()).flatMap(size -> program.pool().blocks(size, type));
    return ValueSet.of(blocks.map(block -> Program.addressOf(first + (int) block)));
  }

  private void spawn(int thread, int pc, Instruction.Spawn spawn, ValueSet[] registers) {
    ValueSet argument = value(spawn.argument(), registers);
    ValueSet numbers = fixed ? ValueSet.NONE : ValueSet.below(Program.MAX_THREADS);
    for (int i = 0; i < threads.size(); i++) {
      PlannedThread child = threads.get(i);
      boolean starts =
          fixed ? thread == 0 && child.spawn() == pc : child.declaration() == spawn.thread();
      if (starts) {
        numbers = fixed ? numbers.union(ValueSet.of(i)) : numbers;
        if (child.argument().isEmpty()) {
          ValueSet union = arguments[i].union(argument);
          changed |= !union.equals(arguments[i]);
          arguments[i] = union;
          start(i);
        }
      }
    }
    set(registers, spawn.target(), numbers);
  }
}
