// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.ir.promela;

import java.util.List;
import java.util.Optional;

/**
 * A scalar variable or an array of scalars, as it lies in its region; a structure is several.
 *
 * @param name with the names of structures and their indices before it
 * @param length the number of elements, 1 for a scalar
 * @param values the initial values, one for each element; empty where all are 0
 * @param channel what each element is initialised with where that is a new channel
 */
public record Variable(
    String name,
    int offset,
    ValueType type,
    int width,
    String mtype,
    boolean isArray,
    int length,
    List<PromelaExpr> values,
    Optional<ChannelType> channel) {
  public Variable {
    values = List.copyOf(values);
  }

  public int stride() {
    return type.bytes(width);
  }
}
