// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.litmus;

import dev.fencepost.ir.Expr;
import dev.fencepost.ir.Expr.BinaryOperator;
import dev.fencepost.ir.FencePairs;
import dev.fencepost.ir.MemoryOrder;
import dev.fencepost.source.InvalidInputException;
import java.util.Optional;

/** PowerPC. Words are kept without sign; their comparisons take it. */
final class PowerDialect implements CpuDialect {
  private static final int WORD = 32;

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
        Expr result = out.read(in.target(0));
        out.assign(ThreadAssembler.FLAGS, Expressions.compared(result, Expr.constant(0)));
      }
      case "or", "ori" -> in.compute(BinaryOperator.OR);
      case "add", "addi" -> in.compute(BinaryOperator.ADD);
      case "sub", "subi" -> in.compute(BinaryOperator.SUBTRACT);
      case "mullw" -> multiply(in);
      case "lwz", "ld" -> out.load(in.target(0), in.displaced(1), MemoryOrder.RELAXED);
      case "lwzx", "ldx" -> out.load(in.target(0), indexed(in), MemoryOrder.RELAXED);
      case "stw", "std" -> out.store(in.displaced(1), in.read(0), MemoryOrder.RELAXED);
      case "stwx", "stdx" -> out.store(indexed(in), in.read(0), MemoryOrder.RELAXED);
      case "lwarx", "ldarx" -> out.loadLinked(in.target(0), indexed(in), MemoryOrder.RELAXED);
      case "stwcx.", "stdcx." ->
          in.storeConditional(indexed(in), in.read(0), MemoryOrder.RELAXED, ThreadAssembler.FLAGS);
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
        String condition = in.line.mnemonic().substring(1);
        String label = in.line.operand(in.line.operands().size() - 1);
        out.branch(Expressions.flags(condition, out.read(ThreadAssembler.FLAGS)), label);
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
    int first = in.line.operands().size() - 2;
    Expr left = Expressions.narrowed(bits, true, in.read(first));
    Expr right = Expressions.narrowed(bits, true, in.readOrNumber(first + 1));
    in.out.assign(ThreadAssembler.FLAGS, Expressions.compared(left, right));
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
    if (in.line.operand(1).equals("0")) {
      return in.read(2);
    }
    return in.sum(in.read(1), in.read(2));
  }
}
