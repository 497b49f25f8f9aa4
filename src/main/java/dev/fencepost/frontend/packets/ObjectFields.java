// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.packets;

import dev.fencepost.frontend.packets.Tokens.Block;
import dev.fencepost.source.InvalidInputException;
import java.util.ArrayList;
import java.util.List;

/**
 * The fields of objects.
 *
 * @param references those that refer to objects: {@code object *left, *right;}
 * @param numbers all others
 */
record ObjectFields(List<String> references, List<String> numbers) {
  ObjectFields {
    references = List.copyOf(references);
    numbers = List.copyOf(numbers);
  }

  static ObjectFields of(Collector collector) throws InvalidInputException {
    PacketsText source = collector.source();
    Block block = block(collector);
    ObjectFields fields = of(new Tokens(source, block.start() + 1, block.end() - 1));
    if (fields.references().isEmpty()) {
      throw source.error(
          block.start(), block.start() + 1, "objects refer to nothing", "add object *next;");
    }
    return fields;
  }

  private static Block block(Collector collector) throws InvalidInputException {
    PacketsText source = collector.source();
    if (collector.object().isEmpty()) {
      Token name = collector.name();
      throw source.error(
          name.start(),
          name.end(),
          "the collector has no objects",
          "add object { object *left, *right; }");
    }
    Block block = collector.object().get();
    for (Collector.Metadata word : collector.metadata()) {
      if (word.name().start() < block.start()) {
        throw source.error(
            word.name().start(), word.name().end(), "metadata stands behind object { ... }", "");
      }
    }
    return block;
  }

  private static ObjectFields of(Tokens tokens) throws InvalidInputException {
    List<String> references = new ArrayList<>();
    List<String> numbers = new ArrayList<>();
    boolean reference = false;
    Token last = null;
    while (tokens.peek().kind() != Token.Kind.END) {
      Token token = tokens.take();
      if (!reference && last != null && (token.is(",") || token.is(";"))) {
        numbers.add(last.text());
      }
      last = token;
      if (token.is("object")) {
        reference = true;
      } else if (token.is(";")) {
        reference = false;
      } else if (token.is("*") && reference) {
        references.add(tokens.name("a field").text());
      } else if (token.is("[") || token.is("**")) {
        throw tokens.error(
            token, "fields are single references or numbers", "write object *first, *second;");
      }
    }
    return new ObjectFields(references, numbers);
  }
}
