// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.ir;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * The memory that {@link Instruction.Allocate} takes blocks from. The blocks of each type and
 * constant size have a region of their own, with a gap behind each: where gaps are does not depend
 * on what a run allocates. Blocks of other sizes, which a run computes, lie side by side in the
 * first region. One count of the cells that were taken places blocks of every size: it grows by a
 * block's cells at least from one block of a size to the next, and so does its quotient by them.
 *
 * @param cells how many cells a run may take, with headers
 * @param regions what the blocks hold that have regions, in the order of these
 * @param computed whether there is a region for blocks that have none
 * @param headers whether each block has a header, see {@link HeapBlocks}
 */
public record Pool(int cells, List<BlockType> regions, boolean computed, boolean headers) {
  /** The pool of programs that allocate nothing. */
  public static final Pool NONE = new Pool(0, List.of(), false, false);

  /** Of a block: there is no region for its like. */
  public static final int COMPUTED = -1;

  /** How many cells the regions of sizes may have together. */
  private static final int MOST_CELLS = 1 << 20;

  public Pool {
    regions = List.copyOf(regions);
  }

  /**
   * The pool for what the threads allocate.
   *
   * @param sizes those that allocations may ask for which compute them; others are not known
   */
  public static Pool of(
      int cells,
      List<ThreadDecl> threads,
      Map<Instruction.Allocate, ? extends Collection<Integer>> sizes) {
    boolean headers = HeapBlocks.areFreed(threads);
    boolean computed = false;
    Set<BlockType> wanted = new LinkedHashSet<>();
    for (ThreadDecl thread : threads) {
      for (Instruction instruction : thread.code()) {
        if (instruction instanceof Instruction.Allocate allocate) {
          Optional<Collection<Integer>> known = sizes(allocate, cells, sizes);
          computed |= known.isEmpty();
          for (int size : known.orElse(List.of())) {
            wanted.add(held(size, allocate.type()));
          }
        }
      }
    }
    List<BlockType> regions = new ArrayList<>();
    for (BlockType type :
        wanted.stream().sorted(Comparator.comparingInt(BlockType::size)).toList()) {
      List<BlockType> more = new ArrayList<>(regions);
      more.add(type);
      boolean room = new Pool(cells, more, false, headers).extent() <= MOST_CELLS;
      regions = room ? more : regions;
      computed |= !room;
    }
    return new Pool(cells, regions, computed, headers);
  }

  private static Optional<Collection<Integer>> sizes(
      Instruction.Allocate allocate,
      int cells,
      Map<Instruction.Allocate, ? extends Collection<Integer>> sizes) {
    if (allocate.cells() instanceof Expr.Constant(long size)) {
      return Optional.of(size >= 0 && size <= cells ? List.of((int) size) : List.of());
    }
    return Optional.ofNullable(sizes.get(allocate));
  }

  private static BlockType held(int size, Optional<BlockType> type) {
    return type.map(one -> one.repeated(size)).orElseGet(() -> BlockType.unknown(size));
  }

  /** The region of blocks of a size that hold a type, again and again, or {@link #COMPUTED}. */
  public int region(int size, Optional<BlockType> type) {
    return regions.indexOf(held(size, type));
  }

  /** How many cells stand before a block. */
  public int header() {
    return headers ? 1 : 0;
  }

  /** The number of cells, with gaps. */
  public int extent() {
    return start(regions.size());
  }

