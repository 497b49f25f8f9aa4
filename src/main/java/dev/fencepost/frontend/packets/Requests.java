// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.packets;

import dev.fencepost.frontend.packets.Tokens.Block;
import dev.fencepost.source.InvalidInputException;
import java.util.ArrayList;
import java.util.List;

/** Finds the requests in bodies: {@code request kind(x)}. */
final class Requests {
  private Requests() {}

  /** A request: the word, and the kind. */
  record Request(Token word, Token kind) {}

  static List<Request> in(PacketsText source, Block body) throws InvalidInputException {
    List<Request> requests = new ArrayList<>();
    Tokens tokens = new Tokens(source, body.start(), body.end());
    while (tokens.peek().kind() != Token.Kind.END) {
      Token word = tokens.take();
      if (word.is("request") && word.isWord()) {
        requests.add(new Request(word, tokens.name("a kind")));
      }
    }
    return requests;
  }
}
