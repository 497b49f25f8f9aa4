// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.source.preprocess;

import dev.fencepost.budget.Budget;
import dev.fencepost.source.Diagnostics;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.source.SourceSpan;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The preprocessor of C, which other languages use too: a text and its headers in, the tokens of
 * the language out. What a language has of its own is its {@link Dialect}.
 */
public final class Preprocessor {
  private static final int DEEPEST_INCLUDE = 64;
  private static final Set<String> CONDITIONS = Set.of("if", "ifdef", "ifndef", "elif");

  private final SourceUnit source;
  private final Dialect dialect;
  private final Diagnostics diagnostics;
  private final SourceTexts texts;
  private final MacroExpander macros;
  private final Set<String> once = new HashSet<>();
  private final Set<String> headers = new HashSet<>();
  private final List<Token> output = new ArrayList<>();
  private int includeDepth;

  public Preprocessor(
      SourceUnit source, Dialect dialect, SourceTexts texts, Diagnostics diagnostics) {
    this.source = source;
    this.dialect = dialect;
    this.texts = texts;
    this.diagnostics = diagnostics;
    this.macros = new MacroExpander(dialect, diagnostics, source.asked());
  }

  /** The tokens of the whole text, without new lines; the last is {@code END}. */
  public List<Token> run() {
    try {
      predefine();
      dialect.prelude().ifPresent(this::file);
      file(lines(source.fileName(), source.text()));
    } catch (Diagnostics.Abort alreadyReported) {
      output.clear();
    }
    SourceSpan end = output.isEmpty() ? start(source.fileName()) : output.getLast().span();
    output.add(Token.make(Token.Kind.END, "", end));
    return output;
  }

  /** The base names of the headers that were included. */
  public Set<String> headers() {
    return headers;
  }

  /** What a macro expands to at the end of the text; empty where there is none. */
  public Optional<List<Token>> expansion(String macro) {
    source.asked().ask(macro);
    SourceSpan span = start(source.fileName());
    return macros.isDefined(macro)
        ? Optional.of(macros.expand(List.of(Token.make(Token.Kind.IDENTIFIER, macro, span))))
        : Optional.empty();
  }

  /** The tokens of a text in quotes, all of one place, with the macros of the end of the file. */
  public List<Token> tokens(String text, SourceSpan place) {
    List<Token> read =
        Lexer.tokens(place.file(), text, dialect, diagnostics).stream()
            .map(token -> token.withSpan(place))
            .toList();
    List<Token> expanded = new ArrayList<>(macros.expand(read));
    expanded.add(Token.make(Token.Kind.END, "", place));
    return expanded;
  }

  private static SourceSpan start(String file) {
    return SourceSpan.at(file, 1, 1, 0);
  }

  private void predefine() {
    for (Map.Entry<String, String> define : source.defines().entrySet()) {
      predefine(define.getKey(), define.getValue());
    }
    dialect.predefined().forEach(this::predefine);
  }

  private void predefine(String name, String value) {
    String place = "-D " + name;
    List<Token> tokens = Lexer.tokens(place, name, dialect, diagnostics);
    List<Token> body = Lexer.tokens(place, value, dialect, diagnostics);
    if (tokens.size() > 1 && tokens.getFirst().isIdentifier() && tokens.getLast().is(")")) {
      tokens.addAll(body);
      new MacroDefinition(tokens, diagnostics).read().ifPresent(macros::define);
      return;
    }
    if (tokens.size() != 1 || !tokens.getFirst().isIdentifier()) {
      diagnostics.error(
          SourceSpan.NONE, "'" + name + "' cannot be defined: it is no name", "use -D NAME=value");
      return;
    }
    macros.define(new Macro(name, false, List.of(), false, body));
  }

  private TokenLines lines(String name, String rawText) {
    String text = rawText.indexOf('\r') < 0 ? rawText : rawText.replace("\r\n", "\n");
    texts.add(name, text);
    return new Lexer(name, text, dialect, diagnostics);
  }

  /** Reads one file; runs of lines between directives are expanded as a whole. */
  private void file(TokenLines lines) {
    Conditionals conditionals = new Conditionals(diagnostics);
    List<Token> run = new ArrayList<>();
    for (List<Token> line = lines.next(false);
        line != null;
        line = lines.next(!conditionals.isActive())) {
      Budget.ask();
      if (!line.isEmpty() && line.getFirst().is("#")) {
        output.addAll(macros.expand(run));
        run.clear();
        directive(line, conditionals);
      } else if (conditionals.isActive()) {
        run.addAll(line);
      }
    }
    output.addAll(macros.expand(run));
    conditionals.finish();
  }

  private void directive(List<Token> line, Conditionals conditionals) {
    if (line.size() == 1) {
      return;
    }
    Token word = line.get(1);
    List<Token> rest = line.subList(2, line.size());
    boolean active = conditionals.isActive();
    note(word, rest);
    switch (word.text()) {
      case "if" -> conditionals.open(word, active && holds(word, rest));
      case "ifdef" -> conditionals.open(word, active && isNameDefined(word, rest));
      case "ifndef" -> conditionals.open(word, active && !isNameDefined(word, rest));
      case "elif" -> conditionals.elseIf(word, () -> holds(word, rest));
      case "else" -> conditionals.otherwise(word);
      case "endif" -> conditionals.close(word);
      default -> {
        if (active) {
          activeDirective(word, rest);
        }
      }
    }
  }

