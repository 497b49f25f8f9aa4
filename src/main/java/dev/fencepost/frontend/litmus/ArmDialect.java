// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.litmus;

import dev.fencepost.ir.Expr;
import dev.fencepost.ir.Expr.BinaryOperator;
import dev.fencepost.ir.FencePairs;
import dev.fencepost.ir.MemoryOrder;
import dev.fencepost.ir.Program;
import dev.fencepost.source.InvalidInputException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * AArch64. {@code W3} is the lower half of {@code X3}; to write it leaves 0 above. Load-acquire and
 * store-release keep their order, so they are seq_cst.
 */
final class ArmDialect implements CpuDialect {

  /** The register that reads as 0. */
  static final String ZERO = "XZR";

  private static final List<String> CONDITIONS = List.of("eq", "ne", "lt", "le", "gt", "ge");

  private static final int ZERO_RANK = 31;

  @Override
  public String name() {
    return "AArch64";
  }

  @Override
  public Optional<String> register(String name) {
    String upper = name.toUpperCase(Locale.ROOT);
    if (upper.equals("XZR") || upper.equals("WZR")) {
      return Optional.of(ZERO);
    }
    return upper.startsWith("W")
        ? NumberedRegisters.of("X", "X" + upper.substring(1), 30)
        : NumberedRegisters.of("X", upper, 30);
  }

  /** 32 for a W register, 64 for an X register. */
  @Override
  public int bits(String operand) {
    return operand.toUpperCase(Locale.ROOT).startsWith("W") ? 32 : 64;
  }

  @Override
  public boolean keepsSigns() {
    return false;
  }

  @Override
  public int rank(String register) {
    return register.equals(ZERO) ? ZERO_RANK : NumberedRegisters.rank(register);
  }

  @Override
  public void translate(AssemblyLine line, ThreadAssembler out) throws InvalidInputException {
    RiscLine in = new RiscLine(line, out, this, ZERO);
    int bits = line.operands().isEmpty() ? 64 : bits(line.operands().getFirst());
    out.width(bits, false);
    switch (line.mnemonic()) {
      case "mov" -> out.assign(in.target(0), Expressions.narrowed(bits, false, in.readOrNumber(1)));
      case "eor" -> compute(in, BinaryOperator.XOR, bits);
      case "and" -> compute(in, BinaryOperator.AND, bits);
      case "orr" -> compute(in, BinaryOperator.OR, bits);
      case "add" -> add(in, bits);
      case "sub" -> compute(in, BinaryOperator.SUBTRACT, bits);
      case "cmp" -> {
        Expr right =
            in.isRegister(1) ? in.read(line.operand(1), true) : Expr.constant(in.number(1));
        out.assign(
            ThreadAssembler.FLAGS, Expressions.compared(in.read(line.operand(0), true), right));
      }
      case "b" -> out.jump(line.operand(0));
      case "cbz" -> out.branch(Expressions.equal(in.read(0), 0), line.operand(1));
      case "cbnz" ->
          out.branch(
              Expressions.binary(BinaryOperator.NOT_EQUAL, in.read(0), Expr.constant(0)),
              line.operand(1));
      case "b.eq", "b.ne", "b.lt", "b.le", "b.gt", "b.ge" -> {
        String condition = line.mnemonic().substring("b.".length());
        out.branch(Expressions.flags(condition, out.flags()), line.operand(0));
      }
      case "dmb" -> fence(in, FencePairs.WW);
      case "dsb" -> fence(in, FencePairs.WR | FencePairs.WW);
      case "isb" -> out.fetchFence("isb");
      case "csel" -> select(in);
      case "sxtw" -> out.assign(in.target(0), in.read(line.operand(1), true));
      case "nop" -> {}
      default -> memory(in);
    }
  }

  private static void compute(RiscLine in, BinaryOperator operator, int bits)
      throws InvalidInputException {
    if (bits == 64) {
      in.compute(operator);
    } else {
      in.compute(operator, bits, false);
    }
  }

  /** A sum; its last operand may be extended. */
  private static void add(RiscLine in, int bits) throws InvalidInputException {
    if (in.line.operands().size() == 4) {
      Expr sum = in.sum(in.read(1), extended(in, in.line.operand(2), in.line.operand(3)));
      in.out.assign(in.target(0), Expressions.narrowed(bits, false, sum));
    } else {
      compute(in, BinaryOperator.ADD, bits);
    }
  }

  /** Half of a register, by its sign or by 0, or all of it. */
  private static Expr extended(RiscLine in, String register, String extension)
      throws InvalidInputException {
    String upper = extension.toUpperCase(Locale.ROOT);
    int bits = upper.endsWith("W") ? 32 : 64;
    if (!upper.matches("[SU]XT[WX]") || new ArmDialect().bits(register) != bits) {
      throw in.line.unsupported();
    }
    return in.read(register, upper.startsWith("S"));
  }

