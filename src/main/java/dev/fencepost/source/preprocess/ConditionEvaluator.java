// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.source.preprocess;

import dev.fencepost.source.Diagnostics;
import dev.fencepost.source.SourceSpan;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/** Evaluates the expression of {@code #if}; its macros have been expanded. */
public final class ConditionEvaluator {
  private static final int DEEPEST = 200;

  private final TokenCursor cursor;
  private int depth;

  /** Set where the value of an operand does not count: {@code 0 && 1 / 0}. */
  private int skipping;

  public ConditionEvaluator(List<Token> tokens, SourceSpan directive, Diagnostics diagnostics) {
    List<Token> all = new ArrayList<>(tokens);
    all.add(Token.make(Token.Kind.END, "", directive));
    cursor = new TokenCursor(all, word -> false, diagnostics);
  }

  private record Value(long bits, boolean unsigned) {
    boolean isTrue() {
      return bits != 0;
    }
  }

  boolean holds() {
    return value().orElse(0) != 0;
  }

  /** The value; empty after a complaint. */
  public OptionalLong value() {
    try {
      Value value = conditional();
      if (!cursor.atEnd()) {
        throw malformed(cursor.peek().describe() + " does not belong here");
      }
      return OptionalLong.of(value.bits);
    } catch (Diagnostics.Abort reported) {
      return OptionalLong.empty();
    }
  }

  private Diagnostics.Abort malformed(String message) {
    return cursor.fail(cursor.peek().span(), "in this constant expression: " + message);
  }

  private Value conditional() {
    if (++depth > DEEPEST) {
      throw malformed("it is nested too deeply");
    }
    Value condition = binary(1);
    if (cursor.accept("?")) {
      Value whenTrue = skipUnless(condition.isTrue(), 0);
      if (!cursor.accept(":")) {
        throw malformed("'?' has no ':'");
      }
      Value whenFalse = skipUnless(!condition.isTrue(), 0);
      condition =
          new Value(
              condition.isTrue() ? whenTrue.bits : whenFalse.bits,
              whenTrue.unsigned || whenFalse.unsigned);
    }
    depth--;
    return condition;
  }

  /** Reads an operand of at least this precedence (0: a conditional) that counts if so. */
  private Value skipUnless(boolean counts, int precedence) {
    skipping += counts ? 0 : 1;
    Value value = precedence == 0 ? conditional() : binary(precedence);
    skipping -= counts ? 0 : 1;
    return value;
  }

  private Value binary(int least) {
    Value left = unary();
    while (true) {
      int precedence = Operators.precedence(cursor.peek());
      if (precedence < least) {
        return left;
      }
      String operator = cursor.next().text();
      boolean counts =
          switch (operator) {
            case "&&" -> left.isTrue();
            case "||" -> !left.isTrue();
            default -> true;
          };
      Value right = skipUnless(counts, precedence + 1);
      left = combine(operator, left, right);
    }
  }

  private Value combine(String operator, Value left, Value right) {
    boolean unsigned = left.unsigned || right.unsigned;
    long a = left.bits;
    long b = right.bits;
    if ((operator.equals("/") || operator.equals("%")) && b == 0) {
      if (skipping == 0) {
        throw malformed("division by zero");
      }
      return left;
    }
    if (skipping == 0 && !unsigned && overflows(operator, a, b)) {
      throw malformed("the value is too large");
    }
    if (operator.equals("<<") || operator.equals(">>")) {
      return shift(operator, left, b);
    }
    int order = unsigned ? Long.compareUnsigned(a, b) : Long.compare(a, b);
    return switch (operator) {
      case "||" -> truth(a != 0 || b != 0);
      case "&&" -> truth(a != 0 && b != 0);
      case "==" -> truth(a == b);
      case "!=" -> truth(a != b);
      case "<" -> truth(order < 0);
      case ">" -> truth(order > 0);
      case "<=" -> truth(order <= 0);
      case ">=" -> truth(order >= 0);
      case "|" -> new Value(a | b, unsigned);
      case "^" -> new Value(a ^ b, unsigned);
      case "&" -> new Value(a & b, unsigned);
      case "+" -> new Value(a + b, unsigned);
      case "-" -> new Value(a - b, unsigned);
      case "*" -> new Value(a * b, unsigned);
      case "/" -> new Value(unsigned ? Long.divideUnsigned(a, b) : a / b, unsigned);
      default -> new Value(unsigned ? Long.remainderUnsigned(a, b) : a % b, unsigned);
    };
  }

  private Value shift(String operator, Value left, long distance) {
    if (distance < 0 || distance >= Long.SIZE) {
      if (skipping == 0) {
        throw malformed("a shift is by 0 to " + (Long.SIZE - 1) + " bits");
      }
      return left;
    }
    long a = left.bits;
    boolean right = operator.equals(">>");
    return new Value(
        right ? left.unsigned ? a >>> distance : a >> distance : a << distance, left.unsigned);
  }

  private static boolean overflows(String operator, long a, long b) {
    BigInteger left = BigInteger.valueOf(a);
    BigInteger right = BigInteger.valueOf(b);
    BigInteger exact =
        switch (operator) {
          case "+" -> left.add(right);
          case "-" -> left.subtract(right);
          case "*" -> left.multiply(right);
          case "/" -> left.divide(right);
          default -> BigInteger.ZERO;
        };
    return exact.bitLength() >= Long.SIZE;
  }

  private static Value truth(boolean value) {
    return new Value(value ? 1 : 0, false);
  }

  private Value unary() {
    int before = depth;
    List<String> operators = new ArrayList<>();
    while (!cursor.atEnd() && "+-!~".contains(cursor.peek().text())) {
      operators.add(cursor.next().text());
    }
    Value value = primary();
    for (String operator : operators.reversed()) {
      value =
          switch (operator) {
            case "-" -> new Value(-value.bits, value.unsigned);
            case "!" -> truth(value.bits == 0);
            case "~" -> new Value(~value.bits, value.unsigned);
            default -> value;
          };
    }
    depth = before;
    return value;
  }

  private Value primary() {
    if (cursor.accept("(")) {
      Value value = conditional();
      if (!cursor.accept(")")) {
        throw malformed("')' is missing");
      }
      return value;
    }
    if (cursor.atEnd()) {
      throw malformed("a value is missing");
    }
    Token token = cursor.peek();
    return switch (token.kind()) {
      case NUMBER -> {
        NumberLiteral number = NumberLiteral.parse(token.text());
        if (number.problem() != null) {
          throw malformed(number.problem());
        }
        if (number.value() < 0 && number.decimal() && !number.unsigned()) {
          throw malformed("the number is too large");
        }
        cursor.next();
        yield new Value(number.value(), number.unsigned() || number.value() < 0);
      }
      case CHARACTER -> {
        OptionalLong value = CharacterText.value(token.text());
        if (value.isEmpty()) {
          throw malformed(token.text() + " is not one character");
        }
        cursor.next();
        yield new Value(value.getAsLong(), false);
      }
      case IDENTIFIER -> {
        cursor.next();
        yield new Value(0, false);
      }
      default -> throw malformed(token.describe() + " is no value");
    };
  }
}
