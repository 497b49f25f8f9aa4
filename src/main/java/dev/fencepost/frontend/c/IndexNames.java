// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.c;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * What a program calls the indices of the arrays in a variable: the constants of an enum, and
 * constants by name. An index with several names keeps its number.
 */
final class IndexNames {
  /** The path of the whole variable. */
  static final String WHOLE = "";

  private final Map<String, Map<Long, Set<String>>> names = new HashMap<>();

  /** The path of an element of the array at a path: one for all elements. */
  static String element(String array) {
    return array + "[]";
  }

  static String member(String struct, String field) {
    return struct + "." + field;
  }

  /** Where a place is in its variable. */
  private static String path(CPlace place) {
    return switch (place) {
      case CPlace.Named named -> WHOLE;
      case CPlace.Made made -> WHOLE;
      case CPlace.Element element -> element(path(element.base()));
      case CPlace.Member member -> member(path(member.base()), member.field().name());
      case CPlace.BitField field -> path(field.cell());
      case CPlace.Pointed pointed ->
          throw new IllegalArgumentException("behind a pointer is no part of a variable");
    };
  }

  /** The array was indexed with what has these names. */
  void add(CPlace array, Map<Long, String> words) {
    Map<Long, Set<String>> known = names.computeIfAbsent(path(array), path -> new HashMap<>());
    words.forEach((index, name) -> known.computeIfAbsent(index, each -> new HashSet<>()).add(name));
  }

  /** An index of the array at a path, as the program names it. */
  String of(String array, long index) {
    Set<String> known = names.getOrDefault(array, Map.of()).getOrDefault(index, Set.of());
    return known.size() == 1 ? known.iterator().next() : Long.toString(index);
  }
}
