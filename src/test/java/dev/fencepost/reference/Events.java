// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.reference;

import dev.fencepost.ir.Expr;
import dev.fencepost.ir.Instruction;
import dev.fencepost.ir.MemoryOrder;
import dev.fencepost.ir.Program;
import dev.fencepost.ir.ThreadDecl;
import dev.fencepost.memorymodel.AccessKind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.function.IntFunction;

/**
 * The events of a straight-line program: loads, stores, compare-and-swaps, fetch-and-adds, fences,
 * moves, and branches to the next line. Addresses may depend on registers only in ways that do not
 * change them ({@code r ^ r}). A compare-and-swap that fails writes what it has read.
 */
final class Events {

  /** An access, or, with no thread, the write of an initial value. */
  record Event(int id, int thread, AccessKind kind, MemoryOrder order, int cell) {
    boolean read() {
      return kind != AccessKind.WRITE;
    }

    boolean write() {
      return kind != AccessKind.READ;
    }

    boolean readModifyWrite() {
      return kind == AccessKind.READ_MODIFY_WRITE;
    }

    boolean initial() {
      return thread < 0;
    }
  }

  private final Program program;
  final List<Event> all = new ArrayList<>();

  /** For each event, the earlier reads that its address or value depends on. */
  final List<Set<Integer>> dependencies = new ArrayList<>();

  /** For each event, the earlier reads that its address depends on. */
  final List<Set<Integer>> addresses = new ArrayList<>();

  /** For each event, the earlier reads that a branch before it depends on. */
  final List<Set<Integer>> controls = new ArrayList<>();

  /** A fence of a thread stands before the event with this number. */
  record FenceAt(int thread, int before, int pairs) {}

  final List<FenceAt> fences = new ArrayList<>();

  /** Instructions by identity: two equal loads are two events. */
  private final IdentityHashMap<Instruction, Integer> ids = new IdentityHashMap<>();

  Events(Program program) {
    this.program = program;
    for (int cell = 0; cell < program.memory().size(); cell++) {
      if (!program.memory().get(cell).strong()) {
        all.add(new Event(all.size(), -1, AccessKind.WRITE, MemoryOrder.RELAXED, cell));
        dependencies.add(Set.of());
        addresses.add(Set.of());
        controls.add(Set.of());
      }
    }
    for (int thread = 0; thread < program.threads().size(); thread++) {
      collect(thread);
    }
  }

  private void collect(int thread) {
    ThreadDecl decl = program.threads().get(thread);
    List<Set<Integer>> taints =
        new ArrayList<>(Collections.nCopies(decl.registers().size(), Set.of()));
    Set<Integer> control = new HashSet<>();
    for (Instruction instruction : decl.code()) {
      Set<Integer> operands = new HashSet<>();
      ReferenceInstance.operands(instruction).forEach(o -> taint(o, taints, operands));
      switch (instruction) {
        case Instruction.Load load -> {
          add(thread, instruction, load.order(), taints, control);
          taints.set(load.target(), Set.of(all.size() - 1));
        }
        case Instruction.Store store when !store.strong() ->
            add(thread, instruction, store.order(), taints, control);
        case Instruction.CompareAndSwap cas -> {
          add(thread, instruction, cas.successOrder(), taints, control);
          taints.set(cas.success(), Set.of(all.size() - 1));
        }
        case Instruction.FetchAndModify modify -> {
          add(thread, instruction, modify.order(), taints, control);
          taints.set(modify.target(), Set.of(all.size() - 1));
        }
        case Instruction.Assign assign -> taints.set(assign.target(), operands);
        case Instruction.Branch branch -> control.addAll(operands);
        case Instruction.Fence fence -> fences.add(new FenceAt(thread, all.size(), fence.pairs()));
        case Instruction.Store strong -> {
          // What shows a register at the end is no event.
        }
        case Instruction.End end -> {
          // No event.
        }
        default ->
            throw new IllegalArgumentException("not in straight-line programs: " + instruction);
      }
    }
  }

