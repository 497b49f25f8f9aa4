// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.c;

import dev.fencepost.source.Diagnostics;
import dev.fencepost.source.NearName;
import dev.fencepost.source.Origin;
import dev.fencepost.source.SourceSpan;
import dev.fencepost.source.preprocess.SourceTexts;
import dev.fencepost.source.preprocess.Token;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Where the checkers are: the scope and function, and who collects the errors. */
final class CheckContext {
  private final Diagnostics diagnostics;
  private final SourceTexts texts;
  private final Set<String> headers;
  private final TokenReader tokens;
  private final OptionalInt choices;
  private final Map<Function, SourceSpan> starts = new LinkedHashMap<>();
  private final FunctionPointers pointers = new FunctionPointers();
  private final CScope file = new CScope(null);
  private final Set<String> undeclared = new HashSet<>();
  private CScope scope = file;
  private @Nullable Function function;
  private long largest;
  private boolean goesBack;
  private boolean takesResults;

  /** {@code choices}: of how many values a nondeterministic one is that has no range. */
  CheckContext(
      Diagnostics diagnostics,
      SourceTexts texts,
      Set<String> headers,
      TokenReader tokens,
      OptionalInt choices) {
    this.diagnostics = diagnostics;
    this.texts = texts;
    this.headers = new HashSet<>(headers);
    this.tokens = tokens;
    this.choices = choices;
  }

  /** Reads a text that stands in quotes. */
  interface TokenReader {
    /** The tokens of the text, all of one place, with macros replaced; the last is END. */
    List<Token> read(String text, SourceSpan place);
  }

  /** The expression in a text that stands in quotes, or null where there is none. */
  @Nullable CExpression parse(String text, SourceSpan place) {
    return CParser.parseExpression(tokens.read(text, place), file.types(), diagnostics);
  }

  /** As {@link #parse}, without a complaint. */
  @Nullable CExpression parseQuietly(String text, SourceSpan place) {
    return CParser.parseExpression(tokens.read(text, place), file.types(), new Diagnostics());
  }

  /** An expression that has been complained about. */
  Typed error(SourceSpan span, String message, String hint) {
    diagnostics.error(span, message, hint);
    return new Typed.Invalid(span);
  }

  Typed error(SourceSpan span, String message) {
    return error(span, message, "");
  }

  /** The characters of a text that is an array; complains where one is not one byte. */
  String bytesOf(CExpression.Text text) {
    if (!text.bytes()) {
      error(
          text.span(),
          "a character of this text is not one byte",
          "write the bytes of characters beyond ASCII as escapes, \"\\303\\251\"");
    }
    return text.text();
  }

  /** Says once in each function that a name is not declared, unless its declaration was broken. */
  void undeclared(String name, SourceSpan span, String hint) {
    if (!diagnostics.isPoisoned(name) && undeclared.add(name)) {
      List<String> known = new ArrayList<>(scope.visible());
      known.addAll(Intrinsics.names());
      String help = hint.isEmpty() ? meant(name, known) : hint;
      diagnostics.error(span, "'" + name + "' is not declared", help);
    }
  }

  /** The name that is meant, as a hint; empty where none is near. */
  static String meant(String name, Collection<String> known) {
    return NearName.of(name, known).map(near -> "did you mean '" + near + "'?").orElse("");
  }

  /** A function that a thread starts with, or that a pointer points at. */
  void start(Function started, SourceSpan place) {
    starts.putIfAbsent(started, place);
  }

  /** Complains about functions without a body that threads start with or pointers point at. */
  void checkStarts() {
    starts.forEach(
        (started, place) -> {
          if (!started.isDefined()) {
            error(place, "the function '" + started.name() + "' has no body");
          }
        });
  }

  /** Of how many values a nondeterministic one is that has no range, where the text says so. */
  OptionalInt choices() {
    return choices;
  }

  FunctionPointers pointers() {
    return pointers;
  }

  /** What follows may use the functions of a header. */
  void include(String header) {
    headers.add(header);
  }

  boolean isIncluded(String header) {
    return headers.contains(header);
  }

  CScope scope() {
    return scope;
  }

  /** What an expression names, or null where it is no known name. */
  @Nullable CSymbol named(CExpression expression) {
    return expression instanceof CExpression.Name name ? scope.find(name.name()) : null;
  }

  CScope file() {
    return file;
  }

  void openScope() {
    scope = new CScope(scope);
  }

  void closeScope() {
    scope = scope.outer();
  }

  /** A local variable is declared in the function and block that are being checked. */
  void declareLocal(CVariable variable) {
    Objects.requireNonNull(function).addLocal(variable);
    scope.addLocal(variable);
  }

  void enter(@Nullable Function entered) {
    this.function = entered;
    undeclared.clear();
  }

  /** The function whose body is being checked, or null. */
  @Nullable Function function() {
    return function;
  }

  Origin origin(SourceSpan span) {
    return new Origin(span, texts.excerpt(span), function == null ? "" : function.name());
  }

  /** The text at a place, as it is written. */
  String written(SourceSpan span) {
    return texts.line(span);
  }

  /** A join takes the result of a thread. */
  void takeResults() {
    takesResults = true;
  }

  /** Whether threads hand over what they return. */
  boolean takesResults() {
    return takesResults;
  }

  /** A pointer is moved back by bytes. */
  void goBack() {
    goesBack = true;
  }

  /** Whether pointers are moved back by bytes. */
  boolean goesBack() {
    return goesBack;
  }

  /** A part of an object of so many cells is reached through a pointer. */
  void goInto(long cells) {
    largest = Math.max(largest, cells);
  }

  /** The cells of the largest object of which a part is reached through a pointer. */
  long largest() {
    return largest;
  }
}