  /** Where the region of a size begins. */
  private int start(int region) {
    int gap = regions.isEmpty() ? 0 : 1;
    int start = computed ? cells + gap : 0;
    for (BlockType type : regions.subList(0, region)) {
      start += slots(type.size()) * stride(type.size());
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
   * @param region of the block, or {@link #COMPUTED}
   * @param used how many cells were taken before
   */
  public int block(int region, int used) {
    if (region == COMPUTED) {
      return used + header();
    }
    int size = regions.get(region).size();
    int slot = taken(size) == 0 ? 0 : used / taken(size);
    return start(region) + slot * stride(size) + header();
  }

  /** All cells at which a block may begin, counted from the pool's first. */
  public LongStream blocks() {
    LongStream known = IntStream.range(0, regions.size()).boxed().flatMapToLong(this::blocks);
    return computed ? LongStream.concat(LongStream.range(0, cells), known) : known;
  }

  /** All cells at which a block of that size and type may begin, counted from the pool's first. */
  public LongStream blocks(long size, Optional<BlockType> type) {
    if (size < 0 || size > cells) {
      return LongStream.empty();
    }
    int region = region((int) size, type);
    return region == COMPUTED ? LongStream.rangeClosed(header(), cells - size) : blocks(region);
  }

  /** All cells at which a block of a region may begin, counted from the pool's first. */
  public LongStream blocks(int region) {
    int size = regions.get(region).size();
    return LongStream.range(0, slots(size))
        .map(slot -> start(region) + slot * stride(size) + header());
  }

  /** Does something with each cell that a block may have, counted from the first, and its kind. */
  public void eachCell(CellConsumer consumer) {
    for (int cell = 0; computed && cell < cells; cell++) {
      consumer.accept(cell, CellKinds.UNKNOWN);
    }
    for (int i = 0; i < regions.size(); i++) {
      BlockType type = regions.get(i);
      blocks(i)
          .forEach(
              block -> {
                for (int cell = 0; cell < type.size(); cell++) {
                  consumer.accept((int) block + cell, type.kind(cell));
                }
              });
    }
  }

  /** Takes a cell and its kind. */
  @FunctionalInterface
  public interface CellConsumer {
    void accept(int cell, int kind);
  }

  /** Where a cell is: in which region, or -1 for the first one, and how far in it. */
  private record Spot(int region, int offset) {}

  private Spot spot(int cell) {
    int region = COMPUTED;
    int start = start(0);
    int next = start;
    for (int i = 0; i < regions.size() && next <= cell; i++) {
      region = i;
      start = next;
      next += slots(regions.get(i).size()) * stride(regions.get(i).size());
    }
    return new Spot(region, region < 0 ? cell : cell - start);
  }

  /** Gaps at equal distances, counted from the pool's first cell; there is none at the end. */
  public record Gaps(int first, int distance, int end) {}

  /** All gaps. */
  public List<Gaps> gaps() {
    List<Gaps> gaps = new ArrayList<>();
    if (computed && !regions.isEmpty()) {
      gaps.add(new Gaps(cells, 1, cells + 1));
    }
    for (int i = 0; i < regions.size(); i++) {
      int size = regions.get(i).size();
      gaps.add(new Gaps(start(i) + taken(size), stride(size), start(i + 1)));
    }
    return gaps;
  }

  /** Whether a cell, counted from the pool's first, is a gap. */
  public boolean isGap(int cell) {
    Spot spot = spot(cell);
    if (spot.region < 0) {
      return !regions.isEmpty() && cell == cells;
    }
    int size = regions.get(spot.region).size();
    return cell < extent() && spot.offset % stride(size) == taken(size);
  }

  /** Whether a cell that is no gap may belong to a block when so many cells were taken. */
  public boolean isTaken(int cell, long used) {
    Spot spot = spot(cell);
    if (spot.region < 0) {
      return cell < used;
    }
    int size = regions.get(spot.region).size();
    return (spot.offset / stride(size) + 1L) * taken(size) <= used;
  }

  /** What the block holds that has a cell; empty where it lies among those of computed sizes. */
  public Optional<BlockType> typeAt(int cell) {
    int region = spot(cell).region;
    return region == COMPUTED ? Optional.empty() : Optional.of(regions.get(region));
  }

  /** A cell as it is shown; by its number where blocks of computed sizes lie side by side. */
  public MemoryLocation location(int cell) {
    Spot spot = spot(cell);
    if (spot.region < 0) {
      return MemoryLocation.of(blockName(cell), 0);
    }
    BlockType type = regions.get(spot.region);
    return type.cell(blockName(cell), spot.offset % stride(type.size()) - header());
  }

  /** The block that has a cell, as it is shown: {@code node#1}. */
  public String blockName(int cell) {
    Spot spot = spot(cell);
    return spot.region < 0
        ? "pool[" + cell + "]"
        : name(spot.region) + "#" + (spot.offset / stride(regions.get(spot.region).size()) + 1);
  }

  /** What blocks of a region are called; each region has a name of its own. */
  private String name(int region) {
    String name = regions.get(region).name();
    long alike =
        regions.subList(0, region).stream().filter(other -> other.name().equals(name)).count();
    return alike == 0 ? name : name + "~" + (alike + 1);
  }
}
