// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.source.preprocess;

import dev.fencepost.budget.Budget;
import dev.fencepost.source.Diagnostics;
import dev.fencepost.source.SourceSpan;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Replaces macros in a run of tokens. A stack of replacements is being read; while one is on it its
 * macro is not expanded again, and a name met meanwhile is painted for good.
 */
final class MacroExpander {
  /** A file that expands to more is taken for a mistake. */
  static final int MOST_TOKENS = 1_000_000;

  private final Map<String, Macro> macros = new HashMap<>();
  private final Set<String> disabled = new HashSet<>();
  private final Dialect dialect;
  private final Diagnostics diagnostics;
  private final AskedNames asked;
  private int produced;

  MacroExpander(Dialect dialect, Diagnostics diagnostics, AskedNames asked) {
    this.dialect = dialect;
    this.diagnostics = diagnostics;
    this.asked = asked;
  }

  boolean isDefined(String name) {
    return macros.containsKey(name) || name.equals("__LINE__") || name.equals("__FILE__");
  }

  @Nullable Macro find(String name) {
    return macros.get(name);
  }

  void define(Macro macro) {
    macros.put(macro.name(), macro);
  }

  void undefine(String name) {
    macros.remove(name);
  }

  /** A run of tokens that is being read, and the macro it replaces, or null. */
  private static final class Reading {
    final List<Token> tokens;
    final @Nullable Macro macro;
    int next;

    Reading(List<Token> tokens, @Nullable Macro macro) {
      this.tokens = tokens;
      this.macro = macro;
    }
  }

  List<Token> expand(List<Token> tokens) {
    List<Token> result = new ArrayList<>(tokens.size());
    Deque<Reading> stack = new ArrayDeque<>();
    stack.push(new Reading(tokens, null));
    boolean space = false;
    for (Token read = next(stack); read != null; read = next(stack)) {
      Token token = read.withSpace(read.space() || space);
      if (!token.isIdentifier() || token.painted() || !expandOne(token, stack)) {
        result.add(token);
        count(token);
        space = false;
      } else {
        space = token.space() && !stack.isEmpty() && stack.peek().tokens.isEmpty();
      }
    }
    return result;
  }

  private @Nullable Token next(Deque<Reading> stack) {
    while (!stack.isEmpty()) {
      Reading top = stack.peek();
      if (top.next < top.tokens.size()) {
        Token token = top.tokens.get(top.next++);
        return token.isIdentifier() && disabled.contains(token.text()) ? token.paint() : token;
      }
      pop(stack);
    }
    return null;
  }

  private void pop(Deque<Reading> stack) {
    Reading done = stack.pop();
    if (done.macro != null) {
      disabled.remove(done.macro.name());
    }
  }

  /** Whether the token was a macro's name; its replacement is then on the stack. */
  private boolean expandOne(Token name, Deque<Reading> stack) {
    Macro macro = macros.get(name.text());
    if (macro == null) {
      return expandBuiltIn(name, stack);
    }
    asked.ask(name.text());
    if (!macro.isFunctionLike()) {
      push(stack, macro, substitute(macro, List.of(), name.span(), name.space()));
      return true;
    }
    if (!isCallNext(stack)) {
      return false;
    }
    next(stack);
    Token[] close = new Token[1];
    List<List<Token>> arguments = arguments(macro, stack, close);
    if (close[0] == null) {
      diagnostics.error(name.span(), "the call of macro '" + name.text() + "' is never closed", "");
      return true;
    }
    SourceSpan use = Token.cover(name.span(), close[0].span());
    List<List<Token>> fitted = fit(macro, arguments, use);
    if (fitted != null) {
      push(stack, macro, substitute(macro, fitted, use, name.space()));
    }
    return true;
  }

  private boolean expandBuiltIn(Token name, Deque<Reading> stack) {
    Token value =
        switch (name.text()) {
          case "__LINE__" ->
              Token.make(Token.Kind.NUMBER, Integer.toString(name.span().line()), name.span());
          case "__FILE__" ->
              Token.make(Token.Kind.STRING, '"' + escape(name.span().file()) + '"', name.span());
          default -> null;
        };
    if (value != null) {
      stack.push(new Reading(List.of(value.withSpace(name.space())), null));
    }
    return value != null;
  }

  private void push(Deque<Reading> stack, Macro macro, List<Token> replacement) {
    disabled.add(macro.name());
    stack.push(new Reading(replacement, macro));
  }

  /** Whether the next token to be read is an opening parenthesis; leaves replacements it ends. */
  private boolean isCallNext(Deque<Reading> stack) {
    for (Reading reading : stack) {
      if (reading.next < reading.tokens.size()) {
        return reading.tokens.get(reading.next).is("(");
      }
    }
    return false;
  }

  /** Reads to the closing parenthesis, which goes to {@code close}. */
  private List<List<Token>> arguments(Macro macro, Deque<Reading> stack, Token[] close) {
    int most = macro.variadic() ? macro.parameters().size() : Integer.MAX_VALUE;
    List<List<Token>> arguments = new ArrayList<>();
    List<Token> current = new ArrayList<>();
    int depth = 0;
    for (Token token = next(stack); token != null; token = next(stack)) {
      if (depth == 0 && token.is(")")) {
        arguments.add(current);
        close[0] = token;
        return arguments;
      }
      if (depth == 0 && token.is(",") && arguments.size() + 1 < most) {
        arguments.add(current);
        current = new ArrayList<>();
      } else {
        depth += token.is("(") ? 1 : token.is(")") ? -1 : 0;
        current.add(token);
        count(token);
      }
    }
    return arguments;
  }

