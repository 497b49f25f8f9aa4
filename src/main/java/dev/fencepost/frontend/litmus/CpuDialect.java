// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.litmus;

import dev.fencepost.source.InvalidInputException;
import java.util.List;
import java.util.Optional;

/** The assembly language of an architecture: its registers, and what its instructions do. */
interface CpuDialect {

  /** The architecture, as the first word of a test names it. */
  String name();

  /** The canonical name of a register, or nothing where this names none. */
  Optional<String> register(String name);

  /** How many bits of a register an operand names. */
  default int bits(String operand) {
    return 64;
  }

  /** Whether 32 bits are kept with their sign; else there are zeros above them. */
  default boolean keepsSigns() {
    return true;
  }

  /** Whether a register is the number 0 where it is the base of an address. */
  default boolean isNoBase(String register) {
    return false;
  }

  /** The place of a register among those of its architecture, for the order of a final state. */
  int rank(String register);

  /** Adds what an instruction does to the code of its thread. */
  void translate(AssemblyLine line, ThreadAssembler out) throws InvalidInputException;

  /** The dialects, without C. */
  static List<CpuDialect> all() {
    return List.of(
        new X86Dialect(false),
        new X86Dialect(true),
        new PowerDialect(),
        new RiscVDialect(),
        new ArmDialect());
  }
}
