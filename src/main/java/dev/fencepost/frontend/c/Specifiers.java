// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.c;

import dev.fencepost.source.SourceSpan;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What stands before the declarators of a declaration.
 *
 * @param words the storage and function words: typedef, static, extern, inline, _Thread_local,
 *     FENCEPOST_GHOST, FENCEPOST_INTERCHANGEABLE
 */
record Specifiers(
    Set<String> words, boolean constant, boolean atomic, TypeSpecifier type, SourceSpan span) {

  boolean has(String word) {
    return words.contains(word);
  }

  /** Whether a word qualifies a type; {@code volatile} and {@code restrict} mean nothing here. */
  static boolean isQualifier(String word) {
    return switch (word) {
      case "const", "__const", "volatile", "__volatile__", "restrict", "__restrict", "_Atomic" ->
          true;
      default -> false;
    };
  }

  /** What says the type. */
  sealed interface TypeSpecifier {

    /** {@code unsigned long} and the like, as sorted words. */
    record Basic(List<String> words) implements TypeSpecifier {}

    record TypedefName(String name) implements TypeSpecifier {}

    /** {@code members} is null where only the tag stands. An empty tag is none. */
    record Struct(String tag, boolean union, @Nullable List<Declaration> members)
        implements TypeSpecifier {}

    /** {@code enumerators} is null where only the tag stands. */
    record Enumeration(String tag, @Nullable List<Enumerator> enumerators)
        implements TypeSpecifier {}

    /** {@code _Atomic(type)}. */
    record AtomicOf(TypeName type) implements TypeSpecifier {}

    /** {@code typeof (type)}. */
    record SameAs(TypeName type) implements TypeSpecifier {}

    /** {@code typeof (expression)}. */
    record TypeOf(CExpression expression) implements TypeSpecifier {}

    /** {@code __auto_type}: the type of the initialiser. */
    record OfInitializer() implements TypeSpecifier {}
  }

  /** {@code value} is null where none is written. */
  record Enumerator(String name, @Nullable CExpression value, SourceSpan span) {}
}
