// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.source.preprocess;

/** C's binary operators by how tightly they bind. */
public final class Operators {
  private Operators() {}

  /**
   * The larger, the tighter; 0 where a token is no binary operator, as those of assignment and the
   * comma are none. Temporal logic, which Promela adds, has 1 and 4.
   */
  public static int precedence(Token token) {
    return switch (token.kind() == Token.Kind.PUNCTUATOR ? token.text() : "") {
      case "||" -> 2;
      case "&&" -> 3;
      case "|" -> 5;
      case "^" -> 6;
      case "&" -> 7;
      case "==", "!=" -> 8;
      case "<", ">", "<=", ">=" -> 9;
      case "<<", ">>" -> 10;
      case "+", "-" -> 11;
      case "*", "/", "%" -> 12;
      default -> 0;
    };
  }
}
