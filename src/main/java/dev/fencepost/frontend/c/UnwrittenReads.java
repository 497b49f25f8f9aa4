// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.c;

import dev.fencepost.budget.Budget;
import dev.fencepost.ir.ControlFlow;
import dev.fencepost.ir.Expr;
import dev.fencepost.ir.Expr.BinaryOperator;
import dev.fencepost.ir.Instruction;
import dev.fencepost.ir.Program;
import dev.fencepost.ir.Registers;
import dev.fencepost.ir.ThreadDecl;
import dev.fencepost.source.Diagnostics;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.LongStream;

/**
 * Guards local variables that may be read before they were written, on the paths of the control
 * flow whatever their conditions: in C such a variable has any value or none, and a verdict must
 * not rest on the 0 that the machine would find there. A register notes whether the variable was
 * written, and an assertion before each such read asks for it.
 *
 * <p>Locals in memory are looked at where their address is plain. One that is handed on as a value,
 * or that a store of unknown address may have written, as the elements of an array in a loop, is
 * given the benefit of the doubt.
 */
final class UnwrittenReads {
  private final ThreadDecl thread;
  private final Diagnostics diagnostics;
  private final List<Guarded> guarded = new ArrayList<>();

  /** In place of a register: the variable lives in memory. */
  private static final int IN_MEMORY = -1;

  /** A variable, with the positions of its reads that a path comes to without a write. */
  private record Guarded(String name, int register, BitSet reads, Predicate<Instruction> writes) {}

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

  /** The thread with its guards; complains where a function ends without a value. */
  static ThreadDecl guarded(ThreadDecl thread, List<Room> rooms, Diagnostics diagnostics) {
    UnwrittenReads reads = new UnwrittenReads(thread, diagnostics);
    reads.registers();
    reads.cells(rooms);
    return reads.guarded.isEmpty() ? thread : reads.withGuards();
  }

  /** The code with assertions before reads, and notes behind writes. */
  private ThreadDecl withGuards() {
    List<String> registers = new ArrayList<>(thread.registers());
    guarded.forEach(variable -> registers.add(""));
    List<Instruction> code = new ArrayList<>();
    int[] moved = new int[thread.code().size()];
    for (int pc = 0; pc < moved.length; pc++) {
      moved[pc] = code.size();
      Instruction instruction = thread.code().get(pc);
      List<Instruction> notes = new ArrayList<>();
      for (int i = 0; i < guarded.size(); i++) {
        Budget.ask();
        int written = thread.registers().size() + i;
        Guarded variable = guarded.get(i);
        if (variable.reads.get(pc)) {
          String message = "'" + variable.name + "' was given a value before it is read";
          Expr holds = guard(Expr.register(written), variable.register, instruction);
          code.add(new Instruction.Assert(holds, message, instruction.origin()));
        }
        if (variable.writes.test(instruction)) {
          notes.add(new Instruction.Assign(written, Expr.constant(1), instruction.origin()));
        }
      }
      code.add(instruction);
      code.addAll(notes);
    }
    code.replaceAll(instruction -> instruction.moved(target -> moved[target]));
    return thread.with(code, registers);
  }

  /** The variable was written, or the first operands of a condition decide it without it. */
  private static Expr guard(Expr written, int register, Instruction reading) {
    return switch (reading) {
      case Instruction.Assert condition -> or(written, decides(condition.condition(), register));
      case Instruction.Assume condition -> or(written, decides(condition.condition(), register));
      default -> written;
    };
  }

  /** Whether a condition has its truth value without a register, as {@code &&} and {@code ||}. */
  private static Expr decides(Expr condition, int register) {
    if (!Registers.read(condition).get(register)) {
      return Expr.constant(1);
    }
    return switch (condition) {
      case Expr.Unary not when not.operator() == Expr.UnaryOperator.NOT ->
          decides(not.operand(), register);
      case Expr.Binary truth
          when truth.operator() == BinaryOperator.NOT_EQUAL
              && truth.right().equals(Expr.constant(0)) ->
          decides(truth.left(), register);
      case Expr.Binary both when both.operator() == BinaryOperator.AND ->
          and(
              decides(both.left(), register),
              or(isFalse(both.left()), decides(both.right(), register)));
      case Expr.Binary either when either.operator() == BinaryOperator.OR ->
          and(
              decides(either.left(), register),
              or(isFalse(isFalse(either.left())), decides(either.right(), register)));
      default -> Expr.constant(0);
    };
  }