  /** Notes the names in a condition, whether or not it is evaluated. */
  private void note(Token word, List<Token> rest) {
    if (CONDITIONS.contains(word.text())) {
      rest.stream().filter(Token::isIdentifier).map(Token::text).forEach(source.asked()::skip);
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
      case "error" -> {
        SourceSpan span = cover(word, rest);
        diagnostics.error(span, "#error " + spell(rest));
      }
      case "warning" -> {}
      case "pragma" -> pragma(word, rest);
      default -> {
        if (!dialect.ignores(word)) {
          diagnostics.error(word.span(), "there is no directive '#" + word.text() + "'");
        }
      }
    }
  }

  private boolean holds(Token word, List<Token> rest) {
    List<Token> expression = new ArrayList<>();
    for (int i = 0; i < rest.size(); i++) {
      Token token = rest.get(i);
      if (token.isIdentifier()) {
        source.asked().ask(token.text());
      }
      if (!token.is("defined")) {
        expression.add(token);
        continue;
      }
      boolean parenthesis = i + 1 < rest.size() && rest.get(i + 1).is("(");
      int name = parenthesis ? i + 2 : i + 1;
      boolean closed = !parenthesis || name + 1 < rest.size() && rest.get(name + 1).is(")");
      if (name >= rest.size() || !rest.get(name).isIdentifier() || !closed) {
        diagnostics.error(token.span(), "'defined' wants the name of a macro");
        return false;
      }
      source.asked().ask(rest.get(name).text());
      String value = macros.isDefined(rest.get(name).text()) ? "1" : "0";
      expression.add(Token.make(Token.Kind.NUMBER, value, token.span()));
      i = parenthesis ? name + 1 : name;
    }
    return new ConditionEvaluator(macros.expand(expression), word.span(), diagnostics).holds();
  }

  private boolean isNameDefined(Token word, List<Token> rest) {
    if (!isName(word, rest)) {
      return false;
    }
    source.asked().ask(rest.getFirst().text());
    return macros.isDefined(rest.getFirst().text());
  }

  private boolean isName(Token word, List<Token> rest) {
    if (rest.isEmpty() || !rest.getFirst().isIdentifier()) {
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
    if (name.text().equals("defined") || name.text().startsWith("__FENCEPOST")) {
      diagnostics.error(name.span(), "'" + name.text() + "' cannot be defined");
      return;
    }
    Optional<Macro> macro = new MacroDefinition(rest, diagnostics).read();
    if (macro.isEmpty()) {
      return;
    }
    Macro before = macros.find(name.text());
    if (before != null && !dialect.mayRedefine() && !before.sameAs(macro.get())) {
      diagnostics.error(
          name.span(),
          "macro '" + name.text() + "' is defined again with another meaning",
          "#undef it first, or guard the definition with #ifndef");
    }
    macros.define(macro.get());
  }

  private void pragma(Token word, List<Token> rest) {
    if (!rest.isEmpty() && rest.getFirst().is("once")) {
      once.add(word.span().file());
    } else {
      output.addAll(dialect.pragma(cover(word, rest), rest, diagnostics));
    }
  }

  private void include(Token word, List<Token> rest) {
    List<Token> operand = rest;
    if (!operand.isEmpty() && operand.getFirst().isIdentifier()) {
      operand = macros.expand(rest);
    }
    boolean quoted = operand.size() == 1 && operand.getFirst().kind() == Token.Kind.STRING;
    boolean angled = operand.size() > 2 && operand.getFirst().is("<") && operand.getLast().is(">");
    if (!quoted && !angled) {
      diagnostics.error(
          word.span(), "#include wants a header", "write #include \"file.h\" or <file.h>");
      return;
    }
    String spelled = spell(operand);
    String header = spelled.substring(1, spelled.length() - 1);
    headers.add(header.substring(header.lastIndexOf('/') + 1));
    SourceSpan span = cover(word, rest);
    if (includeDepth == DEEPEST_INCLUDE) {
      throw diagnostics.fatal(span, "headers include one another without end", "add #pragma once");
    }
    includeDepth++;
    try {
      if (!read(header, span, quoted)) {
        diagnostics.error(
            span,
            "the header '" + header + "' was not found",
            dialect.missing(header).isEmpty()
                ? "headers are looked for beside the including file, beside the source, in the"
                    + " folders of -I, and in the library"
                : dialect.missing(header));
      }
    } catch (InvalidInputException e) {
      e.diagnostics()
          .forEach(problem -> diagnostics.error(span, problem.message(), problem.hint()));
    }
    includeDepth--;
  }

  /** Reads a header; what stands in quotes may hide a standard header. Whether it was found. */
  private boolean read(String header, SourceSpan span, boolean quoted)
      throws InvalidInputException {
    if (header.chars().anyMatch(c -> c < ' ')) {
      return false;
    }
    Optional<TokenLines> standard = dialect.header(header);
    Optional<IncludeResolver.Included> own =
        quoted || standard.isEmpty()
            ? source.includes().find(header, span.file(), quoted)
            : Optional.empty();
    if (own.isPresent()) {
      if (!once.contains(own.get().fileName())) {
        file(lines(own.get().fileName(), own.get().text()));
      }
    } else if (standard.isPresent() && once.add("<" + header + ">")) {
      file(standard.get());
    }
    return own.isPresent() || standard.isPresent();
  }

  private static SourceSpan cover(Token word, List<Token> rest) {
    return rest.isEmpty() ? word.span() : Token.cover(word.span(), rest.getLast().span());
  }

  /** The tokens as they were written, on one line. */
  public static String spell(List<Token> tokens) {
    StringBuilder text = new StringBuilder();
    for (Token token : tokens) {
      text.append(token.space() && !text.isEmpty() ? " " : "").append(token.text());
    }
    return text.toString();
  }
}
