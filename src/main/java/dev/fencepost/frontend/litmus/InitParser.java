// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.litmus;

import dev.fencepost.frontend.litmus.Tokens.Token;
import dev.fencepost.source.InvalidInputException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Reads the init section: {@code x=1; uint64_t y; 0:X1=x; int a[2]={1,2};}. */
final class InitParser {
  private final LitmusText source;
  private final Tokens tokens;
  private final PlaceParser places;
  private final List<InitialValue> values = new ArrayList<>();

  InitParser(LitmusText source, Sections.Range range, PlaceParser places) {
    this.source = source;
    this.places = places;
    tokens = new Tokens(source, range.start(), range.end());
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
    List<Token> words = tokens.takeUntil("=", ";");
    if (words.isEmpty()) {
      throw tokens.unexpected("a variable or a register");
    }
    if (words.stream().anyMatch(word -> word.text().equals("@"))) {
      throw tokens.error(words.getLast(), "a variable begins with one value for all threads");
    }
    int first = placeStart(words);
    String type =
        words.subList(0, first).stream().map(Token::text).collect(Collectors.joining(" "));
    Tokens place = new Tokens(source, words.get(first).start(), words.getLast().end());
    Place target = places.parse(place);
    if (!place.atEnd()) {
      throw place.unexpected("'=' or ';'");
    }
    int elements = 0;
    if (!type.isEmpty() && target instanceof Place.Variable variable && isArray(variable)) {
      elements = Integer.parseInt(variable.name().replaceAll(".*\\[|\\]", ""));
      target = new Place.Variable(variable.name().replaceAll("\\[.*", ""));
    }
    if (!tokens.accept("=")) {
      values.add(new InitialValue(type, target, elements, Optional.empty()));
    } else if (tokens.at("{")) {
      array(type, target, elements);
    } else {
      values.add(new InitialValue(type, target, elements, Optional.of(value())));
    }
  }

  private static boolean isArray(Place.Variable variable) {
    return variable.name().endsWith("]");
  }

  /** Where the place begins: after the words of the type. */
  private static int placeStart(List<Token> words) {
    for (int i = 1; i < words.size(); i++) {
      if (words.get(i).text().equals(":")) {
        return i - 1;
      }
    }
    int last = words.size() - 1;
    if (last >= 2 && words.get(last).text().equals("]")) {
      boolean bracketed = words.get(last - 1).isName();
      return bracketed ? last - 2 : Math.max(0, last - 3);
    }
    return last;
  }

  private void array(String type, Place target, int elements) throws InvalidInputException {
    if (elements == 0 || !(target instanceof Place.Variable variable)) {
      throw tokens.unexpected("a value");
    }
    values.add(new InitialValue(type, target, elements, Optional.empty()));
    tokens.expect("{");
    for (int i = 0; !tokens.accept("}"); i++) {
      Place element = new Place.Variable(variable.name() + "[" + i + "]");
      if (i == elements) {
        throw tokens.unexpected("'}' after " + elements + " elements");
      }
      values.add(new InitialValue("", element, 0, Optional.of(value())));
      if (!tokens.at("}")) {
        tokens.expect(",");
      }
    }
  }

  private Condition.Operand value() throws InvalidInputException {
    boolean address = tokens.accept("&");
    if (address || tokens.peek().filter(Token::isName).isPresent()) {
      return new Condition.Address(places.variableName(tokens));
    }
    return new Condition.Literal(tokens.takeNumber("a number or a variable"));
  }
}