  /** One argument for each parameter, or null after a complaint. */
  private @Nullable List<List<Token>> fit(
      Macro macro, List<List<Token>> arguments, SourceSpan use) {
    int wanted = macro.parameters().size();
    List<List<Token>> given = new ArrayList<>(arguments);
    if (wanted == 0 && given.size() == 1 && given.getFirst().isEmpty()) {
      given.clear();
    }
    if (macro.variadic() && given.size() < wanted) {
      given.add(List.of());
    }
    if (given.size() != wanted) {
      diagnostics.error(
          use,
          "macro '%s' takes %d arguments, not %d".formatted(macro.name(), wanted, given.size()));
      return null;
    }
    return given;
  }

  private List<Token> substitute(
      Macro macro, List<List<Token>> arguments, SourceSpan use, boolean space) {
    List<Token> result = new ArrayList<>();
    List<Token> body = macro.body();
    for (int i = 0; i < body.size(); i++) {
      Token token = body.get(i);
      boolean pastesNext = i + 1 < body.size() && body.get(i + 1).is("##");
      int parameter = parameter(macro, token);
      if (token.is("##") && i > 0 && i + 1 < body.size()) {
        i++;
        int right = parameter(macro, body.get(i));
        List<Token> operand = right < 0 ? List.of(body.get(i).withSpan(use)) : arguments.get(right);
        boolean none = operand.isEmpty() && right == macro.furtherArguments();
        if (none && !result.isEmpty() && result.getLast().is(",")) {
          result.removeLast();
        }
        paste(result, operand, use);
      } else if (token.is("#")
          && macro.isFunctionLike()
          && i + 1 < body.size()
          && parameter(macro, body.get(i + 1)) >= 0) {
        i++;
        List<Token> argument = arguments.get(parameter(macro, body.get(i)));
        Token text = Token.make(Token.Kind.STRING, quote(argument), use);
        result.add(text.withSpace(token.space()));
      } else if (parameter >= 0) {
        List<Token> argument = arguments.get(parameter);
        List<Token> inserted = placeholder(pastesNext ? argument : expandArgument(argument), use);
        for (int k = 0; k < inserted.size(); k++) {
          result.add(k == 0 ? inserted.get(k).withSpace(token.space()) : inserted.get(k));
        }
      } else {
        result.add(token.withSpan(use));
      }
      count(token);
    }
    if (!result.isEmpty()) {
      result.set(0, result.getFirst().withSpace(space));
    }
    return withoutPlaceholders(result);
  }

  /** A space before what is left out stands before the next token. */
  private static List<Token> withoutPlaceholders(List<Token> tokens) {
    List<Token> result = new ArrayList<>(tokens.size());
    boolean space = false;
    for (Token token : tokens) {
      space |= token.space();
      if (token.kind() != Token.Kind.OTHER || !token.text().isEmpty()) {
        result.add(token.withSpace(space));
        space = false;
      }
    }
    return result;
  }

  private List<Token> expandArgument(List<Token> argument) {
    for (Token token : argument) {
      if (token.isIdentifier() && isDefined(token.text())) {
        return expand(argument);
      }
    }
    return argument;
  }

  /** An empty argument stands for a token without text. */
  private static List<Token> placeholder(List<Token> argument, SourceSpan use) {
    return argument.isEmpty() ? List.of(Token.make(Token.Kind.OTHER, "", use)) : argument;
  }

  private void paste(List<Token> result, List<Token> operand, SourceSpan use) {
    if (operand.isEmpty()) {
      return;
    }
    Token left = result.isEmpty() ? Token.make(Token.Kind.OTHER, "", use) : result.removeLast();
    String text = left.text() + operand.getFirst().text();
    List<Token> pasted =
        text.isEmpty() ? List.of() : Lexer.tokens("", text, dialect, new Diagnostics());
    if (left.is(",") && !text.equals(",")) {
      result.add(left);
      result.addAll(operand);
      return;
    }
    if (!text.isEmpty() && pasted.size() != 1) {
      diagnostics.error(use, "'##' makes no token of '" + text + "'");
      return;
    }
    result.add(
        text.isEmpty()
            ? Token.make(Token.Kind.OTHER, "", use)
            : pasted.getFirst().withSpan(use).withSpace(left.space()));
    result.addAll(operand.subList(1, operand.size()));
  }

  /** The literal that spells an argument: literals in it are escaped. */
  private static String quote(List<Token> argument) {
    List<Token> escaped = new ArrayList<>();
    for (Token token : argument) {
      boolean literal = token.kind() == Token.Kind.STRING || token.kind() == Token.Kind.CHARACTER;
      escaped.add(literal ? token.as(token.kind(), escape(token.text())) : token);
    }
    return '"' + Preprocessor.spell(escaped) + '"';
  }

  private static String escape(String text) {
    return text.replace("\\", "\\\\").replace("\"", "\\\"");
  }

  private static int parameter(Macro macro, Token token) {
    return macro.isFunctionLike() && token.isIdentifier()
        ? macro.parameters().indexOf(token.text())
        : -1;
  }

  private void count(Token token) {
    Budget.ask();
    produced++;
    if (produced > MOST_TOKENS) {
      throw diagnostics.fatal(
          token.span(), "the macros expand to more than " + MOST_TOKENS + " tokens");
    }
  }
}
