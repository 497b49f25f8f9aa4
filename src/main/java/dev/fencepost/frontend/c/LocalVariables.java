// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.c;

import dev.fencepost.ir.Expr;
import dev.fencepost.ir.Instruction;
import dev.fencepost.ir.Registers;
import dev.fencepost.source.Origin;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The locals of a thread, and what becomes of them where the code has no other sign of it: a {@link
 * Instruction.Mark} below 0 each, until the guards take its place.
 *
 * @param inMemory those that live in memory
 */
record LocalVariables(
    List<LocalVariables.Room> inMemory, List<Event> events, AddressConstants addresses) {

  /**
   * A local that lives in memory.
   *
   * @param address where it is, an expression over the number of the thread at most
   */
  record Room(CVariable variable, Expr address) {

    long cells() {
      return variable.type().cells();
    }

    /** As the constants name it that come from its address. */
    AddressConstants.Span span() {
      Expr first = address instanceof Expr.Binary sum ? sum.right() : address;
      return new AddressConstants.Span(((Expr.Constant) first).value(), variable.type().bytes());
    }

    /** Whether its cells have no address but those that stand in the code. */
    boolean isDirect() {
      return !variable.isAddressTaken() && !StructType.hasArrays(variable.type());
    }
  }

  sealed interface Event {}

  /** A variable of a call begins, without a value. */
  record Begin(CallFrame call, CVariable variable) implements Event {}

  /**
   * Registers are read, by no instruction or by the next assertion.
   *
   * @param reached whether they are: the first operands of a condition may decide it
   */
  record Read(BitSet registers, Expr reached) implements Event {}

  LocalVariables(AddressConstants addresses) {
    this(new ArrayList<>(), new ArrayList<>(), addresses);
  }

  /** The instruction that stands for an event. */
  Instruction mark(Event event, Origin origin) {
    events.add(event);
    return new Instruction.Mark(-events.size(), origin);
  }

  @Nullable Event event(Instruction instruction) {
    return instruction instanceof Instruction.Mark mark && mark.mark() < 0
        ? events.get(-mark.mark() - 1)
        : null;
  }

  /** Where the variable is that begins here, if one does that is used. */
  CallFrame.@Nullable Binding begun(Instruction instruction) {
    return event(instruction) instanceof Begin(CallFrame call, CVariable variable)
        ? call.find(variable)
        : null;
  }

  boolean reads(Instruction instruction, int register) {
    if (event(instruction) instanceof Read read) {
      return read.registers.get(register);
    }
    boolean noted =
        instruction instanceof Instruction.Assert || instruction instanceof Instruction.Assume;
    return !noted
        && Registers.expressions(instruction).stream()
            .anyMatch(expr -> Registers.read(expr).get(register));
  }
}
