// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.source;

import dev.fencepost.budget.Budget;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** A parser's place in the lexemes of a text of a small language. */
public final class TextScanner {
  private static final int DEEPEST = 200;

  private final SourceText source;
  private final List<Lexeme> lexemes;
  private int next;
  private int depth;

  private TextScanner(SourceText source, List<Lexeme> lexemes) {
    this.source = source;
    this.lexemes = lexemes;
  }

  /** Scans a whole text. */
  public static TextScanner of(SourceText source, Lexicon lexicon) throws InvalidInputException {
    return of(source, new TextRange(0, source.text().length()), lexicon);
  }

  /** Scans a piece of a text. */
  public static TextScanner of(SourceText source, TextRange range, Lexicon lexicon)
      throws InvalidInputException {
    List<Diagnostic> problems = new ArrayList<>();
    List<Lexeme> lexemes = new LexemeReader(source, range, lexicon, problems).read();
    if (!problems.isEmpty()) {
      throw new InvalidInputException(problems);
    }
    return new TextScanner(source, lexemes);
  }

  /** Scans a whole text; what cannot be read is skipped and added to {@code problems}. */
  public static TextScanner of(SourceText source, Lexicon lexicon, List<Diagnostic> problems) {
    TextRange range = new TextRange(0, source.text().length());
    return new TextScanner(source, new LexemeReader(source, range, lexicon, problems).read());
  }

  public Lexeme peek() {
    return peek(0);
  }

  /** The lexeme {@code ahead} places on, or the end. */
  public Lexeme peek(int ahead) {
    return lexemes.get(Math.min(next + ahead, lexemes.size() - 1));
  }

  public boolean at(String text) {
    return peek().is(text);
  }

  public boolean atEnd() {
    return peek().isEnd();
  }

  /** Whether the next lexeme is the first one of its line. */
  public boolean atNewLine() {
    return next == 0 || lexemes.get(next - 1).span().line() < peek().span().line();
  }

  /** The index of the next lexeme. */
  public int position() {
    return next;
  }

  public void moveTo(int position) {
    next = Math.min(position, lexemes.size() - 1);
  }

  /** Takes the next lexeme; the end stays. */
  public Lexeme take() {
    Budget.ask();
    Lexeme lexeme = peek();
    moveTo(next + 1);
    return lexeme;
  }

  /** Takes the next lexeme if it is this one. */
  public boolean accept(String text) {
    boolean found = at(text);
    if (found) {
      take();
    }
    return found;
  }

  public Lexeme expect(String text) throws InvalidInputException {
    if (!at(text)) {
      throw expected("'" + text + "'");
    }
    return take();
  }

  /** Takes a word. */
  public Lexeme word(String wanted) throws InvalidInputException {
    if (!peek().isWord()) {
      throw expected(wanted);
    }
    return take();
  }

  /** Takes a quoted text. */
  public Lexeme quoted(String wanted) throws InvalidInputException {
    if (!peek().isQuoted()) {
      throw expected(wanted + " in quotes");
    }
    return take();
  }

  /** Takes all lexemes before the first of these, or before the end. */
  public List<Lexeme> takeUntil(String... stops) {
    int start = next;
    while (!atEnd() && Arrays.stream(stops).noneMatch(this::at)) {
      take();
    }
    return lexemes.subList(start, next);
  }

  /** Takes the rest of the text, as it is written. */
  public String rest() {
    String rest = source.text(new TextRange(peek().start(), lexemes.getLast().end())).strip();
    takeUntil();
    return rest;
  }

  /** Takes words with commas between them, at least one. */
  public List<Lexeme> words(String wanted) throws InvalidInputException {
    List<Lexeme> words = new ArrayList<>();
    do {
      words.add(word(wanted));
    } while (accept(","));
    return words;
  }

  /** Takes a number of 64 bits with its sign. */
  public long number(String wanted) throws InvalidInputException {
    return number(wanted, IntegerText::parse);
  }

  /** Takes a number with or without sign that stands for 64 bits. */
  public long bits(String wanted) throws InvalidInputException {
    return number(wanted, IntegerText::parseBits);
  }

  private long number(String wanted, Function<String, Optional<Long>> parse)
      throws InvalidInputException {
    String sign = accept("-") ? "-" : "";
    Optional<Long> number = parse.apply(sign + peek().text());
    if (peek().isQuoted() || number.isEmpty()) {
      throw expected(wanted);
    }
    take();
    return number.get();
  }

  /** Reads something. */
  @FunctionalInterface
  public interface Part<T> {
    T read() throws InvalidInputException;
  }

  /** Reads a part that may contain another of its kind; fails where they are nested too deeply. */
  public <T> T nested(Part<T> part) throws InvalidInputException {
    if (++depth > DEEPEST) {
      throw error(peek(), "this is nested too deeply", "at most " + DEEPEST + " levels");
    }
    T read = part.read();
    depth--;
    return read;
  }

  /** Takes a piece in brackets, from the opening one that comes next to its partner. */
  public TextRange block(String open, String close) throws InvalidInputException {
    Lexeme begin = expect(open);
    Lexeme last = begin;
    for (int depth = 1; depth > 0; depth += last.is(open) ? 1 : last.is(close) ? -1 : 0) {
      if (atEnd()) {
        throw error(begin, "'" + open + "' has no '" + close + "'", "");
      }
      last = take();
    }
    return new TextRange(begin.start(), last.end());
  }

  public InvalidInputException expected(String wanted) {
    return expected(wanted, "");
  }

  /** The error that something else was wanted in place of the next lexeme. */
  public InvalidInputException expected(String wanted, String hint) {
    return error(peek(), "expected " + wanted + " but found " + peek().shown(), hint);
  }

  public static InvalidInputException error(Lexeme at, String message, String hint) {
    return new InvalidInputException(new Diagnostic(at.span(), message, hint));
  }
}
