// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.ir;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.LongStream;

/**
 * The memory that {@link Instruction.Allocate} takes blocks from. The blocks of each constant size
 * have a region of their own, with a gap behind each: where gaps are does not depend on what a run
 * allocates. Blocks of other sizes, which a run computes, lie side by side in the first region. One
 * count of the cells that were taken places blocks of every size: it grows by a block's cells at
 * least from one block of a size to the next, and so does its quotient by them.
 *
 * @param cells how many cells a run may take, with headers
 * @param sizes the sizes that have regions, in the order of these
 * @param computed whether there is a region for sizes that have none
 * @param headers whether each block has a header, see {@link HeapBlocks}
 * @param types what the blocks of a size hold, where they all hold one type
 */
public record Pool(
    int cells,
    List<Integer> sizes,
    boolean computed,
    boolean headers,
    Map<Integer, BlockType> types) {
  /** The pool of programs that allocate nothing. */
  public static final Pool NONE = new Pool(0, List.of(), false, false);

  /** How many cells the regions of sizes may have together. */
  private static final int MOST_CELLS = 1 << 20;

  public Pool {
    sizes = List.copyOf(sizes);
    types = Map.copyOf(types);
  }

  /** A pool whose blocks have no types. */
  public Pool(int cells, List<Integer> sizes, boolean computed, boolean headers) {
    this(cells, sizes, computed, headers, Map.of());
  }

  /** The pool for what the threads allocate. */
  public static Pool of(int cells, List<ThreadDecl> threads) {
    boolean headers = HeapBlocks.areFreed(threads);
    boolean computed = false;
    TreeSet<Integer> wanted = new TreeSet<>();
    for (ThreadDecl thread : threads) {
      for (Instruction instruction : thread.code()) {
        if (instruction instanceof Instruction.Allocate allocate) {
          if (!(allocate.cells() instanceof Expr.Constant(long size))) {
            computed = true;
          } else if (size >= 0 && size <= cells) {
            wanted.add((int) size);
          }
        }
      }
    }
    List<Integer> sizes = new ArrayList<>();
    for (int size : wanted) {
      List<Integer> more = new ArrayList<>(sizes);
      more.add(size);
      boolean room = new Pool(cells, more, false, headers).extent() <= MOST_CELLS;
      sizes = room ? more : sizes;
      computed |= !room;
    }
    return new Pool(cells, sizes, computed, headers, types(threads));
  }

  /** By the sizes of blocks, what they hold: one type for each size, and one size for each name. */
  private static Map<Integer, BlockType> types(List<ThreadDecl> threads) {
    Map<Integer, Optional<BlockType>> found = new TreeMap<>();
    for (ThreadDecl thread : threads) {
      for (Instruction instruction : thread.code()) {
        if (instruction instanceof Instruction.Allocate allocate
            && allocate.cells() instanceof Expr.Constant(long size)) {
          found.merge((int) size, allocate.type(), (a, b) -> a.equals(b) ? a : Optional.empty());
        }
      }
    }
    Set<String> names = new HashSet<>();
    Map<Integer, BlockType> types = new HashMap<>();
    found.forEach(
        (size, type) ->
            type.filter(known -> names.add(known.name()))
                .ifPresent(known -> types.put(size, known)));
    return types;
  }

  /** How many cells stand before a block. */
  public int header() {
    return headers ? 1 : 0;
  }

  /** The number of cells, with gaps. */
  public int extent() {
    return start(sizes.size());
  }

  /** Where the region of a size begins. */
  private int start(int region) {
    int gap = sizes.isEmpty() ? 0 : 1;
    int start = computed ? cells + gap : 0;
    for (int size : sizes.subList(0, region)) {
      start += slots(size) * stride(size);
    }
    return start;
  }

  private int taken(int size) {
    return size + header();
  }

  /** How far blocks of a size that has a region are from one another. */
  public int stride(int size) {
    return taken(size) + 1;
  }

  private int slots(int size) {
    return taken(size) == 0 ? 1 : cells / taken(size);
  }

  /**
   * The first cell of a block, counted from the pool's first; its header stands before it.
   *
   * @param used how many cells were taken before
   */
  public int block(int size, int used) {
    int region = sizes.indexOf(size);
    if (region < 0) {
      return used + header();
    }
    int slot = taken(size) == 0 ? 0 : used / taken(size);
    return start(region) + slot * stride(size) + header();
  }

  /** All cells at which a block of some size may begin, counted from the pool's first. */
  public LongStream blocks() {
    LongStream known = sizes.stream().flatMapToLong(this::blocks);
    return computed ? LongStream.concat(LongStream.range(0, cells), known) : known;
  }

  /** All cells at which a block of that size may begin, counted from the pool's first. */
  public LongStream blocks(long size) {
    if (size < 0 || size > cells) {
      return LongStream.empty();
    }
    int region = sizes.indexOf((int) size);
    return region < 0
        ? LongStream.rangeClosed(header(), cells - size)
        : LongStream.range(0, slots((int) size))
            .map(slot -> start(region) + slot * stride((int) size) + header());
  }

  /** Where a cell is: in which region, or -1 for the first one, and how far in it. */
  private record Spot(int region, int offset) {}

  private Spot spot(int cell) {
    int region = -1;
    for (int i = 0; i < sizes.size() && start(i) <= cell; i++) {
      region = i;
    }
    return new Spot(region, region < 0 ? cell : cell - start(region));
  }

  /** Gaps at equal distances, counted from the pool's first cell; there is none at the end. */
  public record Gaps(int first, int distance, int end) {
    boolean has(int cell) {
      return cell >= first && cell < end && (cell - first) % distance == 0;
    }
  }

  /** All gaps. */
  public List<Gaps> gaps() {
    List<Gaps> gaps = new ArrayList<>();
    if (computed && !sizes.isEmpty()) {
      gaps.add(new Gaps(cells, 1, cells + 1));
    }
    for (int i = 0; i < sizes.size(); i++) {
      int size = sizes.get(i);
      gaps.add(new Gaps(start(i) + taken(size), stride(size), start(i + 1)));
    }
    return gaps;
  }

  /** Whether a cell, counted from the pool's first, is a gap. */
  public boolean isGap(int cell) {
    return gaps().stream().anyMatch(gaps -> gaps.has(cell));
  }

  /** Whether a cell that is no gap may belong to a block when so many cells were taken. */
  public boolean isTaken(int cell, long used) {
    Spot spot = spot(cell);
    if (spot.region < 0) {
      return cell < used;
    }
    int size = sizes.get(spot.region);
    return (spot.offset / stride(size) + 1L) * taken(size) <= used;
  }

  /** What a block of a size holds. */
  public BlockType type(int size) {
    BlockType known = types.get(size);
    return known == null ? BlockType.unknown(size) : known;
  }

  /** A cell as it is shown; by its number where blocks of computed sizes lie side by side. */
  public MemoryLocation location(int cell) {
    Spot spot = spot(cell);
    if (spot.region < 0) {
      return MemoryLocation.of("pool[" + cell + "]", 0);
    }
    int size = sizes.get(spot.region);
    int block = spot.offset / stride(size);
    return type(size).cell(block + 1, spot.offset % stride(size) - header());
  }
}
