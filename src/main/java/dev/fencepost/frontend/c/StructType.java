// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.c;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A struct; two are the same only if they are one. */
final class StructType implements Type {

  /** A field, {@code offset} cells from the start. An anonymous struct has an empty name. */
  record Field(String name, Type type, long offset) {}

  private final String tag;
  private @Nullable List<Field> fields;
  private long cells;

  StructType(String tag) {
    this.tag = tag;
  }

  @Override
  public boolean isComplete() {
    return fields != null;
  }

  void complete(List<Field> members) {
    this.fields = List.copyOf(members);
    this.cells = members.stream().mapToLong(field -> field.type().cells()).sum();
  }

  List<Field> fields() {
    return fields == null ? List.of() : fields;
  }

  @Override
  public long cells() {
    return cells;
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
    return "struct " + (tag.isEmpty() ? "(unnamed)" : tag);
  }
}
