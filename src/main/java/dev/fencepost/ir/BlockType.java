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
 * @param known whether the names are those of a type
 */
public record BlockType(String name, List<MemoryLocation> cells, boolean known) {
  public BlockType {
    cells = List.copyOf(cells);
  }

  /** Of blocks that hold a type. */
  public BlockType(String name, List<MemoryLocation> cells) {
    this(name, cells, true);
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
    return new BlockType("block" + kinds.size(), cells, false);
  }

  /** A block of so many cells, which holds this type again and again. */
  BlockType repeated(int count) {
    if (count % size() != 0) {
      return unnamed(IntStream.range(0, count).mapToObj(i -> kind(i % size())).toList());
    }
    int times = count / size();
    if (times == 1 && cells.stream().noneMatch(MemoryLocation::isGap)) {
      return this;
    }
    List<MemoryLocation> all = new ArrayList<>();
    for (int i = 0; i < times; i++) {
      for (MemoryLocation cell : cells) {
        all.add(cell.withName("[" + i + "]" + cell.name()));
      }
    }
    return new BlockType(times == 1 ? name : name + "[" + times + "]", all);
  }

  public int size() {
    return cells.size();
  }

  int kind(int cell) {
    return cells.get(cell).kind();
  }

  /** A cell of a block with a name, as {@code node#1.next}; the header is cell -1. */
  MemoryLocation cell(String whole, int cell) {
    return cell < 0
        ? MemoryLocation.of(whole, 0)
        : cells.get(cell).withName(whole + cells.get(cell).name());
  }
}
