// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.reference;

import dev.fencepost.ir.Expr;
import dev.fencepost.ir.Instruction;
import dev.fencepost.ir.MemoryLocation;
import dev.fencepost.ir.MemoryOrder;
import dev.fencepost.ir.Pool;
import dev.fencepost.ir.Program;
import dev.fencepost.ir.ThreadDecl;
import dev.fencepost.memorymodel.AccessKind;
import dev.fencepost.property.CheckedProgram;
import dev.fencepost.property.Property;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * A small program as the generator made it, before it is flattened. What the observed registers
 * hold at the end of a thread goes to strong cells, so that final states show it.
 *
 * @param initial how many of the threads run at the start; the others are spawned
 */
record RandomProgram(
    List<MemoryLocation> cells,
    int pool,
    List<List<RandomStatement>> threads,
    int initial,
    List<Property> properties) {

  static final List<String> REGISTERS = List.of("argument", "self", "a", "b", "q", "n", "child");
  static final int A = 2;
  static final int B = 3;
  static final int POINTER = 4;
  static final int COUNTER = 5;
  static final int CHILD = 6;
  static final int[] OBSERVED = {A, B};
  static final List<String> MARKS = List.of("here", "there");

  RandomProgram {
    cells = List.copyOf(cells);
    threads = threads.stream().map(List::copyOf).toList();
    properties = List.copyOf(properties);
  }

  CheckedProgram checked() {
    List<MemoryLocation> memory = new ArrayList<>(cells);
    List<ThreadDecl> decls = new ArrayList<>();
    List<Program.ThreadStart> starts = new ArrayList<>();
    for (int number = 0; number < threads.size(); number++) {
      List<Instruction> code = new ArrayList<>();
      threads.get(number).forEach(s -> s.flatten(code));
      for (int register : OBSERVED) {
        if (writes(code, register)) {
          String name = "P" + number + ":" + REGISTERS.get(register);
          memory.add(new MemoryLocation(name, 0, true, false));
          code.add(observe(memory.size() - 1, register));
        }
      }
      code.add(new Instruction.End(RandomStatement.NOWHERE));
      decls.add(new ThreadDecl("P" + number, code, REGISTERS));
      if (number < initial) {
        starts.add(new Program.ThreadStart(number, number));
      }
    }
    Pool blocks = new Pool(pool, List.of(), true, false);
    Program program = new Program("random", memory, decls, starts, blocks, MARKS);
    return new CheckedProgram(program, properties);
  }

  private static Instruction observe(int cell, int register) {
    return new Instruction.Store(
        Expr.constant(Program.addressOf(cell)),
        Expr.register(register),
        MemoryOrder.RELAXED,
        true,
        RandomStatement.NOWHERE);
  }

  private static boolean writes(List<Instruction> code, int register) {
    return code.stream()
        .anyMatch(
            i ->
                ReferenceInstance.target(i, 0) == register
                    || ReferenceInstance.target(i, 1) == register
                    || (i instanceof Instruction.Choose choose && choose.target() == register));
  }

  /** The program with each access to a strong cell in a block of several. */
  RandomProgram inStrongBlocks() {
    return new RandomProgram(
        cells,
        pool,
        threads.stream().map(RandomStatement::inStrongBlocks).toList(),
        initial,
        properties);
  }

  /** Whether a compare and swap orders by whether it succeeds. */
  boolean ordersByOutcome() {
    return flat().stream()
        .flatMap(List::stream)
        .anyMatch(
            i ->
                i instanceof Instruction.CompareAndSwap cas
                    && cas.successOrder() != cas.failureOrder());
  }

  /** Whether some thread has a loop whose end hangs on memory. */
  boolean hasSpinLoop() {
    return flat().stream().anyMatch(code -> code.stream().anyMatch(RandomProgram::isBackward));
  }

  private static boolean isBackward(Instruction instruction) {
    return instruction instanceof Instruction.Branch branch
        && branch.whenFalse() < branch.whenTrue();
  }

  /** Whether an assume outside an atomic block may drop the run. */
  boolean hasAssume() {
    for (List<Instruction> code : flat()) {
      int depth = 0;
      for (Instruction instruction : code) {
        depth += instruction instanceof Instruction.AtomicBegin ? 1 : 0;
        depth -= instruction instanceof Instruction.AtomicEnd ? 1 : 0;
        if (depth == 0 && instruction instanceof Instruction.Assume) {
          return true;
        }
      }
    }
    return false;
  }

  /** The kinds of accesses that it has. */
  Set<AccessKind> kinds() {
    Set<AccessKind> kinds = EnumSet.noneOf(AccessKind.class);
    for (List<Instruction> code : flat()) {
      code.stream().map(ReferenceInstance::kind).filter(Objects::nonNull).forEach(kinds::add);
    }
    return kinds;
  }

  private List<List<Instruction>> flat() {
    return checked().program().threads().stream().map(ThreadDecl::code).toList();
  }

  /** Takes pieces away while the program still fails. */
  RandomProgram shrink(Predicate<RandomProgram> fails) {
    for (RandomProgram smaller : smaller()) {
      if (fails.test(smaller)) {
        return smaller.shrink(fails);
      }
    }
    return this;
  }

  private List<RandomProgram> smaller() {
    List<RandomProgram> found = new ArrayList<>();
    for (int i = 0; i < threads.size(); i++) {
      if (!threads.get(i).isEmpty()) {
        found.add(withThread(i, List.of()));
      }
    }
    for (int i = 0; i < threads.size(); i++) {
      for (List<RandomStatement> less : RandomStatement.smaller(threads.get(i))) {
        found.add(withThread(i, less));
      }
    }
    for (Property property : properties) {
      List<Property> fewer = new ArrayList<>(properties);
      fewer.remove(property);
      found.add(new RandomProgram(cells, pool, threads, initial, fewer));
    }
    return found;
  }

  private RandomProgram withThread(int number, List<RandomStatement> statements) {
    List<List<RandomStatement>> changed = new ArrayList<>(threads);
    changed.set(number, statements);
    return new RandomProgram(cells, pool, changed, initial, properties);
  }

  @Override
  public String toString() {
    CheckedProgram checked = checked();
    String text = ProgramText.of(checked.program());
    String rules =
        properties.stream()
            .map(p -> ProgramText.of(checked.program(), p))
            .collect(Collectors.joining());
    return text + rules;
  }
}
