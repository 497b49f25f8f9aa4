// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.packets;

import dev.fencepost.source.InvalidInputException;
import dev.fencepost.source.Lexeme;
import dev.fencepost.source.SourceText;
import dev.fencepost.source.TextRange;
import dev.fencepost.source.TextScanner;
import java.util.ArrayList;
import java.util.List;

/** Finds the requests in bodies: {@code request kind(x)}. */
final class Requests {
  private Requests() {}

  /** A request: the word, and the kind. */
  record Request(Lexeme word, Lexeme kind) {}

  static List<Request> in(SourceText source, TextRange body) throws InvalidInputException {
    List<Request> requests = new ArrayList<>();
    TextScanner tokens = TextScanner.of(source, body, PacketsParser.LEXICON);
    while (!tokens.atEnd()) {
      Lexeme word = tokens.take();
      if (word.is("request") && word.isWord()) {
        requests.add(new Request(word, tokens.word("the name of a kind")));
      }
    }
    return requests;
  }
}
