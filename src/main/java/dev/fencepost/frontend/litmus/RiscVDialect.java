// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.litmus;

import dev.fencepost.ir.Expr;
import dev.fencepost.ir.Expr.BinaryOperator;
import dev.fencepost.ir.FencePairs;
import dev.fencepost.ir.Instruction.Modification;
import dev.fencepost.ir.MemoryOrder;
import dev.fencepost.source.InvalidInputException;
import java.util.List;
import java.util.Optional;

/**
 * RISC-V. Registers are shown by number: {@code a0} is {@code x10}. What has 32 bits is kept with
 * its sign. {@code fence.i} orders nothing: RVWMO has no rule for it.
 */
final class RiscVDialect implements CpuDialect {
  private static final List<String> NAMES =
      List.of(
          "zero", "ra", "sp", "gp", "tp", "t0", "t1", "t2", "s0", "s1", "a0", "a1", "a2", "a3",
          "a4", "a5", "a6", "a7", "s2", "s3", "s4", "s5", "s6", "s7", "s8", "s9", "s10", "s11",
          "t3", "t4", "t5", "t6");

  @Override
  public String name() {
    return "RISCV";
  }

  @Override
  public Optional<String> register(String name) {
    int number = name.equals("fp") ? NAMES.indexOf("s0") : NAMES.indexOf(name);
    return number < 0 ? NumberedRegisters.of("x", name, 31) : Optional.of("x" + number);
  }

  @Override
  public int rank(String register) {
    return NumberedRegisters.rank(register);
  }

  @Override
  public void translate(AssemblyLine line, ThreadAssembler out) throws InvalidInputException {
    RiscLine in = new RiscLine(line, out, this, "x0");
    switch (line.mnemonic()) {
      case "li" -> out.assign(in.target(0), Expr.constant(in.number(1)));
      case "mv" -> out.assign(in.target(0), in.read(1));
      case "xor", "xori" -> in.compute(BinaryOperator.XOR);
      case "and", "andi" -> in.compute(BinaryOperator.AND);
      case "or", "ori" -> in.compute(BinaryOperator.OR);
      case "add", "addi" -> in.compute(BinaryOperator.ADD);
      case "sub" -> in.compute(BinaryOperator.SUBTRACT);
      case "addw", "addiw" -> in.compute(BinaryOperator.ADD, 32, true);
      case "subw" -> in.compute(BinaryOperator.SUBTRACT, 32, true);
      case "slt", "slti" -> in.compute(BinaryOperator.LESS);
      case "sll", "slli" -> shiftLeft(in);
      case "nop" -> {}
      default -> {
        if (!branch(in) && !fence(in)) {
          memory(in);
        }
      }
    }
  }

  /** By the low six bits of a register, or by a number of six bits. */
  private static void shiftLeft(RiscLine in) throws InvalidInputException {
    in.line.needs(3);
    Expr distance = in.readOrNumber(2);
    if (in.isRegister(2)) {
      distance = Expressions.binary(BinaryOperator.AND, distance, Expr.constant(63));
    } else if (in.number(2) < 0 || in.number(2) > 63) {
      throw in.line.error("a distance of " + in.line.operand(2) + " is not from 0 to 63");
    }
    Expr value = Expressions.binary(BinaryOperator.SHIFT_LEFT, in.read(1), distance);
    in.out.assign(in.target(0), value);
  }

  private static boolean branch(RiscLine in) throws InvalidInputException {
    Expr zero = Expr.constant(0);
    switch (in.line.mnemonic()) {
      case "j" -> in.out.jump(in.line.operand(0));
      case "beq" -> branch(in, BinaryOperator.EQUAL, in.read(0), in.read(1));
      case "bne" -> branch(in, BinaryOperator.NOT_EQUAL, in.read(0), in.read(1));
      case "blt" -> branch(in, BinaryOperator.LESS, in.read(0), in.read(1));
      case "ble" -> branch(in, BinaryOperator.LESS_EQUAL, in.read(0), in.read(1));
      case "bgt" -> branch(in, BinaryOperator.LESS, in.read(1), in.read(0));
      case "bge" -> branch(in, BinaryOperator.LESS_EQUAL, in.read(1), in.read(0));
      case "beqz" -> branch(in, BinaryOperator.EQUAL, in.read(0), zero);
      case "bnez" -> branch(in, BinaryOperator.NOT_EQUAL, in.read(0), zero);
      default -> {
        return false;
      }
    }
    return true;
  }

