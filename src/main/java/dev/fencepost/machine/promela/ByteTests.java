// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.promela;

import dev.fencepost.ir.promela.Expr.BinaryOperator;

/** Comparisons of a byte at a fixed place with a constant: what most conditions are. */
final class ByteTests {
  private ByteTests() {}

  static ExprCode global(BinaryOperator operator, int at, int value) {
    return switch (operator) {
      case EQUAL -> frame -> (frame.bytes[at] & 0xff) == value ? 1 : 0;
      case UNEQUAL -> frame -> (frame.bytes[at] & 0xff) != value ? 1 : 0;
      case GREATER -> frame -> (frame.bytes[at] & 0xff) > value ? 1 : 0;
      case LESS -> frame -> (frame.bytes[at] & 0xff) < value ? 1 : 0;
      case ADD -> frame -> (frame.bytes[at] & 0xff) + value;
      default -> Operators.binary(operator, frame -> frame.bytes[at] & 0xff, value);
    };
  }

  static ExprCode local(BinaryOperator operator, int offset, int value) {
    return switch (operator) {
      case EQUAL -> frame -> (frame.bytes[frame.variables + offset] & 0xff) == value ? 1 : 0;
      case UNEQUAL -> frame -> (frame.bytes[frame.variables + offset] & 0xff) != value ? 1 : 0;
      case GREATER -> frame -> (frame.bytes[frame.variables + offset] & 0xff) > value ? 1 : 0;
      case LESS -> frame -> (frame.bytes[frame.variables + offset] & 0xff) < value ? 1 : 0;
      case ADD -> frame -> (frame.bytes[frame.variables + offset] & 0xff) + value;
      default ->
          Operators.binary(operator, frame -> frame.bytes[frame.variables + offset] & 0xff, value);
    };
  }
}
