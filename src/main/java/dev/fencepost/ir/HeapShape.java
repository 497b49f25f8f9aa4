// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.ir;

import java.util.ArrayList;
import java.util.List;
import java.util.function.LongUnaryOperator;

/**
 * Where a heap lies in memory, for {@link Expr.Reachable}.
 *
 * @param objects the addresses of the objects: a cell that holds one refers to that object
 * @param fields per object, the addresses of the cells that may refer to objects
 * @param roots the addresses of the cells outside of objects that may refer to some
 */
public record HeapShape(List<Long> objects, List<List<Long>> fields, List<Long> roots) {

  /** How many objects there may be: reachable ones are bits of a word. */
  public static final int MAX_OBJECTS = Long.SIZE;

  public HeapShape {
    objects = List.copyOf(objects);
    fields = fields.stream().map(List::copyOf).toList();
    roots = List.copyOf(roots);
  }

  /** The cells that reachability depends on. */
  public List<Long> cells() {
    List<Long> cells = new ArrayList<>(roots);
    fields.forEach(cells::addAll);
    return cells;
  }

  /** The objects that can be reached, as bits, where {@code contents} says what memory holds. */
  public long reachable(LongUnaryOperator contents) {
    long reached = 0;
    for (long root : roots) {
      reached |= object(contents.applyAsLong(root));
    }
    long expanded = 0;
    while (reached != expanded) {
      int next = Long.numberOfTrailingZeros(reached & ~expanded);
      expanded |= 1L << next;
      for (long field : fields.get(next)) {
        reached |= object(contents.applyAsLong(field));
      }
    }
    return reached;
  }

  private long object(long value) {
    int index = value == 0 ? -1 : objects.indexOf(value);
    return index < 0 ? 0 : 1L << index;
  }
}
