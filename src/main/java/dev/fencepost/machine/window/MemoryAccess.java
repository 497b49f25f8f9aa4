// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.window;

/** How an instance of a window accesses memory; strong cells are accessed at fetch. */
public enum MemoryAccess {
  NONE(""),
  READ("R"),
  WRITE("W"),
  /** A read-modify-write. */
  RMW("C");

  /** As traces have it. */
  public final String letter;

  MemoryAccess(String letter) {
    this.letter = letter;
  }
}
