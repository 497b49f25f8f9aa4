// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.litmus;

import dev.fencepost.frontend.litmus.Tokens.Token;
import dev.fencepost.source.InvalidInputException;
import java.util.Optional;

/**
 * Reads {@code x}, {@code [x]}, {@code a[1]}, {@code 0:EAX} and the old {@code P0:EAX}; behind a
 * variable, {@code x@P1}, the thread that observes it.
 */
final class PlaceParser {
  private final Dialect dialect;

  PlaceParser(Dialect dialect) {
    this.dialect = dialect;
  }

  Place parse(Tokens tokens) throws InvalidInputException {
    if (tokens.at(1, ":")) {
      return register(tokens);
    }
    if (tokens.accept("[")) {
      String name = variableName(tokens);
      tokens.expect("]");
      return new Place.Variable(name, observer(tokens));
    }
    tokens.accept("*");
    String name = variableName(tokens);
    return new Place.Variable(name, observer(tokens));
  }

  private static int observer(Tokens tokens) throws InvalidInputException {
    return tokens.accept("@") ? threadNumber(tokens) : Place.Variable.ANY;
  }

  String variableName(Tokens tokens) throws InvalidInputException {
    String name = tokens.takeName("a variable or a register");
    if (tokens.accept("[")) {
      name += "[" + tokens.takeNumber("an index") + "]";
      tokens.expect("]");
    }
    return name;
  }

  private Place register(Tokens tokens) throws InvalidInputException {
    int thread = threadNumber(tokens);
    tokens.expect(":");
    tokens.accept("%");
    Token name = tokens.take("a register");
    Optional<String> register = dialect.register(name.text());
    if (register.isEmpty()) {
      throw tokens.error(name, "'" + name.text() + "' is no register of " + dialect.name());
    }
    return new Place.Register(thread, register.get(), dialect.rank(register.get()));
  }

  private static int threadNumber(Tokens tokens) throws InvalidInputException {
    Token thread = tokens.take("a thread");
    String digits = thread.text().startsWith("P") ? thread.text().substring(1) : thread.text();
    if (!digits.matches("[0-9]{1,4}")) {
      throw tokens.error(thread, "expected a thread's number but found '" + thread.text() + "'");
    }
    return Integer.parseInt(digits);
  }
}
