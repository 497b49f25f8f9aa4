// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.source.preprocess;

import dev.fencepost.source.Diagnostics;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads what stands behind {@code #define}. */
final class MacroDefinition {
  private final List<Token> tokens;
  private final Diagnostics diagnostics;
  private int next = 1;
  private boolean variadic;

  MacroDefinition(List<Token> tokens, Diagnostics diagnostics) {
    this.tokens = tokens;
    this.diagnostics = diagnostics;
  }

  Optional<Macro> read() {
    Token name = tokens.getFirst();
    boolean functionLike = tokens.size() > 1 && tokens.get(1).is("(") && !tokens.get(1).space();
    List<String> parameters = List.of();
    if (functionLike) {
      Optional<List<String>> names = parameters();
      if (names.isEmpty()) {
        diagnostics.error(
            name.span(), "the parameters of macro '" + name.text() + "' are no list of names", "");
        return Optional.empty();
      }
      parameters = names.get();
    }
    List<Token> body = List.copyOf(tokens.subList(next, tokens.size()));
    if (!body.isEmpty() && (body.getFirst().is("##") || body.getLast().is("##"))) {
      diagnostics.error(name.span(), "'##' stands at the edge of macro '" + name.text() + "'");
      return Optional.empty();
    }
    return Optional.of(new Macro(name.text(), functionLike, parameters, variadic, body));
  }

  /** The names up to the closing parenthesis, or nothing where these are none. */
  private Optional<List<String>> parameters() {
    List<String> names = new ArrayList<>();
    next = 2;
    if (next < tokens.size() && tokens.get(next).is(")")) {
      next++;
      return Optional.of(names);
    }
    while (next + 1 < tokens.size()) {
      Token name = tokens.get(next++);
      if (name.is("...")) {
        variadic = true;
        names.add("__VA_ARGS__");
      } else if (name.isIdentifier() && !names.contains(name.text())) {
        names.add(name.text());
        if (tokens.get(next).is("...") && next + 1 < tokens.size()) {
          variadic = true;
          next++;
        }
      } else {
        return Optional.empty();
      }
      Token separator = tokens.get(next++);
      if (separator.is(")")) {
        return Optional.of(names);
      }
      if (variadic || !separator.is(",")) {
        return Optional.empty();
      }
    }
    return Optional.empty();
  }
}
