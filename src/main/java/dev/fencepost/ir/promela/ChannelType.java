// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.ir.promela;

import java.util.List;

/**
 * The kind of a channel that a declaration makes.
 *
 * @param capacity how many messages it holds; 0 is a rendezvous
 */
public record ChannelType(int capacity, List<Field> fields) {
  public ChannelType {
    fields = List.copyOf(fields);
  }

  /** A field of a message. */
  public record Field(ValueType type, String mtype) {}
}
