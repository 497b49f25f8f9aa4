// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.ir.promela;

import java.util.List;

/**
 * A scalar in the state, or one of an array.
 *
 * @param text as the user wrote it
 * @param offset in bytes from the start of the region, for indices of 0
 * @param width the bits of an {@code unsigned}, else 0
 */
public record Place(
    String text, Region region, int offset, ValueType type, int width, List<Index> indices) {

  public Place {
    indices = List.copyOf(indices);
  }

  /** Where a variable lives. */
  public enum Region {
    GLOBAL,
    /** In the process that reads or writes it. */
    LOCAL,
    /** The variable {@code _}: takes every value and keeps none. */
    NOWHERE
  }

  /** An index: its value, the number of elements, and their distance in bytes. */
  public record Index(PromelaExpr value, int length, int stride) {}

  List<PromelaExpr> indexValues() {
    return indices.stream().map(Index::value).toList();
  }

  public int bytes() {
    return type.bytes(width);
  }
}
