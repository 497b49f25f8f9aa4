// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.source;

/**
 * How a small language is cut into lexemes. Words are letters, digits and underscores and begin
 * with no digit; numbers begin with one.
 *
 * @param runs whether all is words, which extend to the next white space or quote
 * @param inWords the characters that may also stand inside a word, before a letter or digit
 * @param quotes the characters that enclose a quoted text
 * @param comments whether {@code //} and {@code /*} begin comments
 * @param signs the signs of several characters, and where {@code closed} those of one
 * @param closed whether any other character is an error, and not a sign of its own
 */
public record Lexicon(
    boolean runs,
    String inWords,
    String quotes,
    boolean comments,
    Punctuators signs,
    boolean closed) {

  /** A language of words, numbers and signs. */
  public static Lexicon of(String... signs) {
    return new Lexicon(false, "", "", false, new Punctuators(signs), false);
  }

  /** A language of words with white space between them, and quoted texts. */
  public static Lexicon ofRuns() {
    return new Lexicon(true, "", "\"", false, new Punctuators(), false);
  }

  public Lexicon inWords(String characters) {
    return new Lexicon(runs, characters, quotes, comments, signs, closed);
  }

  public Lexicon quotes(String characters) {
    return new Lexicon(runs, inWords, characters, comments, signs, closed);
  }

  public Lexicon withComments() {
    return new Lexicon(runs, inWords, quotes, true, signs, closed);
  }

  /** The language without signs other than those listed. */
  public Lexicon close() {
    return new Lexicon(runs, inWords, quotes, comments, signs, true);
  }
}