  private static void select(RiscLine in) throws InvalidInputException {
    in.line.needs(4);
    String condition = in.line.operand(3).toLowerCase(Locale.ROOT);
    if (!CONDITIONS.contains(condition)) {
      throw in.line.unsupported();
    }
    Expr flags = Expressions.flags(condition, in.out.flags());
    in.out.select(in.target(0), flags, in.read(1), in.read(2));
  }

  /** {@code stores}: the pairs that a fence of kind ST orders. */
  private static void fence(RiscLine in, int stores) throws InvalidInputException {
    String kind = in.line.operand(0).toUpperCase(Locale.ROOT);
    switch (kind) {
      case "SY", "ISH", "NSH", "OSH" -> in.out.fence(FencePairs.FULL);
      case "LD", "ISHLD", "NSHLD", "OSHLD" -> in.out.fence(FencePairs.ACQUIRE);
      case "ST", "ISHST", "NSHST", "OSHST" -> in.out.fence(stores);
      default -> throw in.line.unsupported();
    }
  }

  private static void memory(RiscLine in) throws InvalidInputException {
    ThreadAssembler out = in.out;
    switch (in.line.mnemonic()) {
      case "ldr" -> {
        out.load(in.target(0), address(in, 1), MemoryOrder.RELAXED);
        moveBase(in);
      }
      case "str" -> {
        out.store(address(in, 1), in.read(0), MemoryOrder.RELAXED);
        moveBase(in);
      }
      case "ldar" -> out.load(in.target(0), address(in, 1), MemoryOrder.SEQ_CST);
      case "ldapr" -> out.load(in.target(0), address(in, 1), MemoryOrder.ACQUIRE);
      case "stlr" -> out.store(address(in, 1), in.read(0), MemoryOrder.SEQ_CST);
      case "ldxr" -> out.loadLinked(in.target(0), address(in, 1), MemoryOrder.RELAXED);
      case "ldaxr" -> out.loadLinked(in.target(0), address(in, 1), MemoryOrder.SEQ_CST);
      case "stxr" -> storeExclusive(in, MemoryOrder.RELAXED);
      case "stlxr" -> storeExclusive(in, MemoryOrder.SEQ_CST);
      case "ldiapp" -> loadPair(in);
      default -> ArmAtomics.translate(in);
    }
  }

  /** {@code LDR X2,[X1],#8}: behind the access, its base moves on. */
  private static void moveBase(RiscLine in) throws InvalidInputException {
    if (in.line.operands().size() > 2) {
      String base = in.line.operand(1).replaceAll("[\\[\\]\\s]", "");
      String target = in.target(base);
      if (target.equals(in.target(0))) {
        throw in.line.unsupported();
      }
      in.out.assign(target, in.moved(in.read(base), in.number(2)));
    }
  }

  /** Two loads in order. */
  private static void loadPair(RiscLine in) throws InvalidInputException {
    in.line.needs(3);
    String base = in.out.scratch();
    in.out.assign(base, address(in, 2));
    Expr first = in.out.read(base);
    Expr second = Expressions.offset(first, Program.CELL_BYTES);
    in.out.load(in.target(0), first, MemoryOrder.ACQUIRE);
    in.out.load(in.target(1), second, MemoryOrder.ACQUIRE);
  }

  private static void storeExclusive(RiscLine in, MemoryOrder order) throws InvalidInputException {
    in.line.needs(3);
    in.out.width(new ArmDialect().bits(in.line.operand(1)), false);
    Expr success = in.storeConditional(address(in, 2), in.read(1), order);
    in.out.assign(in.target(0), Expressions.failed(success));
  }

  /** {@code [X1]}, {@code [X1,#8]}, {@code [X1,X2]}, {@code [X1,W2,SXTW]}. */
  static Expr address(RiscLine in, int index) throws InvalidInputException {
    String operand = in.line.operand(index);
    if (!operand.startsWith("[") || !operand.endsWith("]")) {
      throw in.line.error("'" + operand + "' is no address");
    }
    String[] parts = operand.substring(1, operand.length() - 1).split("\\s*,\\s*", -1);
    Expr base = in.read(parts[0].strip());
    if (parts.length == 1) {
      return base;
    }
    if (parts.length == 2 && parts[1].startsWith("#")) {
      return in.offset(base, in.number(parts[1].strip()));
    }
    if (parts.length > 3) {
      throw in.line.unsupported();
    }
    Expr bytes = extended(in, parts[1].strip(), parts.length == 2 ? "UXTX" : parts[2].strip());
    return in.indexed(base, bytes);
  }
}
