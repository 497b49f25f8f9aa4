// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.litmus;

import dev.fencepost.frontend.litmus.LitmusCondition.Comparison;
import dev.fencepost.source.InfixOperators;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.source.Lexeme;
import dev.fencepost.source.TextScanner;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What follows the program: {@code locations [...]}, {@code filter P} and the quantified condition.
 * The old form {@code final P; with ...} asks what {@code exists P} asks; what follows the
 * condition there is for other tools. A test without a condition asks {@code forall true}.
 */
record LitmusConditionParser(TextScanner tokens, LitmusPlaceParser places) {

  private static final Map<String, Comparison> COMPARISONS =
      Map.of(
          "=", Comparison.EQUAL,
          "==", Comparison.EQUAL,
          "!=", Comparison.NOT_EQUAL,
          "<", Comparison.LESS,
          "<=", Comparison.LESS_EQUAL,
          ">", Comparison.GREATER,
          ">=", Comparison.GREATER_EQUAL);

  private static final InfixOperators<LitmusCondition> OPERATORS =
      new InfixOperators<LitmusCondition>()
          .right(1, "=>", LitmusCondition.Implies::new)
          .left(2, "\\/", LitmusCondition.Or::new)
          .left(3, "/\\", LitmusCondition.And::new);

  Question parse() throws InvalidInputException {
    List<LitmusPlace> locations = new ArrayList<>();
    LitmusCondition filter = new LitmusCondition.Constant(true);
    while (tokens.at("locations") || tokens.at("filter")) {
      if (tokens.accept("filter")) {
        filter = condition();
      } else {
        tokens.expect("locations");
        locations.addAll(locations());
      }
    }
    if (tokens.atEnd()) {
      return new Question(locations, filter, Quantifier.FORALL, new LitmusCondition.Constant(true));
    }
    Quantifier quantifier = quantifier();
    LitmusCondition condition = condition();
    if (!tokens.atEnd() && !tokens.at(";") && !tokens.at("<<") && !tokens.at("with")) {
      throw tokens.expected("'/\\', '\\/', '=>' or the end of the condition");
    }
    return new Question(locations, filter, quantifier, condition);
  }

  private List<LitmusPlace> locations() throws InvalidInputException {
    List<LitmusPlace> found = new ArrayList<>();
    tokens.expect("[");
    while (!tokens.accept("]")) {
      found.add(places.parse(tokens));
      if (!tokens.at("]")) {
        tokens.expect(";");
      }
    }
    return found;
  }

  private Quantifier quantifier() throws InvalidInputException {
    if (tokens.accept("forall")) {
      return Quantifier.FORALL;
    }
    boolean negated = tokens.accept("~");
    if (tokens.accept("exists") || !negated && tokens.accept("final")) {
      return negated ? Quantifier.NOT_EXISTS : Quantifier.EXISTS;
    }
    throw tokens.expected("'exists', '~exists' or 'forall'");
  }

  private LitmusCondition condition() throws InvalidInputException {
    return OPERATORS.read(tokens, this::unary);
  }

  private LitmusCondition unary() throws InvalidInputException {
    if (tokens.accept("not") || tokens.accept("~")) {
      return new LitmusCondition.Not(tokens.nested(this::unary));
    }
    if (tokens.accept("(")) {
      LitmusCondition inner = tokens.nested(this::condition);
      tokens.expect(")");
      return inner;
    }
    if (tokens.at("true") || tokens.at("false")) {
      return new LitmusCondition.Constant(tokens.take().is("true"));
    }
    return comparison();
  }

  private LitmusCondition comparison() throws InvalidInputException {
    LitmusPlace left = places.parse(tokens);
    Comparison comparison = COMPARISONS.get(tokens.peek().text());
    if (comparison == null) {
      throw tokens.expected("'=' and a value");
    }
    tokens.take();
    return new LitmusCondition.Compare(comparison, left, operand());
  }

  private LitmusCondition.Operand operand() throws InvalidInputException {
    if (tokens.peek(1).is(":") || tokens.at("[")) {
      return new LitmusCondition.Contents(places.parse(tokens));
    }
    boolean isAddress = tokens.accept("&");
    if (tokens.peek().isWord()) {
      Lexeme word = tokens.peek();
      String name = places.variableName(tokens);
      if (!isAddress && name.endsWith("]")) {
        throw TextScanner.error(
            word,
            name + " stands on the right, where a variable is its address",
            "write [" + name + "] for its value, or &" + name + " for its address");
      }
      return new LitmusCondition.Address(name);
    }
    return new LitmusCondition.Literal(tokens.bits("a number, a variable or a register"));
  }
}
