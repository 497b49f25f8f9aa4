// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.c;

import dev.fencepost.frontend.c.StructType.Bits;
import dev.fencepost.frontend.c.StructType.Field;
import java.util.ArrayList;
import java.util.List;

/**
 * Places the fields of a struct or union. Adjacent bit-fields share a cell, for in C they are one
 * memory location; within it they lie as compilers for 64-bit processors lay them out, the first
 * one lowest.
 */
final class FieldLayout {
  private static final int NO_BITS = -1;

  private final boolean union;
  private final List<Field> fields = new ArrayList<>();
  private long cells;

  /** How many bits of the last cell are taken; {@link #NO_BITS} where it takes none. */
  private int taken = NO_BITS;

  /** Whether that cell has a bit-field with a name; others need no memory. */
  private boolean named;

  FieldLayout(boolean union) {
    this.union = union;
  }

  void add(String name, Type type) {
    fields.add(new Field(name, type, union ? 0 : cells, null));
    cells = union ? Math.max(cells, type.cells()) : cells + type.cells();
    taken = NO_BITS;
  }

  /** Adds a bit-field; one without a name takes room, of width 0 it ends the cell. */
  void add(String name, Type.IntegerType declared, int width) {
    if (width == 0) {
      taken = NO_BITS;
      return;
    }
    int shift = taken == NO_BITS || union ? 0 : taken;
    if (shift % declared.bits() + width > declared.bits()) {
      shift = (shift / declared.bits() + 1) * declared.bits();
    }
    if (taken == NO_BITS || shift + width > Long.SIZE) {
      shift = 0;
      named = false;
    }
    taken = shift + width;
    if (!name.isEmpty()) {
      if (!named) {
        cells = union ? Math.max(cells, 1) : cells + 1;
        named = true;
      }
      Type type = CTypes.bitField(declared, width);
      Bits bits = new Bits(shift, width, declared.bits());
      fields.add(new Field(name, type, union ? 0 : cells - 1, bits));
    }
  }

  long cells() {
    return cells;
  }

  List<Field> fields() {
    return fields;
  }
}
