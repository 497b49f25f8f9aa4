// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.c;

import dev.fencepost.ir.CellKinds;
import java.util.ArrayList;
import java.util.List;

/** The {@link CellKinds} of types. */
final class Kinds {

  private Kinds() {}

  /** Of a scalar. */
  static int scalar(Type type) {
    if (!(type.unqualified() instanceof Type.IntegerType integer)) {
      return CellKinds.WORD;
    }
    return integer.isBool() ? CellKinds.TRUTH : CellKinds.of(integer.bits(), integer.signed());
  }

  /** Of the first cell of an object, or of the only one. */
  static int first(Type type) {
    return switch (type.unqualified()) {
      case Type.ArrayType array -> first(array.element());
      case StructType struct -> struct.held().isEmpty() ? CellKinds.WORD : first(struct);
      default -> scalar(type);
    };
  }

  private static int first(StructType struct) {
    return first(struct.held().getFirst().type());
  }

  /** Of what is read or written at a place: of a bit-field, that of the whole cell. */
  static int of(CPlace place) {
    CPlace cell = place instanceof CPlace.BitField field ? field.cell() : place;
    if (cell instanceof CPlace.Member member
        && member.field().bits() != null
        && member.base().type().unqualified() instanceof StructType struct) {
      return struct.held().stream()
          .filter(held -> held.offset() == member.field().offset())
          .findFirst()
          .map(held -> scalar(held.type()))
          .orElse(CellKinds.WORD);
    }
    return first(cell.type());
  }

  /** Of the cells of an object, in their order. */
  static List<Integer> all(Type type) {
    List<Integer> kinds = new ArrayList<>();
    add(type, kinds);
    return kinds;
  }

  private static void add(Type type, List<Integer> kinds) {
    switch (type.unqualified()) {
      case Type.ArrayType array -> {
        List<Integer> element = all(array.element());
        for (int i = 0; i < array.length(); i++) {
          kinds.addAll(element);
        }
      }
      case StructType struct -> {
        int first = kinds.size();
        for (StructType.Field field : struct.held()) {
          add(field.type(), kinds);
        }
        while (kinds.size() < first + struct.cells()) {
          kinds.add(CellKinds.WORD);
        }
      }
      default -> kinds.add(scalar(type));
    }
  }
}
