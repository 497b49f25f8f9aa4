// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.litmus;

import dev.fencepost.frontend.litmus.Condition.Comparison;
import dev.fencepost.frontend.litmus.Tokens.Token;
import dev.fencepost.source.InvalidInputException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What follows the program: {@code locations [...]}, {@code filter P} and the quantified condition.
 * The old form {@code final P; with ...} asks what {@code exists P} asks; what follows the
 * condition there is for other tools.
 */
final class ConditionParser {

  private static final Map<String, Comparison> COMPARISONS =
      Map.of(
          "=", Comparison.EQUAL,
          "==", Comparison.EQUAL,
          "!=", Comparison.NOT_EQUAL,
          "<", Comparison.LESS,
          "<=", Comparison.LESS_EQUAL,
          ">", Comparison.GREATER,
          ">=", Comparison.GREATER_EQUAL);

  private final Tokens tokens;
  private final PlaceParser places;

  ConditionParser(Tokens tokens, PlaceParser places) {
    this.tokens = tokens;
    this.places = places;
  }

  Question parse() throws InvalidInputException {
    List<Place> locations = new ArrayList<>();
    Condition filter = new Condition.Constant(true);
    while (tokens.at("locations") || tokens.at("filter")) {
      if (tokens.accept("filter")) {
        filter = condition();
      } else {
        tokens.expect("locations");
        locations.addAll(locations());
      }
    }
    Quantifier quantifier = quantifier();
    Condition condition = condition();
    if (!tokens.atEnd() && !tokens.at(";") && !tokens.at("<<") && !tokens.at("with")) {
      throw tokens.unexpected("'/\\', '\\/', '=>' or the end of the condition");
    }
    return new Question(locations, filter, quantifier, condition);
  }

  private List<Place> locations() throws InvalidInputException {
    List<Place> found = new ArrayList<>();
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
    throw tokens.unexpected("'exists', '~exists' or 'forall'");
  }

  /** Implication binds least and to the right. */
  private Condition condition() throws InvalidInputException {
    Condition left = disjunction();
    return tokens.accept("=>") ? new Condition.Implies(left, condition()) : left;
  }

  private Condition disjunction() throws InvalidInputException {
    Condition left = conjunction();
    while (tokens.accept("\\/")) {
      left = new Condition.Or(left, conjunction());
    }
    return left;
  }

  private Condition conjunction() throws InvalidInputException {
    Condition left = unary();
    while (tokens.accept("/\\")) {
      left = new Condition.And(left, unary());
    }
    return left;
  }

  private Condition unary() throws InvalidInputException {
    if (tokens.accept("not") || tokens.accept("~")) {
      return new Condition.Not(unary());
    }
    if (tokens.accept("(")) {
      Condition inner = condition();
      tokens.expect(")");
      return inner;
    }
    if (tokens.at("true") || tokens.at("false")) {
      return new Condition.Constant(tokens.take("").text().equals("true"));
    }
    return comparison();
  }

  private Condition comparison() throws InvalidInputException {
    Place left = places.parse(tokens);
    Optional<Comparison> comparison = tokens.peek().map(Token::text).map(COMPARISONS::get);
    if (comparison.isEmpty()) {
      throw tokens.unexpected("'=' and a value");
    }
    tokens.take("");
    return new Condition.Compare(comparison.get(), left, operand());
  }

  private Condition.Operand operand() throws InvalidInputException {
    if (tokens.at(1, ":") || tokens.at("[")) {
      return new Condition.Contents(places.parse(tokens));
    }
    tokens.accept("&");
    if (tokens.peek().filter(Token::isName).isPresent()) {
      return new Condition.Address(places.variableName(tokens));
    }
    return new Condition.Literal(tokens.takeNumber("a number, a variable or a register"));
  }
}
