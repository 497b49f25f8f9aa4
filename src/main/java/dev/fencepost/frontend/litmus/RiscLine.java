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
    String register = register(line.operand(index));
    return register.equals(zero) ? ThreadAssembler.NONE : register;
  }

  /** The value of the register that an operand names. */
  Expr read(int index) throws InvalidInputException {
    return read(line.operand(index));
  }

  Expr read(String operand) throws InvalidInputException {
    String register = register(operand);
    return register.equals(zero)
        ? Expr.constant(0)
        : Expressions.narrowed(dialect.bits(operand), out.read(register));
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
        IntegerText.parse(operand.startsWith("#") ? operand.substring(1) : operand);
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
    return offset(read(matcher.group(2)), bytes);
  }

  Expr offset(Expr base, long bytes) throws InvalidInputException {
    int element = out.elementBytes();
    if (bytes % element != 0) {
      throw line.error("an offset must be a multiple of " + element + ", not " + bytes);
    }
    return Expressions.offset(base, bytes / element * Program.CELL_BYTES);
  }

  /** Stores if the link still stands; the target gets 0 for success and 1 for failure. */
  void storeConditional(Expr address, Expr value, MemoryOrder order, String target)
      throws InvalidInputException {
    String success = out.scratch();
    out.storeConditional(success, address, value, order);
    out.assign(target, Expressions.failed(out.read(success)));
  }

  /** {@code operation target, left, right}, wrapped at this many bits. */
  void compute(BinaryOperator operator, int bits) throws InvalidInputException {
    line.needs(3);
    Expr value = Expressions.binary(operator, read(1), readOrNumber(2));
    out.assign(target(0), Expressions.narrowed(bits, value));
  }
}
