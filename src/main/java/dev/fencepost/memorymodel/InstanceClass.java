// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.memorymodel;

import java.util.List;

/**
 * The static part of an instance, on which laws depend: its kind and its attributes, in a fixed
 * order.
 */
public record InstanceClass(InstanceKind kind, List<String> attributes) {
  public InstanceClass {
    attributes = List.copyOf(attributes);
  }
}
