// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.source;

/**
 * How a small language is cut into lexemes. Words are letters, digits and underscores and begin
 * with no digit; numbers begin with one.
 *
 * @param inWords the characters that may also stand inside a word, before a letter or digit
 * @param quotes the characters that enclose a quoted text
 * @param comments whether {@code //} and {@code /*} begin comments
 * @param signs the signs of several characters, and where {@code closed} those of one
 * @param closed whether any other character is an error, and not a sign of its own
 */
public record Lexicon(
    String inWords, String quotes, boolean comments, Punctuators signs, boolean closed) {

  /** A language of words, numbers and signs. */
  public static Lexicon of(String... signs) {
    return new Lexicon("", "", false, new Punctuators(signs), false);
  }

  public Lexicon inWords(String characters) {
    return new Lexicon(characters, quotes, comments, signs, closed);
  }

  public Lexicon quotes(String characters) {
    return new Lexicon(inWords, characters, comments, signs, closed);
  }

  public Lexicon withComments() {
    return new Lexicon(inWords, quotes, true, signs, closed);
  }

  /** The language without signs other than those listed. */
  public Lexicon close() {
    return new Lexicon(inWords, quotes, comments, signs, true);
  }
}
