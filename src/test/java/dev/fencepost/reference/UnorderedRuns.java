// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.reference;

import dev.fencepost.ir.Expr;
import dev.fencepost.ir.Instruction;
import dev.fencepost.ir.Program;
import dev.fencepost.ir.ThreadDecl;
import dev.fencepost.memorymodel.Formula.Variable;
import dev.fencepost.memorymodel.InstanceClass;
import dev.fencepost.memorymodel.InstanceKind;
import dev.fencepost.memorymodel.Law;
import dev.fencepost.memorymodel.MemoryModel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * What general laws mean, written for obviousness: all runs of a straight-line program on a machine
 * without any order but that operands must be known and that a load sees the earlier stores of its
 * own thread; each complete run is held against every law of the model, program-order laws too, and
 * dropped where one is false. Only for tiny programs: the runs are all orders of all steps.
 */
final class UnorderedRuns {
  /**
   * A step: of an instance, to a memory where it is a store, or its issue; or of all instances of
   * an atomic block, one after the other, to all memories.
   */
  private record Step(List<Integer> instances, int target, boolean block) {
    static final int ISSUE = -1;

    boolean isIssue() {
      return target == ISSUE;
    }

    int first() {
      return instances.getFirst();
    }
  }

  private static final int UNTAKEN = -1;

  private final Program program;
  private final List<Law> laws;
  private final int memories;

  /** All instances, thread by thread, each with its thread. */
  private final List<Instruction> code = new ArrayList<>();

  private final List<Integer> owner = new ArrayList<>();

  /** Per instance, whether it is in an atomic block. */
  private final List<Boolean> blocked = new ArrayList<>();

  private final List<Step> steps = new ArrayList<>();

  /** Per instance and target, when the step was taken. */
  private final int[][] times;

  /** Per instance, when it was issued, where that is a step. */
  private final int[] issues;

  private final Long[][] registers;
  private final long[][] memory;
  private final long[] values;
  private final Set<List<Long>> finals = new HashSet<>();
  private int runs;

  UnorderedRuns(Program program, MemoryModel model) {
    this.program = program;
    laws = model.definition().laws();
    int threads = program.threads().size();
    memories = model.multiCopyAtomic() ? 1 : threads;
    boolean fenceSteps =
        laws.stream().flatMap(law -> law.orderedVariables().stream()).anyMatch(v -> hasFence(v));
    for (int thread = 0; thread < threads; thread++) {
      List<Integer> block = null;
      for (Instruction instruction : program.threads().get(thread).code()) {
        boolean out = instruction instanceof Instruction.Store store && store.strong();
        if (instruction instanceof Instruction.AtomicBegin) {
          block = new ArrayList<>();
        } else if (instruction instanceof Instruction.AtomicEnd) {
          steps.add(new Step(block, 0, true));
          block = null;
        } else if (!out && !(instruction instanceof Instruction.End)) {
          boolean counts = fenceSteps || !(instruction instanceof Instruction.Fence);
          add(instruction, thread, counts, block);
        }
      }
    }
    issues = new int[code.size()];
    Arrays.fill(issues, UNTAKEN);
    times = new int[code.size()][memories];
    for (int[] row : times) {
      Arrays.fill(row, UNTAKEN);
    }
    values = new long[code.size()];
    registers = new Long[threads][program.threads().get(0).registers().size() + code.size() + 2];
    memory = new long[memories][program.memory().size()];
  }

  private void add(Instruction instruction, int thread, boolean counts, List<Integer> block) {
    int targets = instruction instanceof Instruction.Store ? memories : 1;
    if (block == null && isIssued(instruction)) {
      steps.add(new Step(List.of(code.size()), Step.ISSUE, false));
    }
    for (int target = 0; target < targets && counts && block == null; target++) {
      steps.add(new Step(List.of(code.size()), target, false));
    }
    if (block != null) {
      block.add(code.size());
    }
    code.add(instruction);
    owner.add(thread);
    blocked.add(block != null);
  }

