// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.promela;

import dev.fencepost.source.preprocess.Token;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** The operators of temporal logic: symbols, letters and words. */
final class TemporalParser {
  private static final Map<String, Infix> INFIX =
      Map.ofEntries(
          Map.entry("->", new Infix("->", 1)),
          Map.entry("implies", new Infix("->", 1)),
          Map.entry("<->", new Infix("<->", 1)),
          Map.entry("equivalent", new Infix("<->", 1)),
          Map.entry("U", new Infix("U", 4)),
          Map.entry("until", new Infix("U", 4)),
          Map.entry("stronguntil", new Infix("U", 4)),
          Map.entry("W", new Infix("W", 4)),
          Map.entry("weakuntil", new Infix("W", 4)),
          Map.entry("V", new Infix("V", 4)),
          Map.entry("release", new Infix("V", 4)));

  private static final Map<String, String> PREFIX =
      Map.of("always", "[]", "eventually", "<>", "X", "X", "next", "X");

  private TemporalParser() {}

  record Infix(String operator, int strength) {}

  static Optional<Infix> infix(Token token) {
    boolean known = token.kind() == Token.Kind.IDENTIFIER || token.kind() == Token.Kind.PUNCTUATOR;
    return known ? Optional.ofNullable(INFIX.get(token.text())) : Optional.empty();
  }

  /** Reads an operator before its operand. */
  static Optional<String> prefix(PromelaTokens cursor) {
    for (String pair : List.of("[]", "<>")) {
      if (cursor.is(pair.substring(0, 1)) && cursor.isNext(pair.substring(1))) {
        cursor.next();
        cursor.next();
        return Optional.of(pair);
      }
    }
    if (cursor.peek().isIdentifier() && PREFIX.containsKey(cursor.peek().text())) {
      return Optional.of(Objects.requireNonNull(PREFIX.get(cursor.next().text())));
    }
    return Optional.empty();
  }
}
