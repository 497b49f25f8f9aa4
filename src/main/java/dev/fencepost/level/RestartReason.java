// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.level;

import dev.fencepost.transition.Representation;
import java.util.Arrays;
import java.util.Optional;

/** Why a search leaves a representation of states, and begins anew with another one. */
enum RestartReason {
  NONE('-', ""),
  OVERFLOW('o', "left: no room in a word"),
  WASTE('w', "left: identifiers do not pay");

  /** For lists of reasons. */
  final char letter;

  /** The line of a manifest. */
  final String line;

  RestartReason(char letter, String line) {
    this.letter = letter;
    this.line = line;
  }

  static RestartReason of(char letter) {
    return Arrays.stream(values()).filter(each -> each.letter == letter).findFirst().orElseThrow();
  }

  /** The reason in a line of a manifest, if it is such a line. */
  static RestartReason of(String line) {
    return Arrays.stream(values()).filter(each -> each.line.equals(line)).findFirst().orElse(NONE);
  }

  /** What to go on with. */
  Optional<Representation<?>> next(Representation<?> form) {
    return switch (this) {
      case NONE -> Optional.empty();
      case OVERFLOW -> form.afterOverflow().map(next -> next);
      case WASTE -> form.afterWaste().map(next -> next);
    };
  }
}
