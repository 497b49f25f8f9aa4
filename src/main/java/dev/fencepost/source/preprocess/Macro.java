// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.source.preprocess;

import java.util.List;

/**
 * A macro.
 *
 * @param parameters null for an object-like macro
 * @param variadic whether the last parameter takes all further arguments
 */
record Macro(String name, List<String> parameters, boolean variadic, List<Token> body) {

  boolean isFunctionLike() {
    return parameters != null;
  }

  /** Whether a second definition says the same, which C allows. */
  boolean sameAs(Macro other) {
    if (variadic != other.variadic || body.size() != other.body.size()) {
      return false;
    }
    if (isFunctionLike() ? !parameters.equals(other.parameters) : other.isFunctionLike()) {
      return false;
    }
    for (int i = 0; i < body.size(); i++) {
      if (!body.get(i).text().equals(other.body.get(i).text())) {
        return false;
      }
    }
    return true;
  }
}
