// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.c;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * The parts of a variable that an initialiser has given values, in its order. A later value of a
 * part replaces earlier ones; one of a part of a whole struct would leave a rest.
 */
final class InitialCells {
  private final Map<Long, CVariable.InitialCell> cells = new LinkedHashMap<>();

  /** The types of whole structs among these, by offset. */
  private final NavigableMap<Long, Type> structs = new TreeMap<>();

  Collection<CVariable.InitialCell> all() {
    return cells.values();
  }

  CVariable.@Nullable InitialCell get(long offset) {
    return cells.get(offset);
  }

  /** Takes the values of a part away: it begins anew. */
  void clear(long offset, long count) {
    LongStream.range(offset, offset + count).forEach(cells::remove);
    structs.subMap(offset, offset + count).clear();
  }

  /** Gives a part its value; {@code false} where it has that of a whole struct. */
  boolean put(Type type, long offset, Typed value) {
    boolean fits = !isWithinStruct(type, offset);
    clear(offset, type.cells());
    cells.put(offset, new CVariable.InitialCell(offset, type, value));
    if (!type.isScalar()) {
      structs.put(offset, type);
    }
    return fits;
  }

  /** Gives a bit-field its value, in the cell that it shares with others. */
  boolean put(long offset, StructType.Bits bits, Typed value) {
    Type cell = CTypes.UNSIGNED_LONG;
    CVariable.InitialCell before = cells.get(offset);
    if (isWithinStruct(cell, offset) || before != null && !before.type().isScalar()) {
      return false;
    }
    Typed others = before == null ? new Typed.Constant(0, cell, value.span()) : before.value();
    Typed all = Conversions.inserted(bits, others, value);
    cells.put(offset, new CVariable.InitialCell(offset, cell, all));
    return true;
  }

  /** Whether a struct is the value of more than the part of a type that begins here. */
  private boolean isWithinStruct(Type type, long offset) {
    Map.Entry<Long, Type> struct = structs.floorEntry(offset);
    return struct != null
        && offset < struct.getKey() + struct.getValue().cells()
        && struct.getValue().cells() > type.cells();
  }
}
