// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.ir;

import java.util.List;

/**
 * The code of a thread. A running thread starts at position 0 with its argument in register {@link
 * #ARGUMENT}, its own number in register {@link #SELF} and 0 in all others.
 *
 * @param registers the names of the registers, as the source has them
 */
public record ThreadDecl(String name, List<Instruction> code, List<String> registers) {
  public static final int ARGUMENT = 0;
  public static final int SELF = 1;

  public ThreadDecl {
    code = List.copyOf(code);
    registers = List.copyOf(registers);
  }

  /** This thread with other code. */
  public ThreadDecl with(List<Instruction> newCode) {
    return new ThreadDecl(name, newCode, registers);
  }
}
