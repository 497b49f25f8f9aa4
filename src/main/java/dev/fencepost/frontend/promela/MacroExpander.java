// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.promela;

import dev.fencepost.source.SourceSpan;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Replaces the names of macros by their bodies. A macro is not replaced inside its own body. */
final class MacroExpander {
  private static final int MOST_TOKENS = 10_000_000;

  private final Map<String, Macro> macros = new HashMap<>();
  private final Diagnostics diagnostics;
  private int produced;

  MacroExpander(Diagnostics diagnostics) {
    this.diagnostics = diagnostics;
  }

  void define(Macro macro) {
    macros.put(macro.name(), macro);
  }

  void undefine(String name) {
    macros.remove(name);
  }

  boolean isDefined(String name) {
    return macros.containsKey(name);
  }

  List<Token> expand(List<Token> line) {
    return expand(line, new HashSet<>());
  }

  private List<Token> expand(List<Token> line, Set<String> inside) {
    Deque<Token> input = new ArrayDeque<>(line);
    List<Token> output = new ArrayList<>();
    while (!input.isEmpty()) {
      Token token = input.pop();
      if (token.kind() == Token.Kind.LEAVE) {
        inside.remove(token.text());
        continue;
      }
      Macro macro = token.isName() ? macros.get(token.text()) : null;
      if (macro == null || inside.contains(token.text())) {
        output.add(token);
        continue;
      }
      if (macro.parameters().isEmpty()) {
        push(input, macro, macro.body(), token.span());
        inside.add(macro.name());
      } else if (nextIs(input, "(")) {
        List<List<Token>> arguments = arguments(input, token, inside);
        push(input, macro, substitute(macro, arguments, token, inside), token.span());
        inside.add(macro.name());
      } else {
        output.add(token);
      }
    }
    return output;
  }

  private void push(Deque<Token> input, Macro macro, List<Token> body, SourceSpan place) {
    input.push(new Token(Token.Kind.LEAVE, macro.name(), place, false));
    for (int i = body.size() - 1; i >= 0; i--) {
      input.push(body.get(i).at(place));
    }
    produced += body.size();
    if (produced > MOST_TOKENS) {
      throw diagnostics.fatal(place, "the macros expand to more than " + MOST_TOKENS + " tokens");
    }
  }

  private static boolean nextIs(Deque<Token> input, String punctuator) {
    for (Token token : input) {
      if (token.kind() != Token.Kind.LEAVE) {
        return token.is(punctuator);
      }
    }
    return false;
  }

  private List<List<Token>> arguments(Deque<Token> input, Token name, Set<String> inside) {
    List<List<Token>> arguments = new ArrayList<>();
    List<Token> argument = new ArrayList<>();
    int depth = 0;
    while (!input.isEmpty()) {
      Token token = input.pop();
      if (token.kind() == Token.Kind.LEAVE) {
        inside.remove(token.text());
        continue;
      }
      depth += token.is("(") ? 1 : token.is(")") ? -1 : 0;
      if (depth == 0) {
        arguments.add(argument);
        return arguments;
      }
      if (depth == 1 && token.is(",")) {
        arguments.add(argument);
        argument = new ArrayList<>();
      } else if (depth > 1 || !token.is("(")) {
        argument.add(token);
      }
    }
    throw diagnostics.fatal(name.span(), "the arguments of macro '" + name.text() + "' do not end");
  }

  private List<Token> substitute(
      Macro macro, List<List<Token>> arguments, Token name, Set<String> inside) {
    List<String> parameters = macro.parameters().orElseThrow();
    boolean none = parameters.isEmpty() && arguments.size() == 1 && arguments.getFirst().isEmpty();
    if (!none && arguments.size() != parameters.size()) {
      throw diagnostics.fatal(
          name.span(),
          "macro '"
              + name.text()
              + "' takes "
              + parameters.size()
              + " arguments, not "
              + arguments.size());
    }
    List<Token> result = new ArrayList<>();
    List<Token> body = macro.body();
    for (int i = 0; i < body.size(); i++) {
      Token token = body.get(i);
      int parameter = token.isName() ? parameters.indexOf(token.text()) : -1;
      boolean pasted =
          i > 0 && body.get(i - 1).is("##") || i + 1 < body.size() && body.get(i + 1).is("##");
      if (token.is("#") && i + 1 < body.size() && parameters.contains(body.get(i + 1).text())) {
        result.add(stringOf(arguments.get(parameters.indexOf(body.get(++i).text())), token));
      } else if (parameter < 0) {
        result.add(token);
      } else if (pasted) {
        result.addAll(arguments.get(parameter));
      } else {
        result.addAll(expand(arguments.get(parameter), new HashSet<>(inside)));
      }
    }
    return paste(result);
  }

  private static Token stringOf(List<Token> argument, Token place) {
    return new Token(Token.Kind.STRING, "\"" + spell(argument) + "\"", place.span(), true);
  }

  static String spell(List<Token> tokens) {
    StringBuilder text = new StringBuilder();
    for (Token token : tokens) {
      text.append(token.space() && !text.isEmpty() ? " " : "").append(token.text());
    }
    return text.toString();
  }

  private List<Token> paste(List<Token> tokens) {
    if (tokens.stream().noneMatch(token -> token.is("##"))) {
      return tokens;
    }
    List<Token> result = new ArrayList<>();
    for (int i = 0; i < tokens.size(); i++) {
      boolean joins = tokens.get(i).is("##") && !result.isEmpty() && i + 1 < tokens.size();
      if (!joins) {
        result.add(tokens.get(i));
        continue;
      }
      Token left = result.removeLast();
      String joined = left.text() + tokens.get(++i).text();
      List<Token> read = Lexer.tokens(left.span().file(), joined, diagnostics);
      result.addAll(read.subList(0, read.size() - 1));
    }
    return result;
  }
}
