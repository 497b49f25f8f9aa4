// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.packets;

import dev.fencepost.source.InvalidInputException;
import dev.fencepost.source.SourceText;
import dev.fencepost.source.TextRange;
import dev.fencepost.source.TextScanner;
import java.util.List;

/**
 * Which words of the language the bodies use: what is generated for a word makes states differ, so
 * that it is left out where nobody asks for it.
 */
final class WordUse {
  private WordUse() {}

  /** Whether a body of some kind, hook, function or mutator has this word before a bracket. */
  static boolean in(Collector collector, String word) {
    List<TextRange> bodies = collector.bodiesOutsideOfKinds();
    collector.kinds().forEach(kind -> bodies.add(kind.body()));
    return bodies.stream().anyMatch(body -> has(collector.source(), body, word));
  }

  private static boolean has(SourceText source, TextRange body, String word) {
    try {
      TextScanner tokens = TextScanner.of(source, body, PacketsParser.LEXICON);
      while (!tokens.atEnd()) {
        if (tokens.take().is(word) && tokens.at("(")) {
          return true;
        }
      }
      return false;
    } catch (InvalidInputException e) {
      throw new IllegalStateException("a body was read already", e);
    }
  }
}
