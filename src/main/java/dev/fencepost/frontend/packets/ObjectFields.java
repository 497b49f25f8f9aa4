// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.packets;

import dev.fencepost.frontend.packets.Tokens.Block;
import dev.fencepost.source.InvalidInputException;
import java.util.ArrayList;
import java.util.List;

/** Finds the fields of objects that refer to objects: {@code object *left, *right;}. */
final class ObjectFields {
  private ObjectFields() {}

  static List<String> of(Collector collector) throws InvalidInputException {
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
    List<String> fields = new ArrayList<>();
    Tokens tokens = new Tokens(source, block.start() + 1, block.end() - 1);
    boolean reference = false;
    while (tokens.peek().kind() != Token.Kind.END) {
      Token token = tokens.take();
      if (token.is("object")) {
        reference = true;
      } else if (token.is(";")) {
        reference = false;
      } else if (token.is("*") && reference) {
        fields.add(tokens.name("a field").text());
      } else if (token.is("[") || token.is("**")) {
        throw tokens.error(
            token, "fields are single references or numbers", "write object *first, *second;");
      }
    }
    if (fields.isEmpty()) {
      throw source.error(
          block.start(), block.start() + 1, "objects refer to nothing", "add object *next;");
    }
    return fields;
  }
}
