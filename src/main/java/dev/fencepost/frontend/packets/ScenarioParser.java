// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.packets;

import dev.fencepost.frontend.packets.Collector.Edge;
import dev.fencepost.frontend.packets.Collector.Mutator;
import dev.fencepost.frontend.packets.Collector.Property;
import dev.fencepost.frontend.packets.Collector.Scenario;
import dev.fencepost.frontend.packets.Collector.Slot;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.source.Lexeme;
import dev.fencepost.source.TextScanner;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads a scenario: objects, what they refer to, mutators, properties. */
final class ScenarioParser {
  private final TextScanner tokens;
  private final List<Lexeme> objects = new ArrayList<>();
  private final List<Lexeme> fresh = new ArrayList<>();
  private final List<Edge> edges = new ArrayList<>();
  private final List<Mutator> mutators = new ArrayList<>();
  private final List<Property> properties = new ArrayList<>();

  ScenarioParser(TextScanner tokens) {
    this.tokens = tokens;
  }

  /** A scenario, whose word was read. */
  Scenario scenario() throws InvalidInputException {
    Lexeme name = tokens.word("the name of the scenario");
    tokens.expect("{");
    while (!tokens.accept("}")) {
      item(tokens.word("the name of an object, 'mutator' or 'property'"));
    }
    return new Scenario(name, objects, fresh, edges, mutators, properties);
  }

  private void item(Lexeme word) throws InvalidInputException {
    switch (word.text()) {
      case "objects" -> objects.addAll(names());
      case "fresh" -> fresh.addAll(names());
      case "mutator" -> mutators.add(mutator());
      case "property" -> properties.add(new ClaimParser(tokens).property());
      default -> {
        tokens.expect(".");
        Lexeme field = tokens.word("the name of a field");
        tokens.expect("=");
        edges.add(new Edge(word, field, value()));
        tokens.expect(";");
      }
    }
  }

  private Lexeme value() throws InvalidInputException {
    return tokens.peek().isNumber()
        ? tokens.take()
        : tokens.word("the name of an object or a number");
  }

  private List<Lexeme> names() throws InvalidInputException {
    List<Lexeme> names = tokens.words("the name of an object");
    tokens.expect(";");
    return names;
  }

  private Mutator mutator() throws InvalidInputException {
    Lexeme name = tokens.word("the name of the mutator");
    List<Slot> slots = new ArrayList<>();
    tokens.expect("(");
    while (!tokens.accept(")")) {
      Lexeme slot = tokens.word("the name of a stack slot");
      Optional<Lexeme> object =
          tokens.accept("=") ? Optional.of(tokens.word("the name of an object")) : Optional.empty();
      slots.add(new Slot(slot, object));
      if (!tokens.at(")")) {
        tokens.expect(",");
      }
    }
    if (tokens.accept(";")) {
      return new Mutator(name, slots, Optional.empty());
    }
    return new Mutator(name, slots, Optional.of(tokens.block("{", "}")));
  }
}
