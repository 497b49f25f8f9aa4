// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.packets;

import dev.fencepost.frontend.packets.Claim.Argument;
import dev.fencepost.frontend.packets.Collector.Property;
import dev.fencepost.source.InfixOperators;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.source.Lexeme;
import dev.fencepost.source.TextRange;
import dev.fencepost.source.TextScanner;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Reads a property. {@code [] <> !} bind strongest, then {@code U}, {@code &&}, {@code ||}, then
 * {@code ->} and {@code <->}, which group to the right; a quantifier reaches as far as it can.
 */
record ClaimParser(TextScanner tokens) {
  private static final InfixOperators<Claim> OPERATORS =
      new InfixOperators<Claim>()
          .left(1, "||", Claim.Or::new)
          .left(2, "&&", Claim.And::new)
          .left(3, "U", Claim.Until::new);

  /** A property, whose word was read. */
  Property property() throws InvalidInputException {
    Lexeme name = tokens.word("the name of the property");
    tokens.expect(":");
    int start = tokens.peek().start();
    Claim claim = claim();
    Lexeme end = tokens.expect(";");
    return new Property(name, claim, new TextRange(start, end.start()));
  }

  private Claim claim() throws InvalidInputException {
    Claim left = OPERATORS.read(tokens, this::operand);
    if (tokens.accept("->")) {
      left = new Claim.Or(new Claim.Not(left), tokens.nested(this::claim));
    } else if (tokens.accept("<->")) {
      Claim right = tokens.nested(this::claim);
      left =
          new Claim.Or(
              new Claim.And(left, right), new Claim.And(new Claim.Not(left), new Claim.Not(right)));
    }
    return left;
  }

  private Claim operand() throws InvalidInputException {
    if (tokens.accept("!")) {
      return new Claim.Not(tokens.nested(this::operand));
    }
    if (tokens.accept("[]")) {
      return new Claim.Always(tokens.nested(this::operand));
    }
    if (tokens.accept("<>")) {
      return new Claim.Eventually(tokens.nested(this::operand));
    }
    if (tokens.accept("(")) {
      Claim inner = tokens.nested(this::claim);
      tokens.expect(")");
      return inner;
    }
    return tokens.at("forall") || tokens.at("exists") ? quantified() : word();
  }

  private Claim quantified() throws InvalidInputException {
    boolean all = tokens.take().is("forall");
    Lexeme variable = tokens.word("the name of a variable");
    List<Lexeme> among = tokens.accept("in") ? tokens.words("the name of an object") : List.of();
    tokens.expect(":");
    return new Claim.Quantified(all, variable, among, tokens.nested(this::claim));
  }

  private Claim word() throws InvalidInputException {
    Lexeme word = tokens.peek();
    if (!word.isWord()) {
      throw tokens.expected("an operand", "e.g. forall o: [] (marked(o) -> [] marked(o))");
    }
    tokens.take();
    List<Argument> arguments = new ArrayList<>();
    if (tokens.accept("(") && !tokens.accept(")")) {
      do {
        arguments.add(argument());
      } while (tokens.accept(","));
      tokens.expect(")");
    }
    return new Claim.Word(word, arguments);
  }

  private Argument argument() throws InvalidInputException {
    boolean label = tokens.peek().isQuoted();
    Lexeme name = label ? tokens.take() : tokens.word("the name of an object");
    Optional<Lexeme> unit = Optional.empty();
    boolean brackets = tokens.accept("(");
    if (brackets) {
      unit = tokens.at(")") ? unit : Optional.of(tokens.word("the name of a unit"));
      tokens.expect(")");
    }
    return new Argument(name, brackets, unit);
  }
}
