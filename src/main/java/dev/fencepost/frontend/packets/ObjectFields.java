// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.packets;

import dev.fencepost.source.InvalidInputException;
import dev.fencepost.source.Lexeme;
import dev.fencepost.source.SourceText;
import dev.fencepost.source.TextRange;
import dev.fencepost.source.TextScanner;
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
    SourceText source = collector.source;
    TextRange block = block(collector);
    ObjectFields fields =
        of(
            TextScanner.of(
                source, new TextRange(block.start() + 1, block.end() - 1), PacketsParser.LEXICON));
    if (fields.references().isEmpty()) {
      throw source.error(
          block.start(), block.start() + 1, "objects refer to nothing", "add object *next;");
    }
    return fields;
  }

  private static TextRange block(Collector collector) throws InvalidInputException {
    if (collector.object.isEmpty()) {
      Lexeme name = collector.name;
      throw TextScanner.error(
          name, "the collector has no objects", "add object { object *left, *right; }");
    }
    TextRange block = collector.object.get();
    for (Collector.Metadata word : collector.metadata) {
      if (word.name().start() < block.start()) {
        throw TextScanner.error(word.name(), "metadata stands behind object { ... }", "");
      }
    }
    return block;
  }

  private static ObjectFields of(TextScanner tokens) throws InvalidInputException {
    List<String> references = new ArrayList<>();
    List<String> numbers = new ArrayList<>();
    boolean reference = false;
    Lexeme last = null;
    while (!tokens.atEnd()) {
      Lexeme token = tokens.take();
      if (!reference && last != null && (token.is(",") || token.is(";"))) {
        numbers.add(last.text());
      }
      last = token;
      if (token.is("object")) {
        reference = true;
      } else if (token.is(";")) {
        reference = false;
      } else if (token.is("*") && reference) {
        references.add(tokens.word("the name of a field").text());
      } else if (token.is("[") || token.is("**")) {
        throw TextScanner.error(
            token, "fields are single references or numbers", "write object *first, *second;");
      }
    }
    return new ObjectFields(references, numbers);
  }
}
