// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.source.preprocess;

import dev.fencepost.source.Diagnostics;
import dev.fencepost.source.Punctuators;
import dev.fencepost.source.SourceSpan;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;

/** The peculiarities of a preprocessed language. */
public interface Dialect {

  Punctuators punctuators();

  /**
   * Whether a number may have dots and signed exponents, as in C. Where not, {@code 1..5} is three
   * tokens.
   */
  boolean dotsInNumbers();

  /** Whether a macro may be defined again with another meaning, which then counts. */
  default boolean mayRedefine() {
    return false;
  }

  /** Whether an unknown directive says nothing that matters. */
  default boolean ignores(Token directive) {
    return false;
  }

  /** Macros that are always defined, with their values. */
  default SequencedMap<String, String> predefined() {
    return new LinkedHashMap<>();
  }

  /** What is read before each text. */
  default Optional<TokenLines> prelude() {
    return Optional.empty();
  }

  /** What to do about a header that is not there; empty where nothing is known of it. */
  default String missing(String header) {
    return "";
  }

  /** A header that is built in. */
  default Optional<TokenLines> header(String name) {
    return Optional.empty();
  }

  /**
   * The tokens that a {@code #pragma} stands for.
   *
   * @param place all of it
   * @param words what follows the word {@code pragma}
   */
  default List<Token> pragma(SourceSpan place, List<Token> words, Diagnostics diagnostics) {
    return List.of();
  }
}
