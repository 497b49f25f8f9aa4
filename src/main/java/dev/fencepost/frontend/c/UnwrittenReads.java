// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.c;

import dev.fencepost.ir.ControlFlow;
import dev.fencepost.ir.Expr;
import dev.fencepost.ir.Instruction;
import dev.fencepost.ir.Program;
import dev.fencepost.ir.Registers;
import dev.fencepost.ir.ThreadDecl;
import dev.fencepost.source.Diagnostics;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/**
 * Finds local variables that may be read before they were written, on the paths of the control flow
 * whatever their conditions: in C such a variable has any value or none, and a verdict must not
 * rest on the 0 that the machine would find there.
 *
 * <p>Locals in memory are looked at where their address is plain. One that is handed on as a value,
 * or that a store of unknown address may have written, as the elements of an array in a loop, is
 * given the benefit of the doubt.
 */
final class UnwrittenReads {
  private final ThreadDecl thread;
  private final Diagnostics diagnostics;

  /**
   * A local that lives in memory.
   *
   * @param address where it is, an expression over the number of the thread at most
   */
  record Room(String name, Expr address, long cells) {}

  private UnwrittenReads(ThreadDecl thread, Diagnostics diagnostics) {
    this.thread = thread;
    this.diagnostics = diagnostics;
  }

  /** Complains of what is found in the code of a thread. */
  static void check(ThreadDecl thread, List<Room> rooms, Diagnostics diagnostics) {
    UnwrittenReads reads = new UnwrittenReads(thread, diagnostics);
    reads.registers();
    reads.cells(rooms);
  }

  private void registers() {
    BitSet suspects = Registers.live(thread.code())[0];
    suspects.clear(ThreadDecl.ARGUMENT);
    suspects.clear(ThreadDecl.SELF);
    for (int register : suspects.stream().toArray()) {
      complain(
          thread.registers().get(register),
          i -> Registers.expressions(i).stream().anyMatch(e -> Registers.read(e).get(register)),
          i -> Arrays.stream(Registers.written(i)).anyMatch(w -> w == register));
    }
  }

  private void cells(List<Room> rooms) {
    Set<Expr> handedOn =
        thread.code().stream()
            .flatMap(i -> Registers.expressions(i).stream().skip(i.addresses().size()))
            .collect(Collectors.toSet());
    boolean storesAnywhere = thread.code().stream().anyMatch(UnwrittenReads::storesAnywhere);
    for (Room room : rooms) {
      List<Expr> cells =
          LongStream.range(0, room.cells()).mapToObj(i -> offset(room.address(), i)).toList();
      boolean filledInALoop = room.cells() > 1 && storesAnywhere;
      if (!filledInALoop && Collections.disjoint(cells, handedOn)) {
        for (Expr cell : cells) {
          complain(room.name(), i -> loads(i, cell), i -> mayStore(i, cell));
        }
      }
    }
  }

  private static Expr offset(Expr base, long cells) {
    long bytes = cells * Program.CELL_BYTES;
    return switch (base) {
      case Expr.Constant constant -> Expr.constant(constant.value() + bytes);
      case Expr.Binary sum when sum.right() instanceof Expr.Constant constant ->
          new Expr.Binary(sum.operator(), sum.left(), Expr.constant(constant.value() + bytes));
      default -> new Expr.Binary(Expr.BinaryOperator.ADD, base, Expr.constant(bytes));
    };
  }

  private static boolean loads(Instruction instruction, Expr address) {
    return !(instruction instanceof Instruction.Store) && instruction.addresses().contains(address);
  }

  private static boolean mayStore(Instruction instruction, Expr address) {
    return storesAnywhere(instruction)
        || !(instruction instanceof Instruction.Load) && instruction.addresses().contains(address);
  }

  private static boolean storesAnywhere(Instruction instruction) {
    return !(instruction instanceof Instruction.Load)
        && instruction.addresses().stream().anyMatch(address -> !isPlain(address));
  }

  /** Whether an address is the same whenever a thread uses it. */
  private static boolean isPlain(Expr address) {
    return Registers.read(address).stream().allMatch(register -> register == ThreadDecl.SELF);
  }

  private void complain(String name, Predicate<Instruction> reads, Predicate<Instruction> writes) {
    find(reads, writes)
        .ifPresent(
            read ->
                diagnostics.error(
                    read.origin().span(),
                    name.isEmpty()
                        ? "a value is used here that not every path gives"
                        : "'" + name + "' may be read here before it was given a value",
                    name.isEmpty()
                        ? "does a function end without a return?"
                        : "give it a value where it is declared"));
  }

  /** The first read that a path from the start comes to without a write. */
  private Optional<Instruction> find(Predicate<Instruction> reads, Predicate<Instruction> writes) {
    BitSet seen = new BitSet();
    Deque<Integer> open = new ArrayDeque<>();
    open.add(0);
    seen.set(0);
    while (!open.isEmpty()) {
      int pc = open.poll();
      Instruction instruction = thread.code().get(pc);
      if (reads.test(instruction)) {
        return Optional.of(instruction);
      }
      for (int next :
          writes.test(instruction) ? new int[0] : ControlFlow.successors(instruction, pc)) {
        if (!seen.get(next)) {
          seen.set(next);
          open.add(next);
        }
      }
    }
    return Optional.empty();
  }
}
