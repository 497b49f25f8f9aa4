// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.ir;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;

/**
 * What the blocks of an allocation hold.
 *
 * @param name of the type: {@code node}
 * @param cells with their names inside a block: {@code .next}, {@code [2].next}, or nothing
 * @param known whether the names are those of one type
 */
public record BlockType(String name, List<MemoryLocation> cells, boolean known) {
  public BlockType {
    cells = List.copyOf(cells);
  }

  /** Of blocks that hold a type. */
  public BlockType(String name, List<MemoryLocation> cells) {
    this(name, cells, true);
  }

  /** The name for blocks of a size that hold no struct with a name. */
  public static String unnamed(int size) {
    return "block" + size;
  }

  /** Of blocks that hold anything. */
  public static BlockType unknown(int size) {
    return unnamed(Collections.nCopies(size, CellKinds.UNKNOWN));
  }

  /** Of blocks of which no more is known than the kinds of their cells. */
  private static BlockType unnamed(List<Integer> kinds) {
    List<MemoryLocation> cells = new ArrayList<>();
    for (int kind : kinds) {
      cells.add(MemoryLocation.of("[" + cells.size() + "]", 0).withKind(kind));
    }
    return new BlockType(unnamed(kinds.size()), cells, false);
  }

  /** This type without its names. */
  BlockType withoutNames() {
    return unnamed(kinds());
  }

  /** A block of so many cells, which holds this type again and again. */
  BlockType repeated(int count) {
    if (count == size()) {
      return this;
    }
    return unnamed(IntStream.range(0, count).mapToObj(i -> kind(i % size())).toList());
  }

  BlockType withName(String newName) {
    return new BlockType(newName, cells, known);
  }

  public int size() {
    return cells.size();
  }

  int kind(int cell) {
    return cells.get(cell).kind();
  }

  /** The kinds of the cells, in their order. */
  List<Integer> kinds() {
    return cells.stream().map(MemoryLocation::kind).toList();
  }

  /** A cell of the block with this number, as {@code node#1.next}; the header is cell -1. */
  MemoryLocation cell(int block, int cell) {
    String whole = name + "#" + block;
    return cell < 0
        ? MemoryLocation.of(whole, 0)
        : cells.get(cell).withName(whole + cells.get(cell).name());
  }
}
