// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.reference;

import dev.fencepost.ir.Expr;
import dev.fencepost.ir.Instruction;
import dev.fencepost.ir.Program;
import dev.fencepost.ir.ThreadDecl;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.function.IntFunction;

/**
 * The events of a straight-line program: loads, stores, fences, moves, and branches to the next
 * line. Addresses may depend on registers only in ways that do not change them ({@code r ^ r}).
 */
final class Events {

  /** A read or a write, or, with no thread, the write of an initial value. */
  record Event(int id, int thread, boolean write, int cell, Instruction instruction) {
    boolean read() {
      return !write;
    }

    boolean initial() {
      return thread < 0;
    }
  }

  private final Program program;
  final List<Event> all = new ArrayList<>();

  /** For each event, the earlier reads that its address or value depends on. */
  final List<Set<Integer>> dependencies = new ArrayList<>();

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
        add(new Event(all.size(), -1, true, cell, null), Set.of(), Set.of());
      }
    }
    for (int thread = 0; thread < program.threads().size(); thread++) {
      collect(thread);
    }
  }

  private void add(Event event, Set<Integer> dependsOn, Set<Integer> control) {
    all.add(event);
    ids.put(event.instruction(), event.id());
    dependencies.add(Set.copyOf(dependsOn));
    controls.add(Set.copyOf(control));
  }

  private void collect(int thread) {
    ThreadDecl decl = program.threads().get(thread);
    List<Set<Integer>> taints =
        new ArrayList<>(Collections.nCopies(decl.registers().size(), Set.of()));
    Set<Integer> control = new HashSet<>();
    for (Instruction instruction : decl.code()) {
      Set<Integer> operands = new HashSet<>();
      Instance.operands(instruction).forEach(o -> taint(o, taints, operands));
      switch (instruction) {
        case Instruction.Load load -> {
          int id = all.size();
          add(new Event(id, thread, false, cell(load.address()), load), operands, control);
          taints.set(load.target(), Set.of(id));
        }
        case Instruction.Store store when !store.strong() ->
            add(
                new Event(all.size(), thread, true, cell(store.address()), store),
                operands,
                control);
        case Instruction.Assign assign -> taints.set(assign.target(), operands);
        case Instruction.Branch branch -> control.addAll(operands);
        case Instruction.Fence fence -> fences.add(new FenceAt(thread, all.size(), fence.pairs()));
        default -> {
          // Strong stores and the end are no events.
        }
      }
    }
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
    return program.cellAt(Expressions.evaluate(Expressions.bind(address, any)));
  }

  /**
   * The values that events have when reads read from these writes, or null where a value hangs on
   * itself.
   */
  Long[] values(int[] readsFrom) {
    Long[] values = new Long[all.size()];
    for (int pass = 0; pass <= all.size(); pass++) {
      for (Event event : all) {
        if (event.initial()) {
          values[event.id()] = program.memory().get(event.cell()).initial();
        } else if (event.read()) {
          values[event.id()] = values[readsFrom[event.id()]];
        }
      }
      for (int thread = 0; thread < program.threads().size(); thread++) {
        run(thread, values, null);
      }
    }
    return Arrays.asList(values).contains(null) ? null : values;
  }

  /** Runs a thread with the values of its reads: gives its stores theirs, and strong cells too. */
  void run(int thread, Long[] values, long[] strong) {
    ThreadDecl decl = program.threads().get(thread);
    Expr[] registers = new Expr[decl.registers().size()];
    for (int i = 0; i < registers.length; i++) {
      registers[i] = Expr.constant(0);
    }
    IntFunction<Expr> now = i -> registers[i];
    for (Instruction instruction : decl.code()) {
      switch (instruction) {
        case Instruction.Load load -> {
          Long value = values[idOf(load)];
          registers[load.target()] = value == null ? Expr.register(0) : Expr.constant(value);
        }
        case Instruction.Store store -> {
          Expr value = Expressions.bind(store.value(), now);
          if (value instanceof Expr.Constant constant) {
            if (!store.strong()) {
              values[idOf(store)] = constant.value();
            } else if (strong != null) {
              strong[cell(store.address())] = constant.value();
            }
          }
        }
        case Instruction.Assign assign ->
            registers[assign.target()] = Expressions.bind(assign.value(), now);
        default -> {
          // No effect on values.
        }
      }
    }
  }

  private int idOf(Instruction instruction) {
    return ids.get(instruction);
  }
}
