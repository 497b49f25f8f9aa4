// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.promela;

import dev.fencepost.source.preprocess.Token;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The names that decide how a text is read: proctypes, typedefs and inlines. */
record Names(Set<String> processes, Set<String> typedefs, Map<String, Inline> inlines) {

  /** Proctypes are known everywhere, even before they are declared. */
  static Names in(List<Token> tokens) {
    Set<String> processes = new HashSet<>();
    for (int i = 0; i + 1 < tokens.size(); i++) {
      if (tokens.get(i).is("proctype") && tokens.get(i + 1).isIdentifier()) {
        processes.add(tokens.get(i + 1).text());
      }
    }
    return new Names(processes, new HashSet<>(), new HashMap<>());
  }
}
