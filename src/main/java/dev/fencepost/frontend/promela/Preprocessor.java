// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.promela;

import dev.fencepost.source.SourceSpan;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Runs the directives and expands the macros of a text, as the C preprocessor would. */
final class Preprocessor {
  private static final int DEEPEST_INCLUDE = 64;

  private final PromelaSource source;
  private final Diagnostics diagnostics;
  private final SourceTexts texts;
  private final MacroExpander macros;
  private final List<Token> output = new ArrayList<>();
  private int includeDepth;

  /** An open {@code #if}: whether its lines count, and whether any branch has counted. */
  private record Branch(Token word, boolean outer, boolean active, boolean taken) {}

  Preprocessor(PromelaSource source, SourceTexts texts, Diagnostics diagnostics) {
    this.source = source;
    this.texts = texts;
    this.diagnostics = diagnostics;
    this.macros = new MacroExpander(diagnostics);
  }

  /** The tokens of the whole text, without new lines; the last is {@code END}. */
  List<Token> run() {
    for (Map.Entry<String, String> define : source.defines().entrySet()) {
      String place = "-D " + define.getKey();
      List<Token> body = Lexer.tokens(place, define.getValue(), diagnostics);
      macros.define(new Macro(define.getKey(), Optional.empty(), body.subList(0, body.size() - 1)));
    }
    file(source.fileName(), source.text());
    SourceSpan end =
        output.isEmpty() ? SourceSpan.at(source.fileName(), 1, 1, 0) : output.getLast().span();
    output.add(new Token(Token.Kind.END, "", end, true));
    return output;
  }

  private void file(String name, String text) {
    texts.add(name, text);
    List<Token> tokens = Lexer.tokens(name, text, diagnostics);
    Deque<Branch> open = new ArrayDeque<>();
    List<Token> run = new ArrayList<>();
    int at = 0;
    while (at < tokens.size()) {
      int end = at;
      while (tokens.get(end).kind() != Token.Kind.NEWLINE) {
        end++;
      }
      List<Token> line = tokens.subList(at, end);
      if (!line.isEmpty() && line.getFirst().is("#")) {
        output.addAll(macros.expand(run));
        run.clear();
        if (line.size() > 1) {
          directive(line.get(1), line.subList(2, line.size()), open);
        }
      } else if (isActive(open)) {
        run.addAll(line);
      }
      at = end + 1;
    }
    output.addAll(macros.expand(run));
    for (Branch branch : open) {
      diagnostics.error(branch.word().span(), "this #if has no #endif");
    }
  }

  private static boolean isActive(Deque<Branch> open) {
    return open.isEmpty() || open.peek().active();
  }

  private void directive(Token word, List<Token> rest, Deque<Branch> open) {
    boolean active = isActive(open);
    switch (word.text()) {
      case "if" -> open(word, open, active && holds(word, rest));
      case "ifdef" -> open(word, open, active && isNameDefined(word, rest));
      case "ifndef" -> open(word, open, active && !isNameDefined(word, rest));
      case "elif", "else", "endif" -> otherwise(word, rest, open);
      default -> {
        if (active) {
          activeDirective(word, rest);
        }
      }
    }
  }

  private static void open(Token word, Deque<Branch> open, boolean holds) {
    open.push(new Branch(word, isActive(open), holds, holds));
  }

  private void otherwise(Token word, List<Token> rest, Deque<Branch> open) {
    if (open.isEmpty()) {
      diagnostics.error(word.span(), "this #" + word.text() + " has no #if");
      return;
    }
    Branch branch = open.pop();
    if (!word.is("endif")) {
      boolean possible = branch.outer() && !branch.taken();
      boolean holds = possible && (word.is("else") || holds(word, rest));
      open.push(new Branch(branch.word(), branch.outer(), holds, branch.taken() || holds));
    }
  }

  private void activeDirective(Token word, List<Token> rest) {
    switch (word.text()) {
      case "define" -> define(word, rest);
      case "undef" -> {
        if (isName(word, rest)) {
          macros.undefine(rest.getFirst().text());
        }
      }
      case "include" -> include(word, rest);
      case "error" -> diagnostics.error(word.span(), "#error " + MacroExpander.spell(rest));
      case "pragma", "line", "warning", "ident" -> {}
      default -> diagnostics.error(word.span(), "there is no directive '#" + word.text() + "'");
    }
  }

  private boolean isNameDefined(Token word, List<Token> rest) {
    return isName(word, rest) && macros.isDefined(rest.getFirst().text());
  }

  private boolean isName(Token word, List<Token> rest) {
    if (rest.isEmpty() || !rest.getFirst().isName()) {
      diagnostics.error(word.span(), "'#" + word.text() + "' wants the name of a macro");
      return false;
    }
    return true;
  }

  private void define(Token word, List<Token> rest) {
    if (!isName(word, rest)) {
      return;
    }
    Token name = rest.getFirst();
    boolean function = rest.size() > 1 && rest.get(1).is("(") && !rest.get(1).space();
    if (!function) {
      macros.define(new Macro(name.text(), Optional.empty(), rest.subList(1, rest.size())));
      return;
    }
    List<String> parameters = new ArrayList<>();
    int at = 2;
    while (at < rest.size() && !rest.get(at).is(")")) {
      if (rest.get(at).isName()) {
        parameters.add(rest.get(at).text());
      } else if (!rest.get(at).is(",")) {
        diagnostics.error(rest.get(at).span(), "a macro's parameters are names");
      }
      at++;
    }
    if (at == rest.size()) {
      diagnostics.error(name.span(), "the parameters of macro '" + name.text() + "' do not end");
      return;
    }
    List<Token> body = rest.subList(at + 1, rest.size());
    macros.define(new Macro(name.text(), Optional.of(parameters), body));
  }

  private void include(Token word, List<Token> rest) {
    String spelled = MacroExpander.spell(rest);
    if (spelled.length() < 3 || !(spelled.startsWith("\"") || spelled.startsWith("<"))) {
      diagnostics.error(word.span(), "#include wants a file", "write #include \"file\"");
      return;
    }
    String header = spelled.substring(1, spelled.length() - 1);
    Optional<PromelaSource.Included> found = source.includes().find(header, word.span().file());
    if (found.isEmpty()) {
      diagnostics.error(
          word.span(),
          "the file '" + header + "' was not found",
          "it is looked for beside the file that includes it");
    } else if (includeDepth == DEEPEST_INCLUDE) {
      throw diagnostics.fatal(word.span(), "files include one another without end");
    } else {
      includeDepth++;
      file(found.get().fileName(), found.get().text());
      includeDepth--;
    }
  }

  private boolean holds(Token word, List<Token> rest) {
    List<Token> expression = new ArrayList<>();
    for (int i = 0; i < rest.size(); i++) {
      Token token = rest.get(i);
      if (!token.is("defined")) {
        expression.add(token);
        continue;
      }
      boolean parenthesis = i + 1 < rest.size() && rest.get(i + 1).is("(");
      int name = parenthesis ? i + 2 : i + 1;
      if (name >= rest.size()) {
        diagnostics.error(token.span(), "'defined' wants the name of a macro");
        return false;
      }
      String value = macros.isDefined(rest.get(name).text()) ? "1" : "0";
      expression.add(new Token(Token.Kind.NUMBER, value, token.span(), true));
      i = parenthesis ? name + 1 : name;
    }
    return new ConditionEvaluator(macros.expand(expression), word.span(), diagnostics).holds();
  }
}
