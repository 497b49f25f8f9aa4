// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.promela;

import dev.fencepost.source.Diagnostics;
import dev.fencepost.source.preprocess.Token;
import java.util.ArrayList;
import java.util.List;

/** Puts the arguments of a call into the body of an inline, token by token. */
final class InlineArguments {
  private InlineArguments() {}

  /** Reads the arguments and the closing parenthesis. */
  static List<List<Token>> read(TokenCursor cursor, Token name) {
    List<List<Token>> arguments = new ArrayList<>();
    List<Token> argument = new ArrayList<>();
    int depth = 1;
    while (true) {
      Token token = cursor.next();
      if (token.kind() == Token.Kind.END) {
        throw cursor
            .diagnostics()
            .fatal(name.span(), "the arguments of '" + name.text() + "' do not end");
      }
      boolean opens = token.is("(") || token.is("[");
      boolean closes = token.is(")") || token.is("]");
      depth += opens ? 1 : closes ? -1 : 0;
      if (depth == 0) {
        if (!arguments.isEmpty() || !argument.isEmpty()) {
          arguments.add(argument);
        }
        return arguments;
      }
      if (depth == 1 && token.is(",")) {
        arguments.add(argument);
        argument = new ArrayList<>();
      } else {
        argument.add(token);
      }
    }
  }

  static List<Token> substitute(
      Inline inline, List<List<Token>> arguments, Token name, Diagnostics diagnostics) {
    if (arguments.size() != inline.parameters().size()) {
      throw diagnostics.fatal(
          name.span(),
          "'"
              + name.text()
              + "' takes "
              + inline.parameters().size()
              + " arguments, not "
              + arguments.size());
    }
    List<Token> body = new ArrayList<>();
    boolean field = false;
    for (Token token : inline.body()) {
      int parameter =
          token.isIdentifier() && !field ? inline.parameters().indexOf(token.text()) : -1;
      if (parameter >= 0) {
        body.addAll(arguments.get(parameter));
      } else {
        body.add(token);
      }
      field = token.is(".");
    }
    body.add(Token.make(Token.Kind.END, "", name.span()));
    return body;
  }
}
