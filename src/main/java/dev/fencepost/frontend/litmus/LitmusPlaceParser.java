// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.litmus;

import dev.fencepost.source.InvalidInputException;
import dev.fencepost.source.Lexeme;
import dev.fencepost.source.Lexicon;
import dev.fencepost.source.TextScanner;
import java.util.Optional;

/**
 * Reads {@code x}, {@code [x]}, {@code a[1]}, {@code 0:EAX} and the old {@code P0:EAX}; behind a
 * variable, {@code x@P1}, the thread that observes it; {@code %a}, a register of whichever thread
 * has it.
 */
record LitmusPlaceParser(CpuDialect dialect) {
  /** The words of init sections and conditions. */
  static final Lexicon LEXICON =
      Lexicon.of("/\\", "\\/", "=>", "==", "!=", "<=", ">=", "<<").inWords(".");

  private static final int LARGEST_INDEX = 9999;

  LitmusPlace parse(TextScanner tokens) throws InvalidInputException {
    if (tokens.peek(1).is(":")) {
      int thread = threadNumber(tokens);
      tokens.expect(":");
      return register(tokens, thread);
    }
    if (tokens.at("%")) {
      return register(tokens, LitmusPlace.Register.ANY);
    }
    if (tokens.accept("[")) {
      String name = variableName(tokens);
      tokens.expect("]");
      return new LitmusPlace.Variable(name, observer(tokens));
    }
    tokens.accept("*");
    String name = variableName(tokens);
    return new LitmusPlace.Variable(name, observer(tokens));
  }

  private static int observer(TextScanner tokens) throws InvalidInputException {
    return tokens.accept("@") ? threadNumber(tokens) : LitmusPlace.Variable.ANY;
  }

  String variableName(TextScanner tokens) throws InvalidInputException {
    String name = tokens.word("a variable or a register").text();
    if (tokens.accept("[")) {
      Lexeme index = tokens.peek();
      long value = tokens.number("an index");
      if (value < 0 || value > LARGEST_INDEX) {
        throw TextScanner.error(index, "an index is from 0 to " + LARGEST_INDEX, "");
      }
      name += "[" + value + "]";
      tokens.expect("]");
    }
    return name;
  }

  private LitmusPlace register(TextScanner tokens, int thread) throws InvalidInputException {
    String sign = tokens.accept("%") ? "%" : "";
    Lexeme name = tokens.take();
    Optional<String> register =
        dialect.register(name.text()).or(() -> dialect.register(sign + name.text()));
    if (register.isEmpty()) {
      throw TextScanner.error(name, name.shown() + " is no register of " + dialect.name(), "");
    }
    return new LitmusPlace.Register(thread, register.get(), dialect.rank(register.get()));
  }

  private static int threadNumber(TextScanner tokens) throws InvalidInputException {
    String text = tokens.peek().text();
    String digits = text.startsWith("P") ? text.substring(1) : text;
    if (!digits.matches("[0-9]{1,4}")) {
      throw tokens.expected("a thread's number");
    }
    tokens.take();
    return Integer.parseInt(digits);
  }
}
