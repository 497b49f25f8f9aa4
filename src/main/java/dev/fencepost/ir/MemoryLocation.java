// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.ir;

import java.util.Map;

/**
 * One cell of memory.
 *
 * @param name as the source would write it: {@code root}, {@code heap[1].forward}
 * @param strong outside the memory model
 * @param pointer whether its values are addresses, for display
 * @param words the names of values, for display: the constants of an enum, objects
 * @param kind what scalars it holds, see {@link CellKinds}
 */
public record MemoryLocation(
    String name, long initial, boolean strong, boolean pointer, Map<Long, String> words, int kind) {

  public MemoryLocation {
    words = Map.copyOf(words);
  }

  /** A cell of 64 bits. */
  public MemoryLocation(
      String name, long initial, boolean strong, boolean pointer, Map<Long, String> words) {
    this(name, initial, strong, pointer, words, CellKinds.WORD);
  }

  /** A cell whose values are shown as numbers or addresses. */
  public MemoryLocation(String name, long initial, boolean strong, boolean pointer) {
    this(name, initial, strong, pointer, Map.of());
  }

  /** The name of cells between objects: no access to them is in bounds. */
  public static final String GAP = "";

  /** The first character of names of cells that traces do not show. */
  public static final String HIDDEN = ".";

  public static MemoryLocation of(String name, long initial) {
    return new MemoryLocation(name, initial, false, false);
  }

  public static MemoryLocation gap() {
    return new MemoryLocation(GAP, 0, false, false);
  }

  public MemoryLocation withName(String newName) {
    return new MemoryLocation(newName, initial, strong, pointer, words, kind);
  }

  public MemoryLocation withInitial(long newInitial) {
    return new MemoryLocation(name, newInitial, strong, pointer, words, kind);
  }

  public MemoryLocation withKind(int newKind) {
    return new MemoryLocation(name, initial, strong, pointer, words, newKind);
  }

  /** Bookkeeping of a front end, which traces do not show. */
  public boolean isHidden() {
    return name.startsWith(HIDDEN);
  }

  /** What a user calls it. */
  public String shown() {
    return isHidden() ? name.substring(HIDDEN.length()) : name;
  }

  public boolean isGap() {
    return name.equals(GAP);
  }
}
