// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.source;

import java.util.HashMap;
import java.util.Map;
import java.util.function.BinaryOperator;

/** The binary operators of a small language, by how tightly they bind. */
public final class InfixOperators<T> {
  /** Operators of one level make a high tree too. */
  private static final int LONGEST = 400;

  private final Map<String, Operator<T>> operators = new HashMap<>();

  private record Operator<T>(int strength, boolean right, BinaryOperator<T> join) {}

  /** Adds an operator that groups to the left; the stronger, the tighter it binds. */
  public InfixOperators<T> left(int strength, String sign, BinaryOperator<T> join) {
    operators.put(sign, new Operator<>(strength, false, join));
    return this;
  }

  /** Adds an operator that groups to the right. */
  public InfixOperators<T> right(int strength, String sign, BinaryOperator<T> join) {
    operators.put(sign, new Operator<>(strength, true, join));
    return this;
  }

  /** Whether a lexeme is one of them. */
  public boolean has(Lexeme lexeme) {
    return !lexeme.isQuoted() && operators.containsKey(lexeme.text());
  }

  /** Reads operands with operators between them. */
  public T read(TextScanner tokens, TextScanner.Part<T> operand) throws InvalidInputException {
    return read(tokens, operand, 0);
  }

  private T read(TextScanner tokens, TextScanner.Part<T> operand, int least)
      throws InvalidInputException {
    T left = operand.read();
    for (int length = 0; ; length++) {
      Operator<T> next = tokens.peek().isQuoted() ? null : operators.get(tokens.peek().text());
      if (next == null || next.strength < least) {
        return left;
      }
      if (length == LONGEST) {
        throw TextScanner.error(
            tokens.peek(), "this is too long", "at most " + LONGEST + " operators in a row");
      }
      tokens.take();
      int tighter = next.right ? next.strength : next.strength + 1;
      T right = tokens.nested(() -> read(tokens, operand, tighter));
      left = next.join.apply(left, right);
    }
  }
}
