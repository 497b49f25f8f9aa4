// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.litmus;

import dev.fencepost.frontend.litmus.ThreadAssembler.Swap;
import dev.fencepost.ir.Expr;
import dev.fencepost.ir.Expr.UnaryOperator;
import dev.fencepost.ir.Instruction.Modification;
import dev.fencepost.ir.MemoryOrder;
import dev.fencepost.source.InvalidInputException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The atomics of AArch64: swaps, compare and swap, fetch and modify, with their orders. */
final class ArmAtomics {
  private static final Pattern NAME =
      Pattern.compile("(swp|cas|ldadd|ldclr|ldeor|ldset|stadd|stclr|steor|stset)(al|a|l)?");

  private ArmAtomics() {}

  static void translate(RiscLine in) throws InvalidInputException {
    Matcher name = NAME.matcher(in.line.mnemonic());
    if (!name.matches()) {
      throw in.line.unsupported();
    }
    MemoryOrder order = order(name.group(2));
    boolean silent = name.group(1).startsWith("st");
    in.line.needs(silent ? 2 : 3);
    Expr address = ArmDialect.address(in, silent ? 1 : 2);
    Expr first = in.read(0);
    if (name.group(1).equals("cas")) {
      Swap swap = new Swap(address, first, in.read(1));
      in.out.compareAndSwap(ThreadAssembler.NONE, in.target(0), swap, order);
      return;
    }
    String target = silent ? ThreadAssembler.NONE : in.target(1);
    String operation = name.group(1).startsWith("sw") ? "swp" : name.group(1).substring(2);
    switch (operation) {
      case "add" -> in.out.modify(target, Modification.ADD, address, first, order);
      case "eor" -> in.out.modify(target, Modification.XOR, address, first, order);
      case "set" -> in.out.modify(target, Modification.OR, address, first, order);
      case "clr" -> {
        Expr mask = new Expr.Unary(UnaryOperator.COMPLEMENT, first);
        in.out.modify(target, Modification.AND, address, mask, order);
      }
      default -> in.out.modify(target, Modification.SWAP, address, first, order);
    }
  }

  /** Both acquire and release together keep their order with others of their kind. */
  private static MemoryOrder order(String suffix) {
    return switch (suffix) {
      case null -> MemoryOrder.RELAXED;
      case "a" -> MemoryOrder.ACQUIRE;
      case "l" -> MemoryOrder.RELEASE;
      default -> MemoryOrder.SEQ_CST;
    };
  }
}
