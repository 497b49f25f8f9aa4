// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.source.preprocess;

/** C's binary operators by how tightly they bind. */
public final class Operators {
  private Operators() {}

  /** 1 for the loosest, 0 where the text is no binary operator; assignment and comma are none. */
  public static int precedence(String operator) {
    return switch (operator) {
      case "||" -> 1;
      case "&&" -> 2;
      case "|" -> 3;
      case "^" -> 4;
      case "&" -> 5;
      case "==", "!=" -> 6;
      case "<", ">", "<=", ">=" -> 7;
      case "<<", ">>" -> 8;
      case "+", "-" -> 9;
      case "*", "/", "%" -> 10;
      default -> 0;
    };
  }
}