  private static void branch(RiscLine in, BinaryOperator operator, Expr left, Expr right)
      throws InvalidInputException {
    in.out.branch(Expressions.binary(operator, left, right), in.line.lastOperand());
  }

  private static boolean fence(RiscLine in) throws InvalidInputException {
    switch (in.line.mnemonic()) {
      case "fence" -> {
        if (in.line.operands().isEmpty()) {
          in.out.fence(FencePairs.FULL);
        } else {
          in.line.needs(2);
          in.out.fence(earlier(in, 0) & later(in, 1));
        }
      }
      case "fence.i" -> {}
      case "fence.tso" -> {
        in.out.fence(FencePairs.ACQUIRE);
        in.out.fence(FencePairs.RELEASE);
      }
      default -> {
        return false;
      }
    }
    return true;
  }

  /** The pairs whose first half is in the set that the operand names. */
  private static int earlier(RiscLine in, int index) throws InvalidInputException {
    return either(in, index, FencePairs.RR | FencePairs.RW, FencePairs.WR | FencePairs.WW);
  }

  private static int later(RiscLine in, int index) throws InvalidInputException {
    return either(in, index, FencePairs.RR | FencePairs.WR, FencePairs.RW | FencePairs.WW);
  }

  private static int either(RiscLine in, int index, int read, int write)
      throws InvalidInputException {
    String set = in.line.operand(index);
    if (!set.matches("i?o?r?w?") || set.isEmpty()) {
      throw in.line.error("'" + set + "' is no set of accesses");
    }
    return (set.contains("r") ? read : 0) | (set.contains("w") ? write : 0);
  }

  /** Loads, stores, load-reserved, store-conditional and atomics, with their orders. */
  private static void memory(RiscLine in) throws InvalidInputException {
    String[] parts = in.line.mnemonic().split("\\.", 2);
    String suffix = parts.length == 1 ? "" : parts[1];
    boolean sized = suffix.matches("[wd](\\..*)?");
    MemoryOrder order =
        order(in, sized ? suffix.substring(1) : suffix.isEmpty() ? "" : "." + suffix);
    boolean half = sized ? suffix.startsWith("w") : parts[0].matches("lwu?|sw");
    in.out.width(half ? 32 : 64, !parts[0].equals("lwu"));
    switch (parts[0]) {
      case "lw", "ld" -> in.out.load(in.target(0), in.displaced(1), order);
      case "lwu" -> {
        in.out.load(in.target(0), in.displaced(1), order);
        Expr low = Expressions.narrowed(32, false, in.read(0));
        in.out.assign(in.target(0), low);
      }
      case "sw", "sd" -> in.out.store(in.displaced(1), in.read(0), order);
      case "lr" -> in.out.loadLinked(in.target(0), in.displaced(1), order);
      case "sc" -> {
        in.line.needs(3);
        Expr success = in.storeConditional(in.displaced(2), in.read(1), order);
        in.out.assign(in.target(0), Expressions.failed(success));
      }
      case "amoswap" -> modify(in, Modification.SWAP, order);
      case "amoadd" -> modify(in, Modification.ADD, order);
      case "amoand" -> modify(in, Modification.AND, order);
      case "amoor" -> modify(in, Modification.OR, order);
      case "amoxor" -> modify(in, Modification.XOR, order);
      default -> throw in.line.unsupported();
    }
  }

  private static MemoryOrder order(RiscLine in, String suffix) throws InvalidInputException {
    return switch (suffix) {
      case "" -> MemoryOrder.RELAXED;
      case ".aq" -> MemoryOrder.ACQUIRE;
      case ".rl" -> MemoryOrder.RELEASE;
      case ".aqrl", ".aq.rl" -> MemoryOrder.SEQ_CST;
      default -> throw in.line.unsupported();
    };
  }

  private static void modify(RiscLine in, Modification modification, MemoryOrder order)
      throws InvalidInputException {
    in.line.needs(3);
    in.out.modify(in.target(0), modification, in.displaced(2), in.read(1), order);
  }
}
