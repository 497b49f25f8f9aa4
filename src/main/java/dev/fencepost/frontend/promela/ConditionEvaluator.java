// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.promela;

import dev.fencepost.source.SourceSpan;
import java.util.List;
import java.util.Map;

/** The value of what stands behind {@code #if}; names that are no macros are 0. */
final class ConditionEvaluator {
  private static final Map<String, Integer> STRENGTH =
      Map.ofEntries(
          Map.entry("||", 1),
          Map.entry("&&", 2),
          Map.entry("|", 3),
          Map.entry("^", 4),
          Map.entry("&", 5),
          Map.entry("==", 6),
          Map.entry("!=", 6),
          Map.entry("<", 7),
          Map.entry(">", 7),
          Map.entry("<=", 7),
          Map.entry(">=", 7),
          Map.entry("<<", 8),
          Map.entry(">>", 8),
          Map.entry("+", 9),
          Map.entry("-", 9),
          Map.entry("*", 10),
          Map.entry("/", 10),
          Map.entry("%", 10));

  private final List<Token> tokens;
  private final SourceSpan span;
  private final Diagnostics diagnostics;
  private int at;

  ConditionEvaluator(List<Token> tokens, SourceSpan span, Diagnostics diagnostics) {
    this.tokens = tokens;
    this.span = span;
    this.diagnostics = diagnostics;
  }

  boolean holds() {
    long value = binary(1);
    if (at < tokens.size()) {
      throw bad();
    }
    return value != 0;
  }

  private long binary(int least) {
    long left = unary();
    while (at < tokens.size() && STRENGTH.getOrDefault(tokens.get(at).text(), 0) >= least) {
      String operator = tokens.get(at++).text();
      long right = binary(STRENGTH.get(operator) + 1);
      left = apply(operator, left, right);
    }
    return left;
  }

  private long unary() {
    if (at == tokens.size()) {
      throw bad();
    }
    Token token = tokens.get(at++);
    if (token.isName()) {
      return 0;
    }
    return switch (token.text()) {
      case "!" -> unary() == 0 ? 1 : 0;
      case "-" -> -unary();
      case "+" -> unary();
      case "~" -> ~unary();
      case "(" -> {
        long value = binary(1);
        if (at == tokens.size() || !tokens.get(at++).is(")")) {
          throw bad();
        }
        yield value;
      }
      default -> number(token);
    };
  }

  private long number(Token token) {
    try {
      return Long.decode(token.text().replaceAll("[uUlL]+$", ""));
    } catch (NumberFormatException e) {
      throw bad();
    }
  }

  private Diagnostics.Abort bad() {
    return diagnostics.fatal(span, "this condition cannot be read");
  }

  private long apply(String operator, long left, long right) {
    if (right == 0 && (operator.equals("/") || operator.equals("%"))) {
      throw diagnostics.fatal(span, "division by zero");
    }
    return switch (operator) {
      case "||" -> left != 0 || right != 0 ? 1 : 0;
      case "&&" -> left != 0 && right != 0 ? 1 : 0;
      case "|" -> left | right;
      case "^" -> left ^ right;
      case "&" -> left & right;
      case "==" -> left == right ? 1 : 0;
      case "!=" -> left != right ? 1 : 0;
      case "<" -> left < right ? 1 : 0;
      case ">" -> left > right ? 1 : 0;
      case "<=" -> left <= right ? 1 : 0;
      case ">=" -> left >= right ? 1 : 0;
      case "<<" -> left << right;
      case ">>" -> left >> right;
      case "+" -> left + right;
      case "-" -> left - right;
      case "*" -> left * right;
      case "/" -> left / right;
      case "%" -> left % right;
      default -> throw bad();
    };
  }
}
