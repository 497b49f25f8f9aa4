// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.c;

import dev.fencepost.ir.CellKinds;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A struct or union; two are the same only if they are one. The members of a union lie in the same
 * cells. A cell holds a whole scalar, so a program may use members only whose scalars are alike.
 */
final class StructType implements Type {

  /**
   * A field, {@code offset} cells from the start. An anonymous struct has an empty name.
   *
   * @param bits the part of its cell that a bit-field takes, null for other fields
   */
  record Field(String name, Type type, long offset, @Nullable Bits bits) {}

  /** The bits of a cell from {@code shift} on; {@code declared}: how many the field's type has. */
  record Bits(int shift, int width, int declared) {
    /** The bits as a mask, at the lower end. */
    long mask() {
      return -1L >>> Long.SIZE - width;
    }

    /** The smallest type, no smaller than those declared, that two bit-fields of a cell fit in. */
    static Bits join(Bits first, Bits second) {
      int end = Math.max(first.shift + first.width, second.shift + second.width);
      return new Bits(0, end, Math.max(first.declared, second.declared));
    }

    Type.IntegerType unit() {
      int bits = Math.max(declared, Integer.highestOneBit(Math.max(8, shift + width) * 2 - 1));
      return switch (bits) {
        case 8 -> CTypes.UNSIGNED_CHAR;
        case 16 -> CTypes.UNSIGNED_SHORT;
        case 32 -> CTypes.UNSIGNED_INT;
        default -> CTypes.UNSIGNED_LONG;
      };
    }
  }

  private final String tag;
  private String name;
  private final boolean union;
  private final ConstantNames values = new ConstantNames();
  private @Nullable List<Field> fields;
  private long cells;

  /** The first member of a union that is used. */
  private @Nullable Field live;

  StructType(String tag, boolean union) {
    this.tag = tag;
    name = tag;
    this.union = union;
  }

  /** Its tag, or the name that a {@code typedef} gave it first; empty if it has neither. */
  String name() {
    return name;
  }

  /** A {@code typedef} names it. */
  void call(String type) {
    name = name.isEmpty() ? type : name;
  }

  boolean isUnion() {
    return union;
  }

  /** The field that has the cell so far from the start. */
  Field at(long offset) {
    return cellFields().stream()
        .filter(field -> offset < field.offset() + field.type().cells())
        .findFirst()
        .orElseThrow();
  }

  /** What the program calls the values of its fields. */
  ConstantNames values() {
    return values;
  }

  /** Notes that a member is used; gives one that was used before and is not alike. */
  Optional<Field> use(Field field) {
    if (!union) {
      return Optional.empty();
    }
    live = live == null ? field : live;
    return scalars(live.type()).equals(scalars(field.type()))
        ? Optional.empty()
        : Optional.of(live);
  }

  /** The kinds of an object's scalars, in the order of its cells; a union stands for itself. */
  private static List<?> scalars(Type type) {
    return switch (type.unqualified()) {
      case IntegerType integer -> List.of(Kinds.scalar(integer));
      case ArrayType array ->
          Collections.nCopies(array.length(), scalars(array.element())).stream()
              .flatMap(List::stream)
              .toList();
      case StructType struct ->
          struct.union
              ? List.of(struct)
              : struct.cellFields().stream().flatMap(f -> scalars(f.type()).stream()).toList();
      default -> List.of(CellKinds.WORD);
    };
  }

  @Override
  public boolean isComplete() {
    return fields != null;
  }

  void complete(List<Field> members, long size) {
    this.fields = List.copyOf(members);
    this.cells = size;
  }

  List<Field> fields() {
    return fields == null ? List.of() : fields;
  }

  /** The fields that name the cells: of a union the largest alone; bit-fields of a cell are one. */
  List<Field> cellFields() {
    if (union) {
      return fields().stream().max(Comparator.comparingLong(f -> f.type().cells())).stream()
          .toList();
    }
    List<Field> merged = new ArrayList<>();
    for (Field field : fields()) {
      Bits bits = field.bits();
      Field last = merged.isEmpty() ? null : merged.getLast();
      if (bits == null) {
        merged.add(field);
      } else if (last != null && last.bits() != null && last.offset() == field.offset()) {
        Bits all = Bits.join(last.bits(), bits);
        String names = last.name() + "|" + field.name();
        merged.set(merged.size() - 1, new Field(names, all.unit(), field.offset(), all));
      } else {
        merged.add(new Field(field.name(), bits.unit(), field.offset(), bits));
      }
    }
    return merged;
  }

  /** The fields whose scalars the cells hold: of a union the member that is used, or the first. */
  List<Field> held() {
    if (!union) {
      return cellFields();
    }
    return live == null ? fields().stream().limit(1).toList() : List.of(live);
  }

  /** Whether a cell of an object is, or is in, a field of such a kind. */
  static boolean isIn(Predicate<Field> kind, Type type, long cell) {
    return switch (type.unqualified()) {
      case ArrayType array -> isIn(kind, array.element(), cell % array.element().cells());
      case StructType struct -> {
        Field field = struct.at(cell);
        yield kind.test(field) || isIn(kind, field.type(), cell - field.offset());
      }
      default -> false;
    };
  }

  /** Whether an object of a type is or has arrays. */
  static boolean hasArrays(Type type) {
    return switch (type.unqualified()) {
      case ArrayType array -> true;
      case StructType struct -> struct.fields().stream().anyMatch(f -> hasArrays(f.type()));
      default -> false;
    };
  }

  @Override
  public long cells() {
    return cells;
  }

  /** The names of the fields, also of those within anonymous structs. */
  List<String> names() {
    List<String> names = new ArrayList<>();
    for (Field field : fields()) {
      if (field.name().isEmpty() && field.type().unqualified() instanceof StructType inner) {
        names.addAll(inner.names());
      } else {
        names.add(field.name());
      }
    }
    return names;
  }

  /** The fields that lead to a name: more than one where it is within an anonymous struct. */
  Optional<List<Field>> find(String name) {
    for (Field field : fields()) {
      if (field.name().equals(name)) {
        return Optional.of(List.of(field));
      }
      if (field.name().isEmpty() && field.type().unqualified() instanceof StructType inner) {
        Optional<List<Field>> rest = inner.find(name);
        if (rest.isPresent()) {
          List<Field> path = new ArrayList<>(List.of(field));
          path.addAll(rest.get());
          return Optional.of(path);
        }
      }
    }
    return Optional.empty();
  }

  @Override
  public String toString() {
    String word = union ? "union " : "struct ";
    return name.isEmpty() ? word + "(unnamed)" : tag.isEmpty() ? name : word + tag;
  }
}
