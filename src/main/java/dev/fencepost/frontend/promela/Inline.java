// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.promela;

import dev.fencepost.source.Diagnostics;
import dev.fencepost.source.preprocess.Token;
import java.util.ArrayList;
import java.util.List;

/** An {@code inline}: its body, braces included, is put in the place of a call. */
record Inline(String name, List<String> parameters, List<Token> body) {

  /** Reads the arguments and the closing parenthesis. */
  static List<List<Token>> arguments(PromelaTokens cursor, Token name) {
    List<List<Token>> arguments = new ArrayList<>();
    List<Token> argument = new ArrayList<>();
    int depth = 1;
    while (true) {
      Token token = cursor.next();
      if (token.kind() == Token.Kind.END) {
        throw cursor.fail(name.span(), "the arguments of '" + name.text() + "' do not end");
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

  /** The body with arguments in the place of parameters, token by token. */
  List<Token> called(List<List<Token>> arguments, Token call, Diagnostics diagnostics) {
    if (arguments.size() != parameters.size()) {
      throw diagnostics.fatal(
          call.span(),
          "'%s' takes %d arguments, not %d".formatted(name, parameters.size(), arguments.size()));
    }
    List<Token> result = new ArrayList<>();
    boolean field = false;
    for (Token token : body) {
      int parameter = token.isIdentifier() && !field ? parameters.indexOf(token.text()) : -1;
      if (parameter >= 0) {
        result.addAll(arguments.get(parameter));
      } else {
        result.add(token);
      }
      field = token.is(".");
    }
    result.add(Token.make(Token.Kind.END, "", call.span()));
    return result;
  }
}
