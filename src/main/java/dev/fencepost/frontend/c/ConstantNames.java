// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.c;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What a program calls the constants of the parts of an object: the indices of an array, or the
 * values of a cell. Names are those of enum constants, known variables and macros. A constant with
 * several names, or with a name here and a number there, keeps its number.
 */
final class ConstantNames {
  private final Map<String, Map<Long, Set<String>>> names = new HashMap<>();
  private final Set<String> counted = new HashSet<>();

  /**
   * A part of an object.
   *
   * @param path one for all elements of an array; empty for the whole object
   */
  record Part(ConstantNames names, String path) {
    Part element() {
      return new Part(names, path + "[]");
    }

    Part member(String field) {
      return new Part(names, path + "." + field);
    }

    void add(Map<Long, String> words) {
      Map<Long, Set<String>> known = names.names.computeIfAbsent(path, each -> new HashMap<>());
      words.forEach((value, name) -> known.computeIfAbsent(value, v -> new HashSet<>()).add(name));
    }

    /** Its values are computed: they are numbers, even where one of them has a name. */
    void count() {
      names.counted.add(path);
    }

    /** A constant as the program names it. */
    String of(long constant) {
      Set<String> known = names.names.getOrDefault(path, Map.of()).getOrDefault(constant, Set.of());
      return known.size() == 1 ? known.iterator().next() : Long.toString(constant);
    }

    /** The constants that have a name. */
    Map<Long, String> words() {
      Map<Long, String> words = new HashMap<>();
      if (!names.counted.contains(path)) {
        for (long constant : names.names.getOrDefault(path, Map.of()).keySet()) {
          if (!of(constant).equals(Long.toString(constant))) {
            words.put(constant, of(constant));
          }
        }
      }
      return words;
    }
  }

  Part whole() {
    return new Part(this, "");
  }

  /** The array of a variable, for its indices; none behind a pointer. */
  static Optional<Part> indices(CPlace array) {
    return switch (array) {
      case CPlace.Named named -> Optional.of(named.variable().indices().whole());
      case CPlace.Made made -> Optional.of(made.room().indices().whole());
      case CPlace.Element element -> indices(element.base()).map(Part::element);
      case CPlace.Member member ->
          indices(member.base()).map(base -> base.member(member.field().name()));
      case CPlace.BitField field -> indices(field.cell());
      case CPlace.Pointed pointed -> Optional.empty();
    };
  }

  /** The cell of a variable at an offset, for its values. */
  static Part values(CVariable variable, long offset) {
    Part part = variable.values().whole();
    Type type = variable.type().unqualified();
    long rest = offset;
    while (!type.isScalar()) {
      switch (type) {
        case Type.ArrayType array -> {
          part = part.element();
          rest %= array.element().cells();
          type = array.element().unqualified();
        }
        case StructType struct -> {
          StructType.Field field = struct.at(rest);
          part = struct.values().whole().member(field.name());
          rest -= field.offset();
          type = field.type().unqualified();
        }
        default -> throw new IllegalStateException("no part of a variable: " + type);
      }
    }
    return part;
  }

  /** The cell, for its values; a field is one for all objects of its struct. */
  static Optional<Part> values(CPlace cell) {
    return switch (cell) {
      case CPlace.Named named -> Optional.of(named.variable().values().whole());
      case CPlace.Made made -> Optional.of(made.room().values().whole());
      case CPlace.Element element -> values(element.base()).map(Part::element);
      case CPlace.Member member ->
          member.base().type().unqualified() instanceof StructType struct
              ? Optional.of(struct.values().whole().member(member.field().name()))
              : Optional.empty();
      case CPlace.BitField field -> Optional.empty();
      case CPlace.Pointed pointed -> Optional.empty();
    };
  }
}
