// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.ir;

import dev.fencepost.source.SourceSpan;

/**
 * An array whose elements are declared to be interchangeable: element i is part of object i, or all
 * of it.
 *
 * @param first the array's first cell
 * @param stride how many cells an element has
 */
public record ObjectArray(int first, int objects, int stride, SourceSpan span) {

  /** The object that a cell is part of, or -1. */
  public int objectOf(int cell) {
    boolean inside = cell >= first && cell < first + objects * stride;
    return inside ? (cell - first) / stride : -1;
  }

  /** Whether a value is the address of an element. */
  public boolean isElement(long address) {
    long distance = address - Program.addressOf(first);
    long size = (long) stride * Program.CELL_BYTES;
    return distance >= 0 && distance < objects * size && distance % size == 0;
  }
}
