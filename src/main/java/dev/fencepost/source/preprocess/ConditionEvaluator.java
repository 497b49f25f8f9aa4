// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.source.preprocess;

import dev.fencepost.source.Diagnostics;
import dev.fencepost.source.SourceSpan;
import java.math.BigInteger;
import java.util.List;
import java.util.OptionalLong;

/** Evaluates the expression of {@code #if}; its macros have been expanded. */
public final class ConditionEvaluator {
  private static final int DEEPEST = 200;

  private final List<Token> tokens;
  private final SourceSpan directive;
  private final Diagnostics diagnostics;
  private int next;
  private int depth;

  /** Set where the value of an operand does not count: {@code 0 && 1 / 0}. */
  private int skipping;

  public ConditionEvaluator(List<Token> tokens, SourceSpan directive, Diagnostics diagnostics) {
    this.tokens = tokens;
    this.directive = directive;
    this.diagnostics = diagnostics;
  }

  private record Value(long bits, boolean unsigned) {
    boolean isTrue() {
      return bits != 0;
    }
  }

  private static final class Malformed extends Exception {
    private static final long serialVersionUID = 1L;

    Malformed(String message) {
      super(message, null, false, false);
    }
  }

  boolean holds() {
    return value().orElse(0) != 0;
  }

  /** The value; empty after a complaint. */
  public OptionalLong value() {
    try {
      Value value = conditional();
      if (next < tokens.size()) {
        throw new Malformed(tokens.get(next).describe() + " does not belong here");
      }
      return OptionalLong.of(value.bits);
    } catch (Malformed e) {
      SourceSpan span = next < tokens.size() ? tokens.get(next).span() : directive;
      diagnostics.error(span, "in this constant expression: " + e.getMessage());
      return OptionalLong.empty();
    }
  }

  private boolean accept(String text) {
    boolean found = next < tokens.size() && tokens.get(next).is(text);
    if (found) {
      next++;
    }
    return found;
  }

  private Value conditional() throws Malformed {
    if (++depth > DEEPEST) {
      throw new Malformed("it is nested too deeply");
    }
    Value condition = binary(1);
    if (accept("?")) {
      Value whenTrue = skipUnless(condition.isTrue(), 0);
      if (!accept(":")) {
        throw new Malformed("'?' has no ':'");
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
  private Value skipUnless(boolean counts, int precedence) throws Malformed {
    skipping += counts ? 0 : 1;
    Value value = precedence == 0 ? conditional() : binary(precedence);
    skipping -= counts ? 0 : 1;
    return value;
  }

  private Value binary(int least) throws Malformed {
    Value left = unary();
    while (next < tokens.size()) {
      String operator = tokens.get(next).text();
      int precedence = Operators.precedence(tokens.get(next));
      if (precedence < least || precedence == 0) {
        break;
      }
      next++;
      boolean counts =
          switch (operator) {
            case "&&" -> left.isTrue();
            case "||" -> !left.isTrue();
            default -> true;
          };
      Value right = skipUnless(counts, precedence + 1);
      left = combine(operator, left, right);
    }
    return left;
  }

  private Value combine(String operator, Value left, Value right) throws Malformed {
    boolean unsigned = left.unsigned || right.unsigned;
    long a = left.bits;
    long b = right.bits;
    if ((operator.equals("/") || operator.equals("%")) && b == 0) {
      if (skipping == 0) {
        throw new Malformed("division by zero");
      }
      return left;
    }
    if (skipping == 0 && !unsigned && overflows(operator, a, b)) {
      throw new Malformed("the value is too large");
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

  private Value shift(String operator, Value left, long distance) throws Malformed {
    if (distance < 0 || distance >= Long.SIZE) {
      if (skipping == 0) {
        throw new Malformed("a shift is by 0 to " + (Long.SIZE - 1) + " bits");
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

  private Value unary() throws Malformed {
    int before = depth;
    int start = next;
    while (next < tokens.size() && "+-!~".contains(tokens.get(next).text())) {
      next++;
    }
    int operators = next;
    Value value = primary();
    for (int i = operators - 1; i >= start; i--) {
      value =
          switch (tokens.get(i).text()) {
            case "-" -> new Value(-value.bits, value.unsigned);
            case "!" -> truth(value.bits == 0);
            case "~" -> new Value(~value.bits, value.unsigned);
            default -> value;
          };
    }
    depth = before;
    return value;
  }

  private Value primary() throws Malformed {
    if (accept("(")) {
      Value value = conditional();
      if (!accept(")")) {
        throw new Malformed("')' is missing");
      }
      return value;
    }
    if (next == tokens.size()) {
      throw new Malformed("a value is missing");
    }
    Token token = tokens.get(next);
    return switch (token.kind()) {
      case NUMBER -> {
        NumberLiteral number = NumberLiteral.parse(token.text());
        if (number.problem() != null) {
          throw new Malformed(number.problem());
        }
        if (number.value() < 0 && number.decimal() && !number.unsigned()) {
          throw new Malformed("the number is too large");
        }
        next++;
        yield new Value(number.value(), number.unsigned() || number.value() < 0);
      }
      case CHARACTER -> {
        next++;
        yield new Value(CharacterText.value(token.text()).orElse(0), false);
      }
      case IDENTIFIER -> {
        next++;
        yield new Value(0, false);
      }
      default -> throw new Malformed(token.describe() + " is no value");
    };
  }
}
