// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.litmus;

import dev.fencepost.source.InvalidInputException;
import dev.fencepost.source.Lexeme;
import dev.fencepost.source.SourceText;
import dev.fencepost.source.TextRange;
import dev.fencepost.source.TextScanner;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Reads the init section: {@code x=1; uint64_t y; 0:X1=x; int a[2]={1,2};}. */
final class InitParser {
  private final SourceText source;
  private final TextScanner tokens;
  private final LitmusPlaceParser places;
  private final List<InitialValue> values = new ArrayList<>();

  InitParser(SourceText source, TextRange range, LitmusPlaceParser places)
      throws InvalidInputException {
    this.source = source;
    this.places = places;
    tokens = TextScanner.of(source, range, LitmusPlaceParser.LEXICON);
  }

  List<InitialValue> parse() throws InvalidInputException {
    while (!tokens.atEnd()) {
      if (!tokens.accept(";")) {
        entry();
        if (!tokens.atEnd()) {
          tokens.expect(";");
        }
      }
    }
    return values;
  }

  private void entry() throws InvalidInputException {
    List<Lexeme> words = tokens.takeUntil("=", ";");
    if (words.isEmpty()) {
      throw tokens.expected("a variable or a register");
    }
    if (words.stream().anyMatch(word -> word.is("@"))) {
      throw TextScanner.error(
          words.getLast(), "a variable begins with one value for all threads", "");
    }
    int first = placeStart(words);
    String type =
        words.subList(0, first).stream().map(Lexeme::text).collect(Collectors.joining(" "));
    TextRange range = new TextRange(words.get(first).start(), words.getLast().end());
    TextScanner place = TextScanner.of(source, range, LitmusPlaceParser.LEXICON);
    LitmusPlace target = places.parse(place);
    if (!place.atEnd()) {
      throw place.expected("'=' or ';'");
    }
    int elements = 0;
    if (!type.isEmpty()
        && target instanceof LitmusPlace.Variable variable
        && variable.isElement()) {
      elements = variable.index();
      target = new LitmusPlace.Variable(variable.base());
      if (elements == 0) {
        throw TextScanner.error(words.getLast(), "an array has at least one element", "");
      }
    }
    if (!tokens.accept("=")) {
      values.add(new InitialValue(type, target, elements, Optional.empty()));
    } else if (tokens.at("{")) {
      array(type, target, elements);
    } else {
      values.add(new InitialValue(type, target, elements, Optional.of(value())));
    }
  }

  /** Where the place begins: after the words of the type. */
  private static int placeStart(List<Lexeme> words) {
    for (int i = 1; i < words.size(); i++) {
      if (words.get(i).is(":")) {
        return i - 1;
      }
    }
    int last = words.size() - 1;
    if (last >= 1 && words.get(last - 1).is("%")) {
      return last - 1;
    }
    if (last >= 2 && words.get(last).is("]")) {
      boolean bracketed = words.get(last - 1).isWord();
      return bracketed ? last - 2 : Math.max(0, last - 3);
    }
    return last;
  }

  private void array(String type, LitmusPlace target, int elements) throws InvalidInputException {
    if (elements == 0 || !(target instanceof LitmusPlace.Variable variable)) {
      throw tokens.expected("a value");
    }
    values.add(new InitialValue(type, target, elements, Optional.empty()));
    tokens.expect("{");
    for (int i = 0; !tokens.accept("}"); i++) {
      LitmusPlace element = new LitmusPlace.Variable(variable.name() + "[" + i + "]");
      if (i == elements) {
        throw tokens.expected("'}' after " + elements + " elements");
      }
      values.add(new InitialValue("", element, 0, Optional.of(value())));
      if (!tokens.at("}")) {
        tokens.expect(",");
      }
    }
  }

  private LitmusCondition.Operand value() throws InvalidInputException {
    boolean address = tokens.accept("&");
    if (address || tokens.peek().isWord()) {
      return new LitmusCondition.Address(places.variableName(tokens));
    }
    return new LitmusCondition.Literal(tokens.bits("a number or a variable"));
  }
}
