// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.ir;

/**
 * One cell of memory.
 *
 * @param name as the source would write it: {@code root}, {@code heap[1].forward}
 * @param strong outside the memory model
 * @param pointer whether its values are addresses, for display
 */
public record MemoryLocation(String name, long initial, boolean strong, boolean pointer) {

  /** The name of cells between objects: no access to them is in bounds. */
  public static final String GAP = "";

  public static MemoryLocation of(String name, long initial) {
    return new MemoryLocation(name, initial, false, false);
  }

  public static MemoryLocation gap() {
    return new MemoryLocation(GAP, 0, false, false);
  }

  public boolean isGap() {
    return name.equals(GAP);
  }
}