  private void add(
      int thread,
      Instruction instruction,
      MemoryOrder order,
      List<Set<Integer>> taints,
      Set<Integer> control) {
    List<Expr> operands = ReferenceInstance.operands(instruction);
    Set<Integer> address = new HashSet<>();
    taint(operands.getFirst(), taints, address);
    Set<Integer> dependsOn = new HashSet<>();
    operands.forEach(operand -> taint(operand, taints, dependsOn));
    ids.put(instruction, all.size());
    all.add(
        new Event(
            all.size(),
            thread,
            ReferenceInstance.kind(instruction),
            order,
            cell(operands.getFirst())));
    dependencies.add(Set.copyOf(dependsOn));
    addresses.add(Set.copyOf(address));
    controls.add(Set.copyOf(control));
  }

  private static void taint(Expr expr, List<Set<Integer>> taints, Set<Integer> into) {
    switch (expr) {
      case Expr.Register register -> into.addAll(taints.get(register.index()));
      case Expr.Binary binary -> {
        taint(binary.left(), taints, into);
        taint(binary.right(), taints, into);
      }
      case Expr.Constant constant -> {
        // Depends on nothing.
      }
      default -> throw new IllegalArgumentException("not in straight-line programs: " + expr);
    }
  }

  private int cell(Expr address) {
    IntFunction<Expr> any = register -> Expr.constant(0);
    return program.cellAt(ReferenceExpressions.evaluate(ReferenceExpressions.bind(address, any)));
  }

  /**
   * The values that events have when reads read from these writes, or null where a value hangs on
   * itself.
   */
  Long[] values(int[] readsFrom) {
    Long[] values = new Long[all.size()];
    for (Event event : all) {
      if (event.initial()) {
        values[event.id()] = program.memory().get(event.cell()).initial();
      }
    }
    for (int pass = 0; pass <= all.size(); pass++) {
      for (int thread = 0; thread < program.threads().size(); thread++) {
        run(thread, readsFrom, values, null);
      }
    }
    return Arrays.asList(values).contains(null) ? null : values;
  }

  /** Runs a thread: gives its accesses their values as far as they are known, and strong cells. */
  void run(int thread, int[] readsFrom, Long[] values, long[] strong) {
    ThreadDecl decl = program.threads().get(thread);
    Expr[] registers = new Expr[decl.registers().size()];
    Arrays.fill(registers, Expr.constant(0));
    IntFunction<Expr> now = i -> registers[i];
    for (Instruction instruction : decl.code()) {
      Integer id = ids.get(instruction);
      Long old = id == null || !all.get(id).read() ? null : values[readsFrom[id]];
      switch (instruction) {
        case Instruction.Load load -> {
          values[id] = old;
          registers[load.target()] = known(old);
        }
        case Instruction.Store store -> {
          Long value = value(store.value(), now);
          if (id != null) {
            values[id] = value;
          } else if (strong != null) {
            strong[cell(store.address())] = value;
          }
        }
        case Instruction.CompareAndSwap cas -> {
          Long expected = value(cas.expected(), now);
          boolean ready = old != null && expected != null;
          boolean equal = ready && old.equals(expected);
          values[id] = equal ? value(cas.desired(), now) : ready ? old : null;
          registers[cas.success()] = known(ready ? (equal ? 1L : 0L) : null);
        }
        case Instruction.FetchAndModify modify -> {
          Long operand = value(modify.operand(), now);
          boolean ready = old != null && operand != null;
          values[id] = ready ? ReferenceExecution.modified(modify, old, operand) : null;
          registers[modify.target()] = known(old);
        }
        case Instruction.Assign assign ->
            registers[assign.target()] = ReferenceExpressions.bind(assign.value(), now);
        default -> {
          // No effect on values.
        }
      }
    }
  }

  /** A value that is not known yet is a register that nothing is bound to. */
  private static Expr known(Long value) {
    return value == null ? Expr.register(0) : Expr.constant(value);
  }

  private static Long value(Expr expr, IntFunction<Expr> registers) {
    return ReferenceExpressions.bind(expr, registers) instanceof Expr.Constant constant
        ? constant.value()
        : null;
  }
}
