// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.packets;

import dev.fencepost.frontend.packets.Collector.Edge;
import dev.fencepost.frontend.packets.Collector.Mutator;
import dev.fencepost.frontend.packets.Collector.Property;
import dev.fencepost.frontend.packets.Collector.Scenario;
import dev.fencepost.frontend.packets.Collector.Slot;
import dev.fencepost.source.InvalidInputException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads a scenario: objects, what they refer to, mutators, properties. */
final class ScenarioParser {
  private final PacketsText source;
  private final Tokens tokens;
  private final List<Token> objects = new ArrayList<>();
  private final List<Token> fresh = new ArrayList<>();
  private final List<Edge> edges = new ArrayList<>();
  private final List<Mutator> mutators = new ArrayList<>();
  private final List<Property> properties = new ArrayList<>();

  ScenarioParser(PacketsText source, Tokens tokens) {
    this.source = source;
    this.tokens = tokens;
  }

  /** A scenario, whose word was read. */
  Scenario scenario() throws InvalidInputException {
    Token name = tokens.name("the scenario");
    tokens.expect("{");
    while (!tokens.found("}")) {
      item(tokens.name("an object, 'mutator' or 'property'"));
    }
    return new Scenario(name, objects, fresh, edges, mutators, properties);
  }

  private void item(Token word) throws InvalidInputException {
    switch (word.text()) {
      case "objects" -> names(objects);
      case "fresh" -> names(fresh);
      case "mutator" -> mutators.add(mutator());
      case "property" -> properties.add(new ClaimParser(source, tokens).property());
      default -> {
        tokens.expect(".");
        Token field = tokens.name("a field");
        tokens.expect("=");
        edges.add(new Edge(word, field, value()));
        tokens.expect(";");
      }
    }
  }

  private Token value() throws InvalidInputException {
    return tokens.peek().kind() == Token.Kind.NUMBER
        ? tokens.take()
        : tokens.name("an object or a number");
  }

  private void names(List<Token> names) throws InvalidInputException {
    do {
      names.add(tokens.name("an object"));
    } while (tokens.found(","));
    tokens.expect(";");
  }

  private Mutator mutator() throws InvalidInputException {
    Token name = tokens.name("the mutator");
    List<Slot> slots = new ArrayList<>();
    tokens.expect("(");
    while (!tokens.found(")")) {
      Token slot = tokens.name("a stack slot");
      Optional<Token> object =
          tokens.found("=") ? Optional.of(tokens.name("an object")) : Optional.empty();
      slots.add(new Slot(slot, object));
      if (!tokens.at(")")) {
        tokens.expect(",");
      }
    }
    if (tokens.found(";")) {
      return new Mutator(name, slots, Optional.empty());
    }
    return new Mutator(name, slots, Optional.of(tokens.block("{", "}")));
  }
}
