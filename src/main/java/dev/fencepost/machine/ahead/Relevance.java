// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.ahead;

import dev.fencepost.machine.order.OrderRules;
import dev.fencepost.machine.window.Code;
import dev.fencepost.machine.window.Opcode;
import dev.fencepost.machine.window.ProgramCode;
import java.util.BitSet;

/**
 * Whose views matter in a program: those of registers that may reach an address or a stored value,
 * and those of finished instances that a law orders before some load.
 */
final class Relevance {
  private final BitSet[] registers;
  private final boolean addresses;
  private final boolean branches;

  /** The classes whose finished instances some load comes after, as bits. */
  private final long finished;

  Relevance(ProgramCode program, OrderRules rules) {
    long ordered = 0;
    boolean byAddress = false;
    boolean byBranch = false;
    for (long rest = rules.loads(); rest != 0; rest &= rest - 1) {
      int load = Long.numberOfTrailingZeros(rest);
      for (int earlier = 0; earlier < rules.classes(); earlier++) {
        ordered |= rules.always(earlier, load) ? 1L << earlier : 0;
      }
      for (Code code : program.all) {
        if (code.opcode == Opcode.FENCE) {
          ordered |= rules.fenced(code, load);
          byAddress |= rules.fencedAddresses(code, load) != 0;
          byBranch |= (rules.behindBranches(code) >>> load & 1) != 0;
        }
      }
    }
    finished = ordered;
    addresses = byAddress;
    branches = byBranch;
    registers = new BitSet[program.threads.length];
    for (int i = 0; i < registers.length; i++) {
      registers[i] = registers(program.threads[i]);
    }
  }

  private BitSet registers(Code[] thread) {
    BitSet found = new BitSet();
    int before = -1;
    while (found.cardinality() > before) {
      before = found.cardinality();
      for (Code code : thread) {
        boolean moves = code.opcode == Opcode.ASSIGN || code.opcode == Opcode.SELECT;
        boolean branch = code.opcode == Opcode.BRANCH || code.opcode == Opcode.ASSUME;
        if (code.isAccess() || moves && found.get(code.target) || branch && branches) {
          for (int register : code.operands) {
            found.set(register);
          }
        }
      }
    }
    return found;
  }

  /** Whether it matters since when a register is known. */
  boolean ofRegister(int declaration, int register) {
    return registers[declaration].get(register);
  }

  /** Whether it matters when an instance of this class finished. */
  boolean ofFinished(int instanceClass) {
    return (finished >>> instanceClass & 1) != 0;
  }

  /** Whether a fence counts the addresses before it. */
  boolean ofAddresses() {
    return addresses;
  }

  /** Whether a fence counts the branches before it. */
  boolean ofBranches() {
    return branches;
  }
}
