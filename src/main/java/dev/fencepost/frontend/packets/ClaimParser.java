// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.packets;

import dev.fencepost.frontend.packets.Claim.Argument;
import dev.fencepost.frontend.packets.Collector.Property;
import dev.fencepost.frontend.packets.Tokens.Block;
import dev.fencepost.source.InvalidInputException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Reads a property. {@code [] <> !} bind strongest, then {@code U}, {@code &&}, {@code ||}, then
 * {@code ->} and {@code <->}, which group to the right; a quantifier reaches as far as it can.
 */
final class ClaimParser {
  private static final int DEEPEST = 100;

  private final PacketsText source;
  private final Tokens tokens;
  private int depth;

  ClaimParser(PacketsText source, Tokens tokens) {
    this.source = source;
    this.tokens = tokens;
  }

  /** A property, whose word was read. */
  Property property() throws InvalidInputException {
    Token name = tokens.name("the property");
    tokens.expect(":");
    int start = tokens.peek().start();
    Claim claim = claim();
    Token end = tokens.expect(";");
    return new Property(name, claim, new Block(start, end.start()));
  }

  private Claim claim() throws InvalidInputException {
    if (++depth > DEEPEST) {
      throw tokens.error(tokens.peek(), "the property is nested too deeply", "");
    }
    Claim left = disjunction();
    if (tokens.found("->")) {
      left = new Claim.Or(new Claim.Not(left), claim());
    } else if (tokens.found("<->")) {
      Claim right = claim();
      left =
          new Claim.Or(
              new Claim.And(left, right), new Claim.And(new Claim.Not(left), new Claim.Not(right)));
    }
    depth--;
    return left;
  }

  private Claim disjunction() throws InvalidInputException {
    Claim left = conjunction();
    while (tokens.found("||")) {
      left = new Claim.Or(left, conjunction());
    }
    return left;
  }

  private Claim conjunction() throws InvalidInputException {
    Claim left = until();
    while (tokens.found("&&")) {
      left = new Claim.And(left, until());
    }
    return left;
  }

  private Claim until() throws InvalidInputException {
    Claim left = operand();
    while (tokens.found("U")) {
      left = new Claim.Until(left, operand());
    }
    return left;
  }

  private Claim operand() throws InvalidInputException {
    if (tokens.found("!")) {
      return new Claim.Not(operand());
    }
    if (tokens.found("[]")) {
      return new Claim.Always(operand());
    }
    if (tokens.found("<>")) {
      return new Claim.Eventually(operand());
    }
    if (tokens.found("(")) {
      Claim inner = claim();
      tokens.expect(")");
      return inner;
    }
    return tokens.at("forall") || tokens.at("exists") ? quantified() : word();
  }

  private Claim quantified() throws InvalidInputException {
    boolean all = tokens.take().is("forall");
    Token variable = tokens.name("a variable");
    List<Token> among = new ArrayList<>();
    if (tokens.found("in")) {
      do {
        among.add(tokens.name("an object"));
      } while (tokens.found(","));
    }
    tokens.expect(":");
    return new Claim.Quantified(all, variable, among, claim());
  }

  private Claim word() throws InvalidInputException {
    Token word = tokens.peek();
    if (!word.isWord()) {
      throw source.error(
          word.start(),
          Math.max(word.end(), word.start() + 1),
          "an operand is missing before " + word.shown(),
          "e.g. forall o: [] (marked(o) -> [] marked(o))");
    }
    tokens.take();
    List<Argument> arguments = new ArrayList<>();
    if (tokens.found("(") && !tokens.found(")")) {
      do {
        arguments.add(argument());
      } while (tokens.found(","));
      tokens.expect(")");
    }
    return new Claim.Word(word, arguments);
  }

  private Argument argument() throws InvalidInputException {
    boolean label = tokens.peek().kind() == Token.Kind.QUOTED;
    Token name = label ? tokens.take() : tokens.name("an object");
    Optional<Token> unit = Optional.empty();
    if (tokens.found("(")) {
      unit = tokens.at(")") ? unit : Optional.of(tokens.name("a unit"));
      tokens.expect(")");
    }
    return new Argument(name, unit);
  }
}
