// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.c;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The words that are no names. */
final class CKeywords {
  /** What a {@code #pragma fencepost attribute NAME} becomes; the name follows it. */
  static final String ATTRIBUTE = "#pragma fencepost attribute";

  /** Words of the subset that may begin a type or declaration. */
  private static final Set<String> TYPE_WORDS =
      words(
          """
          void char short int long signed unsigned _Bool struct union enum
          typeof __typeof __typeof__ __auto_type _Thread_local __thread
          const volatile restrict _Atomic typedef static extern inline register auto _Noreturn
          __inline __inline__ __restrict __volatile__ __const __extension__ __attribute__ _Alignas
          FENCEPOST_GHOST FENCEPOST_INTERCHANGEABLE
          """);

  private static final Set<String> OTHERS =
      words(
          """
          if else while do for switch case default break continue goto return
          sizeof _Static_assert asm __asm __asm__
          """);

  /** Words of C that the subset leaves out, with what to do instead. */
  private static final Map<String, String> UNSUPPORTED_TYPES =
      Map.ofEntries(
          Map.entry("float", "use integers: models have no floating point"),
          Map.entry("double", "use integers: models have no floating point"),
          Map.entry("_Complex", "use integers: models have no floating point"),
          Map.entry("__int128", "the widest integers have 64 bits"));

  private static final Map<String, String> UNSUPPORTED_OTHERS =
      Map.of(
          "_Generic", "call the function that is meant",
          "_Alignof", "every scalar is one cell: alignment means nothing here");

  /** Attributes that change what a program does. */
  private static final Set<String> MEANINGFUL_ATTRIBUTES =
      words("alias cleanup constructor destructor ifunc mode vector_size weakref");

  private CKeywords() {}

  private static Set<String> words(String list) {
    return Set.of(list.strip().split("\\s+", -1));
  }

  /** The words of the subset. */
  static List<String> all() {
    return Stream.concat(TYPE_WORDS.stream(), OTHERS.stream()).sorted().toList();
  }

  static boolean isKeyword(String word) {
    return TYPE_WORDS.contains(word)
        || OTHERS.contains(word)
        || UNSUPPORTED_TYPES.containsKey(word)
        || UNSUPPORTED_OTHERS.containsKey(word);
  }

  static boolean startsType(String word) {
    return TYPE_WORDS.contains(word) || UNSUPPORTED_TYPES.containsKey(word);
  }

  /** Whether an attribute is more than advice to a compiler; {@code __name__} is one name more. */
  static boolean changesMeaning(String attribute) {
    String name =
        attribute.startsWith("__") && attribute.endsWith("__") && attribute.length() > 4
            ? attribute.substring(2, attribute.length() - 2)
            : attribute;
    return MEANINGFUL_ATTRIBUTES.contains(name);
  }

  /** The hint for a word of C that is not supported, or null. */
  static @Nullable String unsupported(String word) {
    String hint = UNSUPPORTED_TYPES.get(word);
    return hint != null ? hint : UNSUPPORTED_OTHERS.get(word);
  }
}
