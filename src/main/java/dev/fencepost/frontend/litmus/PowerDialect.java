// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.litmus;

import dev.fencepost.ir.Expr;
import dev.fencepost.ir.Expr.BinaryOperator;
import dev.fencepost.ir.FencePairs;
import dev.fencepost.ir.MemoryOrder;
import dev.fencepost.source.InvalidInputException;
import java.util.Optional;

/**
 * PowerPC. Words are kept without sign; their comparisons take it. A field of the condition
 * register is {@link #EQUAL}, {@link #LESS}, {@link #GREATER}, or 0 where no bit is set.
 */
final class PowerDialect implements CpuDialect {
  private static final int WORD = 32;

  /** The field that instructions use which name none. */
  private static final String FIELD = "cr0";

  private static final int LESS = 1;
  private static final int GREATER = 2;
  private static final int EQUAL = 3;

  @Override
  public String name() {
    return "PPC";
  }

  @Override
  public Optional<String> register(String name) {
    return NumberedRegisters.of("r", name, 31);
  }

  @Override
  public boolean keepsSigns() {
    return false;
  }

  /** {@code r0}, which is the number 0 there. */
  @Override
  public boolean isNoBase(String register) {
    return register.equals("r0");
  }

  @Override
  public int rank(String register) {
    return NumberedRegisters.rank(register);
  }

  @Override
  public void translate(AssemblyLine line, ThreadAssembler out) throws InvalidInputException {
    RiscLine in = new RiscLine(line, out, this, "");
    out.width(line.mnemonic().matches("(ld|std)(|x|arx|cx\\.)") ? 64 : WORD, false);
    switch (line.mnemonic()) {
      case "li" -> out.assign(in.target(0), Expr.constant(in.number(1)));
      case "mr" -> out.assign(in.target(0), in.read(1));
      case "xor", "xori" -> in.compute(BinaryOperator.XOR);
      case "and" -> in.compute(BinaryOperator.AND);
      case "andi." -> {
        in.compute(BinaryOperator.AND);
        out.assign(FIELD, compared(out.read(in.target(0)), Expr.constant(0)));
      }
      case "or", "ori" -> in.compute(BinaryOperator.OR);
      case "add" -> in.compute(BinaryOperator.ADD);
      case "addi" -> in.compute(BinaryOperator.ADD, in.base(1));
      case "sub" -> in.compute(BinaryOperator.SUBTRACT);
      case "subi" -> in.compute(BinaryOperator.SUBTRACT, in.base(1));
      case "mullw" -> multiply(in);
      case "lwz", "ld" -> out.load(in.target(0), in.displaced(1), MemoryOrder.RELAXED);
      case "lwzx", "ldx" -> out.load(in.target(0), indexed(in), MemoryOrder.RELAXED);
      case "stw", "std" -> out.store(in.displaced(1), in.read(0), MemoryOrder.RELAXED);
      case "stwx", "stdx" -> out.store(indexed(in), in.read(0), MemoryOrder.RELAXED);
      case "lwarx", "ldarx" -> out.loadLinked(in.target(0), indexed(in), MemoryOrder.RELAXED);
      case "stwcx.", "stdcx." -> {
        Expr success = in.storeConditional(indexed(in), in.read(0), MemoryOrder.RELAXED);
        out.assign(FIELD, times(EQUAL, success));
      }
      default -> control(in);
    }
  }

  private static void control(RiscLine in) throws InvalidInputException {
    ThreadAssembler out = in.out;
    switch (in.line.mnemonic()) {
      case "cmpw", "cmpwi" -> compare(in, WORD);
      case "cmpd", "cmpdi" -> compare(in, 64);
      case "b" -> out.jump(in.line.operand(0));
      case "beq", "bne", "blt", "ble", "bgt", "bge" -> {
        Expr field = out.read(field(in, 1));
        out.branch(taken(in.line.mnemonic(), field), in.line.lastOperand());
      }
      case "sync", "hwsync" -> out.fence(FencePairs.FULL);
      case "lwsync" -> out.fence(FencePairs.ACQUIRE | FencePairs.RELEASE);
      case "eieio" -> out.fence(FencePairs.WW);
      case "isync" -> out.fetchFence("isync");
      case "nop" -> {}
      default -> throw in.line.unsupported();
    }
  }

  /** Of so many bits, with their sign. */
  private static void compare(RiscLine in, int bits) throws InvalidInputException {
    String field = field(in, 2);
    int first = in.line.operands().size() - 2;
    Expr left = Expressions.narrowed(bits, true, in.read(first));
    Expr right = Expressions.narrowed(bits, true, in.readOrNumber(first + 1));
    in.out.assign(field, compared(left, right));
  }

  /** What a comparison leaves in a field. */
  private static Expr compared(Expr left, Expr right) {
    Expr less = times(EQUAL - LESS, Expressions.binary(BinaryOperator.LESS, left, right));
    Expr greater = times(EQUAL - GREATER, Expressions.binary(BinaryOperator.LESS, right, left));
    Expr different = Expressions.binary(BinaryOperator.ADD, less, greater);
    return Expressions.binary(BinaryOperator.SUBTRACT, Expr.constant(EQUAL), different);
  }

  private static Expr times(int factor, Expr value) {
    return Expressions.binary(BinaryOperator.MULTIPLY, value, Expr.constant(factor));
  }

  /** Whether a branch on a field is taken. */
  private static Expr taken(String branch, Expr field) {
    int wanted =
        switch (branch) {
          case "beq", "bne" -> EQUAL;
          case "blt", "bge" -> LESS;
          default -> GREATER;
        };
    boolean set = branch.matches("beq|blt|bgt");
    BinaryOperator operator = set ? BinaryOperator.EQUAL : BinaryOperator.NOT_EQUAL;
    return Expressions.binary(operator, field, Expr.constant(wanted));
  }

  /** The field that the first operand names, where there are more than so many others. */
  private static String field(RiscLine in, int others) throws InvalidInputException {
    if (in.line.operands().size() <= others) {
      return FIELD;
    }
    String field = in.line.operand(0);
    if (!field.matches("cr[0-7]")) {
      throw in.line.error("'" + field + "' is no field of the condition register, cr0 to cr7");
    }
    return field;
  }

  private static void multiply(RiscLine in) throws InvalidInputException {
    in.line.needs(3);
    Expr left = Expressions.narrowed(WORD, true, in.read(1));
    Expr right = Expressions.narrowed(WORD, true, in.read(2));
    in.out.assign(in.target(0), Expressions.binary(BinaryOperator.MULTIPLY, left, right));
  }

  /** {@code lwzx r1,r2,r3}: the sum of two registers, one of them an address, or the number 0. */
  private static Expr indexed(RiscLine in) throws InvalidInputException {
    in.line.needs(3);
    Expr zero = Expr.constant(0);
    Expr base = in.line.operand(1).equals("0") ? zero : in.base(1);
    return base.equals(zero) ? in.read(2) : in.sum(base, in.read(2));
  }
}
