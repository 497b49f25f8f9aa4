// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.ir;

import java.util.BitSet;
import java.util.List;

/**
 * What a program leaves to be guessed: branches and addresses that may depend on a value that was
 * not loaded yet when fetch came to them.
 */
public final class Unknowns {

  private Unknowns() {}

  /** Whether a thread of the program can come to such a branch or address. */
  public static boolean in(Program program) {
    return program.threads().stream().anyMatch(thread -> in(thread.code()));
  }

  private static boolean in(List<Instruction> code) {
    BitSet late = late(code);
    return code.stream()
        .flatMap(instruction -> guessed(instruction).stream())
        .anyMatch(expr -> Registers.read(expr).intersects(late));
  }

  /** The conditions of branches, and addresses. */
  private static List<Expr> guessed(Instruction instruction) {
    return switch (instruction) {
      case Instruction.Branch branch -> List.of(branch.condition());
      case Instruction.Assume assume -> List.of(assume.condition());
      default -> isAccess(instruction) ? instruction.addresses() : List.of();
    };
  }

  private static boolean isAccess(Instruction instruction) {
    return instruction.touchesMemory()
        || instruction instanceof Instruction.Lock
        || instruction instanceof Instruction.Unlock;
  }

  /** The registers that an access may write, and the registers computed from them. */
  private static BitSet late(List<Instruction> code) {
    BitSet late = new BitSet();
    int before = -1;
    while (late.cardinality() > before) {
      before = late.cardinality();
      for (Instruction instruction : code) {
        boolean waits =
            isAccess(instruction)
                || instruction instanceof Instruction.Assign assign
                    && Registers.read(assign.value()).intersects(late);
        for (int register : Registers.written(instruction)) {
          if (waits && register != Instruction.NO_TARGET) {
            late.set(register);
          }
        }
      }
    }
    return late;
  }
}