  private static Expr isFalse(Expr value) {
    return new Expr.Unary(Expr.UnaryOperator.NOT, value);
  }

  private static Expr and(Expr left, Expr right) {
    return new Expr.Binary(BinaryOperator.AND, left, right);
  }

  private static Expr or(Expr left, Expr right) {
    return right.equals(Expr.constant(0)) ? left : new Expr.Binary(BinaryOperator.OR, left, right);
  }

  private void registers() {
    BitSet suspects = Registers.live(thread.code())[0];
    suspects.clear(ThreadDecl.ARGUMENT);
    suspects.clear(ThreadDecl.SELF);
    for (int register : suspects.stream().toArray()) {
      guard(
          thread.registers().get(register),
          register,
          i -> Registers.expressions(i).stream().anyMatch(e -> Registers.read(e).get(register)),
          i -> Arrays.stream(Registers.written(i)).anyMatch(w -> w == register));
    }
  }

  private void cells(List<Room> rooms) {
    Set<Expr> handedOn = new HashSet<>();
    thread.code().stream()
        .flatMap(i -> Registers.expressions(i).stream().skip(i.addresses().size()))
        .forEach(value -> addParts(value, handedOn));
    boolean storesAnywhere = thread.code().stream().anyMatch(UnwrittenReads::storesAnywhere);
    for (Room room : rooms) {
      List<Expr> cells =
          LongStream.range(0, room.cells()).mapToObj(i -> offset(room.address(), i)).toList();
      boolean filledInALoop = room.cells() > 1 && storesAnywhere;
      if (!filledInALoop && Collections.disjoint(cells, handedOn)) {
        for (Expr cell : cells) {
          guard(room.name(), IN_MEMORY, i -> loads(i, cell), i -> mayStore(i, cell));
        }
      }
    }
  }

  /** Adds all that an expression is made of, numbers without the bits that tag a pointer. */
  private static void addParts(Expr value, Set<Expr> parts) {
    parts.add(
        value instanceof Expr.Constant(long number)
            ? Expr.constant(number & -Program.CELL_BYTES)
            : value);
    value.operands().forEach(operand -> addParts(operand, parts));
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
    return !(instruction instanceof Instruction.Store) && accesses(instruction, address);
  }

  private static boolean mayStore(Instruction instruction, Expr address) {
    return storesAnywhere(instruction)
        || !(instruction instanceof Instruction.Load) && accesses(instruction, address);
  }

  private static boolean accesses(Instruction instruction, Expr address) {
    return instruction.addresses().stream().anyMatch(a -> unchecked(a).equals(address));
  }

  /** A pointer, whether or not it must stay in its object, or be to a cell of a kind. */
  private static Expr unchecked(Expr checked) {
    Expr pointer = checked instanceof Expr.Alike alike ? alike.address() : checked;
    return pointer instanceof Expr.Within within ? within.address() : pointer;
  }

  private static boolean storesAnywhere(Instruction instruction) {
    return !(instruction instanceof Instruction.Load)
        && instruction.addresses().stream().anyMatch(address -> !isPlain(address));
  }

  /** Whether an address is the same whenever a thread uses it. */
  private static boolean isPlain(Expr address) {
    return Registers.read(address).stream().allMatch(register -> register == ThreadDecl.SELF);
  }

  private void guard(
      String name, int register, Predicate<Instruction> reads, Predicate<Instruction> writes) {
    BitSet found = find(reads, writes);
    if (!found.isEmpty() && name.isEmpty()) {
      diagnostics.error(
          thread.code().get(found.nextSetBit(0)).origin().span(),
          "a value is used here that not every path gives",
          "does a function end without a return?");
    } else if (!found.isEmpty()) {
      guarded.add(new Guarded(name, register, found, writes));
    }
  }

  /** The reads that a path from the start comes to without a write. */
  private BitSet find(Predicate<Instruction> reads, Predicate<Instruction> writes) {
    List<Instruction> code = thread.code();
    BitSet found = new BitSet();
    ControlFlow.reachable(code, 0, writes).stream()
        .filter(pc -> reads.test(code.get(pc)))
        .forEach(found::set);
    return found;
  }
}
