// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.explain;

import dev.fencepost.ir.Expr;
import dev.fencepost.ir.Instruction;
import dev.fencepost.machine.explain.Replay.Event;
import dev.fencepost.machine.step.Observer.Effect;
import dev.fencepost.machine.window.Code;
import dev.fencepost.machine.window.MemoryAccess;
import dev.fencepost.machine.window.Opcode;
import dev.fencepost.machine.window.ProgramCode;
import dev.fencepost.source.Origin;
import dev.fencepost.trace.Causes;
import dev.fencepost.trace.TraceAccess;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Follows values through registers and branches, in program order: which reads a step's addresses,
 * values and last branch were computed from. A read is an access by its number, or a step outside
 * of windows by {@link #ofStep}.
 */
final class ValueFlow {
  private final ProgramCode program;

  /** Per thread and register, the reads that its value was computed from. */
  private final Map<Long, SortedSet<Integer>> registers = new HashMap<>();

  /** Per thread and register, a cell whose values it holds: they are shown as those of the cell. */
  private final Map<Long, Integer> cells = new HashMap<>();

  /** Per thread, its last branch. */
  private final Map<Integer, Branch> branches = new HashMap<>();

  /** Per access, what it was computed from. */
  private final Map<Integer, Basis> accesses = new HashMap<>();

  /** Per thread, what the instances of its window were computed from, in program order. */
  private final Map<Integer, List<Instance>> windows = new HashMap<>();

  /** Per instruction that failed, what it was computed from. */
  private final Map<Code, Basis> failures = new HashMap<>();

  /** What each thread did in each step. */
  private final List<SequencedMap<Integer, Part>> steps = new ArrayList<>();

  private record Branch(Code code, SortedSet<Integer> reads) {
    Origin origin() {
      return code.instruction.origin();
    }
  }

  private record Instance(Code code, Basis basis) {}

  private record Basis(SortedSet<Integer> reads, Optional<Branch> branch) {
    static final Basis NONE = new Basis(new TreeSet<>(), Optional.empty());
  }

  /** What a thread did in a step. */
  private static final class Part {
    private final List<Causes.Read> reads = new ArrayList<>();
    private final SortedSet<Integer> from = new TreeSet<>();
    private Optional<Branch> branch = Optional.empty();

    void add(Basis basis) {
      from.addAll(basis.reads());
      branch = branch.or(basis::branch);
    }
  }

  ValueFlow(ProgramCode program) {
    this.program = program;
  }

  private static int ofStep(int step) {
    return -1 - step;
  }

  private static long key(int thread, int register) {
    return (long) thread << 32 | register;
  }

  private SortedSet<Integer> of(int thread, int[] operands) {
    SortedSet<Integer> all = new TreeSet<>();
    for (int register : operands) {
      all.addAll(registers.getOrDefault(key(thread, register), new TreeSet<>()));
    }
    return all;
  }

  private Basis basis(int thread, Code code) {
    return new Basis(of(thread, code.operands), Optional.ofNullable(branches.get(thread)));
  }

  private void set(int thread, Code code, SortedSet<Integer> from) {
    for (int target : new int[] {code.target, code.secondTarget}) {
      if (target >= 0) {
        registers.put(key(thread, target), from);
      }
    }
  }

  private void hold(int thread, Code code) {
    @Nullable Integer cell =
        switch (code.instruction) {
          case Instruction.Assign(int target, Expr.Register(int from), Origin origin) ->
              cells.get(key(thread, from));
          case Instruction.Load load when (code.constantSlots & 1) != 0 ->
              ProgramCode.cellOf(code.constants[0]);
          default -> null;
        };
    hold(thread, code.target, cell);
  }

  private void hold(int thread, int register, @Nullable Integer cell) {
    if (cell == null) {
      cells.remove(key(thread, register));
    } else {
      cells.put(key(thread, register), cell);
    }
  }

  /** A value of a register as the user writes it: an enum's by its name, a pointer's by a cell. */
  String shown(int thread, int declaration, int register, long value) {
    Integer cell = cells.get(key(thread, register));
    return cell == null
        ? program.shownRegister(declaration, register, value)
        : program.shown(cell, value);
  }

  /** The cell that a register was loaded from last, if it was. */
  Optional<Integer> cell(int thread, int register) {
    return Optional.ofNullable(cells.get(key(thread, register)));
  }

  /** An instruction enters a window; {@code access} is its number, or -1. */
  void fetched(int thread, Code code, int access) {
    Basis basis = basis(thread, code);
    hold(thread, code);
    window(thread).add(new Instance(code, basis));
    if (access >= 0) {
      accesses.put(access, basis);
    }
    set(thread, code, access >= 0 ? new TreeSet<>(List.of(access)) : basis.reads());
  }

  /** An instruction is done at fetch. */
  void local(int thread, Code code) {
    SortedSet<Integer> from = of(thread, code.operands);
    switch (code.opcode) {
      case BRANCH, ASSUME -> {
        Branch last = branches.get(thread);
        if (last != null && isPartOf(code, last.code())) {
          from.addAll(last.reads());
        }
        branches.put(thread, new Branch(code, from));
      }
      default -> {
        hold(thread, code);
        set(thread, code, from);
      }
    }
  }

  /** Whether a branch goes on with the condition of another, as in {@code a && b}. */
  private static boolean isPartOf(Code later, Code earlier) {
    return later.pc > earlier.pc
        && (goesTo(later, earlier.next) || goesTo(later, earlier.otherwise))
        && later.instruction.origin().equals(earlier.instruction.origin());
  }

  private static boolean goesTo(Code branch, int pc) {
    return branch.next == pc || branch.otherwise == pc;
  }

  /** The instance at an index leaves its window. */
  void left(int thread, int index) {
    window(thread).subList(index, index + 1).clear();
  }

  private List<Instance> window(int thread) {
    return windows.computeIfAbsent(thread, t -> new ArrayList<>());
  }

  /** An instruction fails, in a window or at fetch. */
  void failed(int thread, Code code) {
    Basis basis =
        window(thread).stream()
            .filter(instance -> instance.code() == code)
            .findFirst()
            .map(Instance::basis)
            .orElseGet(() -> basis(thread, code));
    failures.put(code, basis);
  }

  /** A step begins. */
  void begin() {
    steps.add(new LinkedHashMap<>());
  }

  /**
   * An instance takes its step.
   *
   * @param access its number, or -1
   * @param read what it read, if it did
   */
  void performed(Event.Performed performed, int access, Optional<Causes.Read> read) {
    Code code = performed.code();
    Part part = steps.getLast().computeIfAbsent(performed.thread(), t -> new Part());
    read.ifPresent(part.reads::add);
    if (performed.effect().cell() != Effect.NO_CELL && code.kind == MemoryAccess.READ) {
      hold(performed.thread(), code.target, performed.effect().cell());
    }
    if (access >= 0) {
      part.add(accesses.getOrDefault(access, Basis.NONE));
      return;
    }
    part.add(basis(performed.thread(), code));
    SortedSet<Integer> self = new TreeSet<>(List.of(ofStep(steps.size() - 1)));
    if (code.opcode == Opcode.ATOMIC_BEGIN) {
      Code[] thread = program.threads[code.declaration];
      for (int pc = code.pc; pc < thread.length && thread[pc].opcode != Opcode.ATOMIC_END; pc++) {
        set(performed.thread(), thread[pc], self);
      }
    } else if (performed.effect().cell() != Effect.NO_CELL) {
      set(performed.thread(), code, self);
    }
  }

  /** The causes of all steps, and of the failure of an instruction of a thread behind them. */
  List<Causes> causes(List<TraceAccess> all, int failed, Optional<Code> failing) {
    List<Causes> list = new ArrayList<>();
    for (int i = 0; i < steps.size(); i++) {
      int step = i;
      steps.get(i).forEach((thread, part) -> list.add(causes(step, thread, part, all)));
    }
    Part failure = new Part();
    failing.map(failures::get).ifPresent(failure::add);
    list.add(causes(steps.size(), failed, failure, all));
    return list;
  }

  private static Causes causes(int step, int thread, Part part, List<TraceAccess> all) {
    return new Causes(
        step,
        thread,
        part.reads,
        numbers(part.from, step, all),
        part.branch.map(b -> new Causes.Decision(b.origin(), numbers(b.reads(), step, all))));
  }

  /** The steps of these reads, but for the step itself and those that are not done. */
  private static List<Integer> numbers(SortedSet<Integer> reads, int step, List<TraceAccess> all) {
    return reads.stream()
        .map(read -> read < 0 ? -1 - read : all.get(read).performedAt())
        .filter(number -> number > 0 && number != step)
        .distinct()
        .sorted()
        .toList();
  }
}
