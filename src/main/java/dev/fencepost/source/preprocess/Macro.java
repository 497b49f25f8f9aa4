// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.source.preprocess;

import java.util.List;

/**
 * A macro.
 *
 * @param isFunctionLike whether it takes arguments in parentheses
 * @param variadic whether the last parameter takes all further arguments
 */
record Macro(
    String name,
    boolean isFunctionLike,
    List<String> parameters,
    boolean variadic,
    List<Token> body) {

  /** The place of the parameter that takes all further arguments, or -2. */
  int furtherArguments() {
    return variadic ? parameters.size() - 1 : -2;
  }

  /** Whether a second definition says the same, which C allows. */
  boolean sameAs(Macro other) {
    return variadic == other.variadic
        && isFunctionLike == other.isFunctionLike
        && parameters.equals(other.parameters)
        && body.stream()
            .map(Token::text)
            .toList()
            .equals(other.body.stream().map(Token::text).toList());
  }
}
