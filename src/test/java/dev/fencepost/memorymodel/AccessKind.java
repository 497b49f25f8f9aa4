// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.memorymodel;

import java.util.List;

/** The three kinds of memory access that an order table distinguishes. */
public enum AccessKind {
  READ,
  WRITE,
  READ_MODIFY_WRITE;

  /** The rule between accesses without attributes. */
  public static OrderTable.Rule rule(MemoryModel model, AccessKind earlier, AccessKind later) {
    return model.order().rule(earlier.plain(), later.plain());
  }

  private InstanceClass plain() {
    return new InstanceClass(InstanceKind.values()[ordinal()], List.of());
  }
}