  /** Whether a law speaks of the issue of such an access: it is a step then. */
  private boolean isIssued(Instruction instruction) {
    return !(instruction instanceof Instruction.Fence)
        && laws.stream()
            .flatMap(law -> law.issuedVariables().stream())
            .anyMatch(variable -> variable.pattern().matches(LawInstance.classOf(instruction)));
  }

  private static boolean hasFence(Variable variable) {
    return variable
        .pattern()
        .matches(new InstanceClass(InstanceKind.FENCE, List.of("RR", "RW", "WR", "WW")));
  }

  /** How many steps a run has. */
  int length() {
    return steps.stream().mapToInt(step -> step.instances().size()).sum();
  }

  int runs() {
    return runs;
  }

  /** The final states of the runs that obey the laws: what each thread sees. */
  Set<List<Long>> finals() {
    for (int cell = 0; cell < program.memory().size(); cell++) {
      for (long[] one : memory) {
        one[cell] = program.memory().get(cell).initial();
      }
    }
    go(0);
    return finals;
  }

  private void go(int time) {
    if (time == length()) {
      runs++;
      judge();
      return;
    }
    for (Step step : steps) {
      boolean issued = step.isIssue() || step.block() || isPastIssue(step.first());
      if (!isTaken(step) && issued && (step.block() ? isReached(step.first()) : isReady(step))) {
        take(step, time);
      }
    }
  }

  private boolean isTaken(Step step) {
    int instance = step.first();
    return (step.isIssue() ? issues[instance] : times[instance][step.target()]) != UNTAKEN;
  }

  private boolean isPastIssue(int instance) {
    return issues[instance] != UNTAKEN || !isIssued(code.get(instance));
  }

  private int memoryOf(int thread) {
    return memories == 1 ? 0 : thread;
  }

  /** Takes a step, goes on, and takes it back. */
  private void take(Step step, int time) {
    int thread = owner.get(step.first());
    long[][] before = new long[memories][];
    for (int i = 0; i < memories; i++) {
      before[i] = memory[i].clone();
    }
    Long[] oldRegisters = registers[thread].clone();
    for (int i = 0; i < step.instances().size(); i++) {
      perform(step.instances().get(i), step, time + i);
    }
    go(time + step.instances().size());
    for (int instance : step.instances()) {
      if (step.isIssue()) {
        issues[instance] = UNTAKEN;
      } else {
        times[instance][step.target()] = UNTAKEN;
      }
    }
    registers[thread] = oldRegisters;
    System.arraycopy(before, 0, memory, 0, memories);
  }

  private void perform(int instance, Step step, int time) {
    int thread = owner.get(instance);
    if (step.isIssue()) {
      issues[instance] = time;
      return;
    }
    times[instance][step.target()] = time;
    switch (code.get(instance)) {
      case Instruction.Load load -> {
        values[instance] = loaded(instance, thread, cell(load.address()));
        registers[thread][load.target()] = values[instance];
      }
      case Instruction.Store store -> {
        values[instance] = value(store.value(), thread);
        for (int i = 0; i < memories; i++) {
          if (step.block() || i == step.target()) {
            memory[i][cell(store.address())] = values[instance];
          }
        }
      }
      case Instruction.FetchAndModify modify -> {
        int cell = cell(modify.address());
        long old = memory[memoryOf(thread)][cell];
        registers[thread][modify.target()] = old;
        for (long[] one : memory) {
          one[cell] = ReferenceExecution.modified(modify, old, value(modify.operand(), thread));
        }
      }
      default -> {}
    }
  }

  /** Whether all earlier steps of its thread have been taken. */
  private boolean isReached(int instance) {
    return steps.stream()
        .filter(step -> owner.get(step.first()).equals(owner.get(instance)))
        .filter(step -> step.first() < instance)
        .allMatch(this::isTaken);
  }

  /** Whether an atomic block of its thread stands before it that has not been taken. */
  private boolean isBehindBlock(int instance) {
    return steps.stream()
        .filter(step -> step.block() && owner.get(step.first()).equals(owner.get(instance)))
        .anyMatch(step -> step.first() < instance && !isTaken(step));
  }

