// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.memorymodel;

import dev.fencepost.source.SourceSpan;

/** A token of the law language. */
record LawToken(Type type, String text, SourceSpan span) {
  enum Type {
    WORD,
    STRING,
    SYMBOL,
    END
  }

  boolean is(String expected) {
    return (type == Type.SYMBOL || type == Type.WORD) && text.equals(expected);
  }
}
