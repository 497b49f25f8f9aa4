// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.litmus;

import dev.fencepost.ir.Expr;
import dev.fencepost.ir.Expr.BinaryOperator;
import dev.fencepost.ir.MemoryOrder;
import dev.fencepost.ir.Program;
import dev.fencepost.source.IntegerText;
import dev.fencepost.source.InvalidInputException;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The operands of a line of a load-store architecture, read and written. */
final class RiscLine {
  private static final Pattern DISPLACED = Pattern.compile("(-?\\w*)\\((%?\\w+)\\)");

  final AssemblyLine line;
  final ThreadAssembler out;
  private final CpuDialect dialect;
  private final String zero;

  /** {@code zero}: the register that is always 0, or an empty string. */
  RiscLine(AssemblyLine line, ThreadAssembler out, CpuDialect dialect, String zero) {
    this.line = line;
    this.out = out;
    this.dialect = dialect;
    this.zero = zero;
  }

  /** The register that an operand writes. */
  String target(int index) throws InvalidInputException {
    return target(line.operand(index));
  }

  String target(String operand) throws InvalidInputException {
    String register = register(operand);
    return register.equals(zero) ? ThreadAssembler.NONE : register;
  }

  /** The value of the register that an operand names. */
  Expr read(int index) throws InvalidInputException {
    return read(line.operand(index));
  }

  Expr read(String operand) throws InvalidInputException {
    return read(operand, false);
  }

  /** The value of a register; where the operand names a half of it, with its sign or without. */
  Expr read(String operand, boolean signed) throws InvalidInputException {
    String register = register(operand);
    return register.equals(zero)
        ? Expr.constant(0)
        : Expressions.narrowed(dialect.bits(operand), signed, out.read(register));
  }

  /** The value of a register as the base of an address. */
  Expr base(int index) throws InvalidInputException {
    return base(line.operand(index));
  }

  private Expr base(String operand) throws InvalidInputException {
    return dialect.isNoBase(register(operand)) ? Expr.constant(0) : read(operand);
  }

  private String register(String operand) throws InvalidInputException {
    Optional<String> register = dialect.register(operand);
    if (register.isEmpty()) {
      throw line.error("'" + operand + "' is no register of " + dialect.name());
    }
    return register.get();
  }

  boolean isRegister(int index) throws InvalidInputException {
    return dialect.register(line.operand(index)).isPresent();
  }

  long number(int index) throws InvalidInputException {
    return number(line.operand(index));
  }

  long number(String operand) throws InvalidInputException {
    Optional<Long> number =
        IntegerText.parseBits(operand.startsWith("#") ? operand.substring(1) : operand);
    if (number.isEmpty()) {
      throw line.error("'" + operand + "' is no number");
    }
    return number.get();
  }

  /** A register or a number. */
  Expr readOrNumber(int index) throws InvalidInputException {
    return isRegister(index) ? read(index) : Expr.constant(number(index));
  }

  /** {@code 0(r2)}. */
  Expr displaced(int index) throws InvalidInputException {
    Matcher matcher = DISPLACED.matcher(line.operand(index));
    if (!matcher.matches()) {
      throw line.error("'" + line.operand(index) + "' is no address");
    }
    long bytes = matcher.group(1).isEmpty() ? 0 : number(matcher.group(1));
    return offset(base(matcher.group(2)), bytes);
  }

  Expr offset(Expr base, long bytes) throws InvalidInputException {
    int element = bytes == 0 ? 1 : elementBytes();
    if (bytes % element != 0) {
      throw line.error("an offset must be a multiple of " + element + ", not " + bytes);
    }
    return bytes == 0
        ? base
        : out.within(Expressions.offset(base, bytes / element * Program.CELL_BYTES), base);
  }

  /**
   * A pointer that moves on by so many bytes; in a variable of its own there is no next element.
   */
  Expr moved(Expr base, long bytes) throws InvalidInputException {
    return out.hasArrays()
        ? offset(base, bytes)
        : out.within(Expressions.offset(base, bytes), base);
  }

  /** An address so many bytes behind another as a register says. */
  Expr indexed(Expr base, Expr bytes) throws InvalidInputException {
    int cells = Program.CELL_BYTES / elementBytes();
    Expr offset =
        cells == 1
            ? bytes
            : Expressions.binary(BinaryOperator.MULTIPLY, bytes, Expr.constant(cells));
    return out.within(Expressions.binary(BinaryOperator.ADD, base, offset), base);
  }

  private int elementBytes() throws InvalidInputException {
    if (out.elementBytes().size() > 1) {
      throw line.error("an offset where arrays have elements of different sizes is not supported");
    }
    return out.elementBytes().getFirst();
  }

  /** A sum or difference that may be an address: elements lie further apart than their bytes. */
  private void requireWholeElements(BinaryOperator operator) throws InvalidInputException {
    boolean moves = operator == BinaryOperator.ADD || operator == BinaryOperator.SUBTRACT;
    if (moves && out.elementBytes().getFirst() != Program.CELL_BYTES) {
      throw line.error(
          "arithmetic of 64 bits beside an array with elements of 4 bytes is not supported: it may"
              + " be an address; write an offset in the access");
    }
  }

  /** Stores if the link still stands; 1 for success and 0 for failure. */
  Expr storeConditional(Expr address, Expr value, MemoryOrder order) throws InvalidInputException {
    String success = out.scratch();
    out.storeConditional(success, address, value, order);
    return out.read(success);
  }

  /** An address that is a sum of registers. */
  Expr sum(Expr left, Expr right) throws InvalidInputException {
    requireWholeElements(BinaryOperator.ADD);
    return Expressions.binary(BinaryOperator.ADD, left, right);
  }

  /** {@code operation target, left, right} with all bits. */
  void compute(BinaryOperator operator) throws InvalidInputException {
    compute(operator, read(1));
  }

  /** The same with this value on the left. */
  void compute(BinaryOperator operator, Expr left) throws InvalidInputException {
    line.needs(3);
    requireWholeElements(operator);
    out.assign(target(0), Expressions.binary(operator, left, readOrNumber(2)));
  }

  /** The same, wrapped at this many bits; with the sign of the result, or without. */
  void compute(BinaryOperator operator, int bits, boolean signed) throws InvalidInputException {
    line.needs(3);
    Expr value = Expressions.binary(operator, read(1), readOrNumber(2));
    out.assign(target(0), Expressions.narrowed(bits, signed, value));
  }
}
