// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.promela;

import dev.fencepost.source.Diagnostics;
import dev.fencepost.source.Punctuators;
import dev.fencepost.source.preprocess.CharacterText;
import dev.fencepost.source.preprocess.Dialect;
import dev.fencepost.source.preprocess.Token;
import java.util.Set;

/**
 * What Promela asks of the C preprocessor, which SPIN runs over every model: only its punctuators
 * are its own, and what a C compiler would warn of is allowed.
 */
final class PromelaDialect implements Dialect {
  private static final Set<String> IGNORED = Set.of("line", "ident");

  private static final Punctuators PUNCTUATORS =
      new Punctuators(
          "<->", "...", "->", "::", "..", "==", "!=", "<=", ">=", "<<", ">>", "&&", "||", "++",
          "--", "!!", "??", "##", "/\\", "\\/", "[", "]", "(", ")", "{", "}", ".", "&", "*", "+",
          "-", "~", "!", "/", "%", "<", ">", "^", "|", "?", ":", ";", "=", ",", "#", "@");

  @Override
  public Punctuators punctuators() {
    return PUNCTUATORS;
  }

  @Override
  public boolean dotsInNumbers() {
    return false;
  }

  @Override
  public boolean mayRedefine() {
    return true;
  }

  @Override
  public boolean ignores(Token directive) {
    return directive.kind() == Token.Kind.NUMBER || IGNORED.contains(directive.text());
  }

  /** A preprocessed token as Promela reads it. */
  static Token read(Token token, Diagnostics diagnostics) {
    return switch (token.kind()) {
      case CHARACTER -> {
        String text = CharacterText.unquote(token.text());
        String known = text == null ? token.text().substring(2) : text;
        yield token.as(Token.Kind.NUMBER, known.isEmpty() ? "0" : "" + (int) known.charAt(0));
      }
      case PUNCTUATOR ->
          switch (token.text()) {
            case "/\\" -> token.as(Token.Kind.PUNCTUATOR, "&&");
            case "\\/" -> token.as(Token.Kind.PUNCTUATOR, "||");
            default -> token;
          };
      case OTHER -> {
        if (token.text().startsWith("\"") || token.text().startsWith("'")) {
          diagnostics.error(
              token.span(), "this text does not end", "close it with " + token.text().charAt(0));
        }
        yield token;
      }
      case IDENTIFIER, NUMBER, STRING, END -> token;
    };
  }
}
