// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.ir;

import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;

/**
 * One cell of memory.
 *
 * @param name as the source would write it: {@code root}, {@code heap[1].forward}
 * @param strong outside the memory model
 * @param target for display, the type that its values point at; empty where they are no addresses
 * @param words the names of values, for display: the constants of an enum, objects
 * @param kind what scalars it holds, see {@link CellKinds}
 * @param wholes for display, the structs that begin with this cell: by type, how much longer the
 *     name of the cell is
 */
public record MemoryLocation(
    String name,
    long initial,
    boolean strong,
    String target,
    Map<Long, String> words,
    int kind,
    Map<String, Integer> wholes) {

  public MemoryLocation {
    words = Map.copyOf(words);
    wholes = Map.copyOf(wholes);
  }

  /** A cell of 64 bits. */
  public MemoryLocation(
      String name, long initial, boolean strong, boolean pointer, Map<Long, String> words) {
    this(name, initial, strong, pointer ? ANYTHING : "", words, CellKinds.WORD, Map.of());
  }

  /** A cell whose values are shown as numbers or addresses. */
  public MemoryLocation(String name, long initial, boolean strong, boolean pointer) {
    this(name, initial, strong, pointer, Map.of());
  }

  /** The type that pointers point at of which no more is known. */
  private static final String ANYTHING = "void";

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
    return new MemoryLocation(newName, initial, strong, target, words, kind, wholes);
  }

  public MemoryLocation withInitial(long newInitial) {
    return new MemoryLocation(name, newInitial, strong, target, words, kind, wholes);
  }

  /** This cell with another word for a value. */
  public MemoryLocation withWord(long value, String word) {
    Map<Long, String> more = new HashMap<>(words);
    more.put(value, word);
    return new MemoryLocation(name, initial, strong, target, more, kind, wholes);
  }

  public MemoryLocation withKind(int newKind) {
    return new MemoryLocation(name, initial, strong, target, words, newKind, wholes);
  }

  public MemoryLocation withTarget(String type) {
    return new MemoryLocation(name, initial, strong, type, words, kind, wholes);
  }

  /** The first cell of a struct, whose name begins as its own does. */
  public MemoryLocation beginning(String type, String whole) {
    Map<String, Integer> more = new HashMap<>(wholes);
    more.put(type, name.length() - whole.length());
    return new MemoryLocation(name, initial, strong, target, words, kind, more);
  }

  /** Whether its values are addresses. */
  public boolean pointer() {
    return !target.isEmpty();
  }

  /** Bookkeeping of a front end, which traces do not show. */
  public boolean isHidden() {
    return name.startsWith(HIDDEN);
  }

  /** What a user calls it. */
  public String shown() {
    return isHidden() ? name.substring(HIDDEN.length()) : name;
  }

  /** What a user calls the object of a type that begins here: a struct, or the cell itself. */
  public String shown(String type) {
    int most = wholes.values().stream().max(Integer::compare).orElse(0);
    return without(type.equals(ANYTHING) ? most : wholes.getOrDefault(type, 0));
  }

  /** What a user calls all objects that begin here. */
  public Stream<String> allShown() {
    return Stream.concat(Stream.of(0), wholes.values().stream().sorted())
        .distinct()
        .map(this::without);
  }

  private String without(int end) {
    return shown().substring(0, shown().length() - end);
  }

  public boolean isGap() {
    return name.equals(GAP);
  }
}
