// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.ir;

import java.util.List;
import java.util.stream.IntStream;

/**
 * What the blocks of an allocation hold, for display.
 *
 * @param name of the type: {@code node}
 * @param cells with their names inside a block: {@code .next}, {@code [2].next}, or nothing
 */
public record BlockType(String name, List<MemoryLocation> cells) {
  public BlockType {
    cells = List.copyOf(cells);
  }

  /** The name for blocks of a size that hold no struct with a name. */
  public static String unnamed(int size) {
    return "block" + size;
  }

  /** Of blocks that hold anything. */
  static BlockType unknown(int size) {
    return new BlockType(
        unnamed(size),
        IntStream.range(0, size).mapToObj(i -> MemoryLocation.of("[" + i + "]", 0)).toList());
  }

  /** A cell of the block with this number, as {@code node#1.next}; the header is cell -1. */
  MemoryLocation cell(int block, int cell) {
    String whole = name + "#" + block;
    return cell < 0
        ? MemoryLocation.of(whole, 0)
        : cells.get(cell).withName(whole + cells.get(cell).name());
  }
}