  /** The newest earlier store of the thread that its memory does not have yet, or memory. */
  private long loaded(int load, int thread, int cell) {
    for (int i = load - 1; i >= 0 && owner.get(i) == thread; i--) {
      if (code.get(i) instanceof Instruction.Store store
          && cell(store.address()) == cell
          && times[i][blocked.get(i) ? 0 : memoryOf(thread)] == UNTAKEN) {
        return value(store.value(), thread);
      }
    }
    return memory[memoryOf(thread)][cell];
  }

  /**
   * Its operands are known; so are, for a load that is issued, the values of earlier stores of its
   * thread to its cell, and they are issued.
   */
  private boolean isReady(Step step) {
    int instance = step.first();
    int thread = owner.get(instance);
    if (isBehindBlock(instance)) {
      return false;
    }
    if (!step.isIssue() && code.get(instance) instanceof Instruction.Load load) {
      for (int i = instance - 1; i >= 0 && owner.get(i) == thread; i--) {
        if (code.get(i) instanceof Instruction.Store store
            && cell(store.address()) == cell(load.address())
            && !(isKnown(store.value(), thread) && (blocked.get(i) || isPastIssue(i)))) {
          return false;
        }
      }
    }
    return ReferenceInstance.operands(code.get(instance)).stream()
        .allMatch(e -> isKnown(e, thread));
  }

  /** Addresses are constants; each register is written once. */
  private int cell(Expr address) {
    return program.cellAt(((Expr.Constant) address).value());
  }

  private boolean isKnown(Expr expr, int thread) {
    return switch (expr) {
      case Expr.Constant constant -> true;
      case Expr.Register(int index) -> registers[thread][index] != null;
      case Expr.Binary binary -> isKnown(binary.left(), thread) && isKnown(binary.right(), thread);
      default -> throw new IllegalArgumentException("not in tiny programs: " + expr);
    };
  }

  private long value(Expr expr, int thread) {
    return switch (expr) {
      case Expr.Constant constant -> constant.value();
      case Expr.Register(int index) -> registers[thread][index];
      case Expr.Binary(Expr.BinaryOperator operator, Expr left, Expr right) ->
          operator == Expr.BinaryOperator.XOR
              ? value(left, thread) ^ value(right, thread)
              : value(left, thread) + value(right, thread);
      default -> throw new IllegalArgumentException("not in tiny programs: " + expr);
    };
  }

  private void judge() {
    List<LawInstance> instances = new ArrayList<>();
    for (int i = 0; i < code.size(); i++) {
      Instruction instruction = code.get(i);
      boolean fence = instruction instanceof Instruction.Fence;
      int cell = fence ? -1 : cell(ReferenceInstance.operands(instruction).getFirst());
      boolean many = instruction instanceof Instruction.Store && !blocked.get(i);
      int targets = many ? memories : 1;
      List<Integer> taken = Arrays.stream(times[i]).limit(targets).map(t -> 2 * t).boxed().toList();
      // The issue of what is in a block comes right before its step: times are doubled for that.
      int issue = blocked.get(i) ? 2 * times[i][0] - 1 : 2 * issues[i];
      instances.add(
          new LawInstance(
              owner.get(i), i, LawInstance.classOf(instruction), cell, values[i], issue, taken));
    }
    LawEvaluator evaluator = new LawEvaluator(instances, program.threads().size());
    if (laws.stream().allMatch(evaluator::holds)) {
      for (long[] one : memory) {
        finals.add(shown(one));
      }
    }
  }

  /** A memory with the registers in the cells where the threads leave them. */
  private List<Long> shown(long[] one) {
    long[] shown = one.clone();
    for (int thread = 0; thread < program.threads().size(); thread++) {
      ThreadDecl decl = program.threads().get(thread);
      for (Instruction instruction : decl.code()) {
        if (instruction instanceof Instruction.Store store && store.strong()) {
          shown[cell(store.address())] = value(store.value(), thread);
        }
      }
    }
    return Arrays.stream(shown).boxed().toList();
  }
}
