// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.ir;

import java.util.List;
import java.util.Map;

/**
 * The code of a thread. A running thread starts at position 0 with its argument in register {@link
 * #ARGUMENT}, its own number in register {@link #SELF} and 0 in all others.
 *
 * @param registers the names of the registers, as the source has them
 * @param pointers for display, the registers that hold addresses: the types that they point at
 */
public record ThreadDecl(
    String name, List<Instruction> code, List<String> registers, Map<Integer, String> pointers) {
  public static final int ARGUMENT = 0;
  public static final int SELF = 1;

  public ThreadDecl {
    code = List.copyOf(code);
    registers = List.copyOf(registers);
    pointers = Map.copyOf(pointers);
  }

  /** The values of all registers are numbers. */
  public ThreadDecl(String name, List<Instruction> code, List<String> registers) {
    this(name, code, registers, Map.of());
  }

  /** This thread with other code. */
  public ThreadDecl with(List<Instruction> newCode) {
    return with(newCode, registers);
  }

  /** This thread with other code, and perhaps with more registers. */
  public ThreadDecl with(List<Instruction> newCode, List<String> newRegisters) {
    return new ThreadDecl(name, newCode, newRegisters, pointers);
  }
}
