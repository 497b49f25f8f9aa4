// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.c;

import dev.fencepost.ir.Expr;
import dev.fencepost.ir.Instruction;
import dev.fencepost.ir.Registers;
import java.util.BitSet;
import java.util.List;

/** Where the address of a local variable goes in the code of its thread. */
final class AddressFlow {
  private final AddressConstants addresses;
  private final AddressConstants.Span local;

  /** The registers that may hold the address of a part of the variable. */
  private final BitSet pointers = new BitSet();

  AddressFlow(List<Instruction> code, AddressConstants addresses, AddressConstants.Span local) {
    this.addresses = addresses;
    this.local = local;
    int before;
    do {
      before = pointers.cardinality();
      for (Instruction instruction : code) {
        boolean moves =
            instruction instanceof Instruction.Assign || instruction instanceof Instruction.Select;
        if (moves && Registers.expressions(instruction).stream().anyMatch(this::hands)) {
          pointers.set(Registers.written(instruction)[0]);
        }
      }
    } while (pointers.cardinality() > before);
  }

  BitSet pointers() {
    return pointers;
  }

  /** Whether an instruction writes the address to memory. */
  boolean isStored(Instruction instruction) {
    return !instruction.addresses().isEmpty()
        && !(instruction instanceof Instruction.Load)
        && isUsed(instruction);
  }

  /** Whether an instruction gives the address to memory or to another thread. */
  boolean isShared(Instruction instruction) {
    return isStored(instruction) || instruction instanceof Instruction.Spawn && isUsed(instruction);
  }

  /** Whether an instruction uses the address for more than an access. */
  private boolean isUsed(Instruction instruction) {
    return Registers.expressions(instruction).stream()
        .skip(instruction.addresses().size())
        .anyMatch(this::hands);
  }

  private boolean hands(Expr expr) {
    return Registers.read(expr).intersects(pointers) || addresses.has(expr, local);
  }
}
