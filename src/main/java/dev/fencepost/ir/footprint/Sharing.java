// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.ir.footprint;

import dev.fencepost.ir.Instruction;
import dev.fencepost.source.Origin;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;

/**
 * Which threads can share one memory where each would have its own: local data race freedom, as the
 * paper on memory sharing defines it (ldrf, section 5.4), found from footprints.
 *
 * <p>A thread's read of a cell is <em>racy</em> if memories may disagree about it: another thread
 * may store to the cell at the same time, or two threads may write it at the same time, one of them
 * by a store. The starts and joins of the first thread decide what is concurrent. Two threads share
 * no memory if one of them reads racily what the other writes at the same time (condition 1 of the
 * paper), or if both read a cell racily (condition 2).
 *
 * <p>Why that keeps all verdicts. A run with shared memories is a run with own ones in which a
 * store reaches all threads of a segment in one go; so nothing is added. Nothing is lost: take a
 * run with own memories. By condition 2 each segment has, per cell, at most one thread that reads
 * it racily; let the store reach the shared memory when it reached that thread's, or a fixed
 * thread's where there is none. That thread reads what it read. Every other read of the cell by the
 * segment is not racy: the writes that come before it are ordered by starts and joins, at which
 * stores have reached all memories, so it sees the last of them in every memory; or they are its
 * own, which it sees at once. The order that a memory model asks for is kept: that of whole
 * instances, because a store reaches the shared memory at a time at which it reached one memory;
 * that of two stores to one cell in one memory, because it is that of one thread's memory in the
 * run taken. The order of stores to different cells in one memory is kept only if both follow the
 * same thread; so where a model has such a law, a segment has one racy reader at most. A thread
 * that is started sees what its creator sees: its racy cells are copied from there, so the start
 * counts as the creator's read of them, to all but the started thread, which goes on with what its
 * creator had. Condition 1 is not needed for any of this; it keeps to what the paper calls free of
 * races.
 */
public final class Sharing {

  /**
   * Why two threads share no memory.
   *
   * @param cell what both access
   * @param firstOrigin where the first one reads, or writes, it
   * @param writer a thread that writes the cell where the two only read it, or -1
   */
  public record Conflict(
      int first,
      int second,
      String cell,
      Access firstAccess,
      Origin firstOrigin,
      Access secondAccess,
      Origin secondOrigin,
      int writer) {}

  /** What a thread does with a cell. */
  public enum Access {
    READS,
    WRITES
  }

  private enum Write {
    STORE,
    ANY
  }

  private static final int NOT_YET = 0x40000000;

  private final Footprints footprints;

  /** The cells that some thread stores to. */
  private final BitSet stored = new BitSet();

  private final BitSet[] racy;
  private final BitSet[] observed;
  private final int[] segments;
  private final List<Conflict> conflicts = new ArrayList<>();

  private Sharing(Footprints footprints, boolean ordersCells, List<BitSet> observed) {
    this.footprints = footprints;
    int count = footprints.threads();
    racy = new BitSet[count];
    this.observed = observed.toArray(BitSet[]::new);
    for (int thread = 0; thread < count; thread++) {
      for (int pc = 0; pc < size(thread); pc++) {
        stored.or(footprints.stores(thread, pc));
      }
    }
    BitSet contested = contested();
    for (int thread = 0; thread < count; thread++) {
      racy[thread] = racyReads(thread, contested);
    }
    boolean[][] apart = new boolean[count][count];
    for (int first = 0; first < count; first++) {
      for (int second = first + 1; second < count; second++) {
        Optional<Conflict> conflict = conflict(first, second, ordersCells);
        conflict.ifPresent(conflicts::add);
        apart[first][second] = conflict.isPresent();
        apart[second][first] = conflict.isPresent();
      }
    }
    segments = Segments.fewest(apart);
  }

  /**
   * Finds the partition with the fewest segments, of threads that are all known.
   *
   * @param ordersCells whether the memory model orders stores to different cells in each memory by
   *     itself
   * @param observed for each thread, the cells that properties read in its memory
   */
  public static Sharing of(Footprints footprints, boolean ordersCells, List<BitSet> observed) {
    if (!footprints.isFixed()) {
      throw new IllegalArgumentException("it is not known which threads run");
    }
    return new Sharing(footprints, ordersCells, observed);
  }

  /** The segment of each thread, numbered in the order of their first threads. */
  public int[] segments() {
    return segments.clone();
  }

  public int count() {
    return Arrays.stream(segments).max().orElse(-1) + 1;
  }

  /** One for each two threads that cannot share. */
  public List<Conflict> conflicts() {
    return List.copyOf(conflicts);
  }

  public String name(int thread) {
    return footprints.name(thread);
  }

  /**
   * The cells that a thread, when it is started, takes over from its creator's memory: all that it
   * may read but what another thread of its segment reads racily.
   */
  public BitSet takenOver(int thread) {
    BitSet cells = (BitSet) footprints.readsAhead(thread, 0).clone();
    cells.or(observed[thread]);
    for (int other = 0; other < segments.length; other++) {
      if (other != thread && segments[other] == segments[thread]) {
        cells.andNot(racy[other]);
      }
    }
    return cells;
  }

  private int size(int thread) {
    return footprints.declaration(thread).code().size();
  }

  private BitSet racyReads(int thread, BitSet contested) {
    BitSet cells = (BitSet) observed[thread].clone();
    cells.and(stored);
    BitSet disputed = new BitSet();
    int beside = NOT_YET;
    for (int pc = 0; pc < size(thread); pc++) {
      if (footprints.beside(thread, pc) != beside) {
        beside = footprints.beside(thread, pc);
        disputed = (BitSet) contested.clone();
        disputed.or(writtenBeside(thread, pc, Write.STORE));
      }
      BitSet read = (BitSet) footprints.reads(thread, pc).clone();
      read.and(disputed);
      cells.or(read);
    }
    cells.andNot(strong());
    return cells;
  }

  /** What a thread reads racily, or hands over racily to a thread that it starts and no other. */
  private BitSet racyBeside(int thread, int other) {
    BitSet cells = (BitSet) racy[thread].clone();
    for (int pc = 0; pc < size(thread); pc++) {
      if (footprints.declaration(thread).code().get(pc) instanceof Instruction.Spawn spawn) {
        BitSet disputed = contested();
        disputed.or(writtenBeside(thread, pc, Write.STORE));
        for (int started = 0; started < footprints.threads(); started++) {
          if (started != other && footprints.declarationOf(started) == spawn.thread()) {
            BitSet handed = (BitSet) footprints.readsAhead(started, 0).clone();
            handed.or(observed[started]);
            handed.and(disputed);
            cells.or(handed);
          }
        }
      }
    }
    cells.andNot(strong());
    return cells;
  }

  /** There is one copy of a strong cell. */
  private BitSet strong() {
    BitSet cells = new BitSet();
    for (int cell = 0; cell < footprints.program().memory().size(); cell++) {
      cells.set(cell, footprints.program().memory().get(cell).strong());
    }
    cells.set(footprints.program().cells());
    return cells;
  }

  /** Cells that two threads may write at the same time, one of them by a store. */
  private BitSet contested() {
    BitSet cells = new BitSet();
    for (int thread = 0; thread < footprints.threads(); thread++) {
      BitSet written = new BitSet();
      int beside = NOT_YET;
      for (int pc = 0; pc < size(thread); pc++) {
        if (footprints.beside(thread, pc) != beside) {
          beside = footprints.beside(thread, pc);
          written = writtenBeside(thread, pc, Write.ANY);
        }
        BitSet both = (BitSet) footprints.stores(thread, pc).clone();
        both.and(written);
        cells.or(both);
      }
    }
    return cells;
  }

  /** What other threads may write while a thread executes an instruction. */
  private BitSet writtenBeside(int thread, int pc, Write kind) {
    BitSet cells = new BitSet();
    for (int writer = 0; writer < footprints.threads(); writer++) {
      for (int at = 0; writer != thread && at < size(writer); at++) {
        if (isBeside(writer, at, thread, pc)) {
          cells.or(footprints.stores(writer, at));
          if (kind == Write.ANY) {
            cells.or(footprints.writes(writer, at));
          }
        }
      }
    }
    return cells;
  }

  /** Whether two instructions of two threads may be under way at the same time. */
  private boolean isBeside(int first, int firstPc, int second, int secondPc) {
    return (footprints.beside(first, firstPc) >>> second & 1) != 0
        && (footprints.beside(second, secondPc) >>> first & 1) != 0;
  }

  private Optional<Conflict> conflict(int first, int second, boolean ordersCells) {
    Optional<Conflict> race = race(first, second).or(() -> race(second, first));
    if (race.isPresent()) {
      return race;
    }
    BitSet firstRacy = racyBeside(first, second);
    BitSet secondRacy = racyBeside(second, first);
    BitSet both = (BitSet) firstRacy.clone();
    both.and(secondRacy);
    if (both.isEmpty() && ordersCells && !firstRacy.isEmpty() && !secondRacy.isEmpty()) {
      both = firstRacy;
    }
    if (both.isEmpty()) {
      return Optional.empty();
    }
    int cell = both.nextSetBit(0);
    int other = secondRacy.get(cell) ? cell : secondRacy.nextSetBit(0);
    return Optional.of(
        new Conflict(
            first,
            second,
            name(cell, other),
            Access.READS,
            reader(first, cell),
            Access.READS,
            reader(second, other),
            writer(cell)));
  }

  private String name(int cell, int other) {
    String name = cellName(cell);
    return cell == other ? name : name + " and " + cellName(other);
  }

  private String cellName(int cell) {
    int first = footprints.program().memory().size();
    return cell < first
        ? footprints.program().memory().get(cell).name()
        : "pool[" + (cell - first) + "]";
  }

  /** One thread reads racily what the other may write at the same time. */
  private Optional<Conflict> race(int reader, int writer) {
    for (int pc = 0; pc < size(reader); pc++) {
      boolean races = footprints.reads(reader, pc).intersects(racy[reader]);
      for (int at = 0; races && at < size(writer); at++) {
        BitSet both = (BitSet) footprints.reads(reader, pc).clone();
        BitSet written = (BitSet) footprints.stores(writer, at).clone();
        written.or(footprints.writes(writer, at));
        both.and(written);
        both.and(racy[reader]);
        if (!both.isEmpty() && isBeside(reader, pc, writer, at)) {
          return Optional.of(
              new Conflict(
                  reader,
                  writer,
                  cellName(both.nextSetBit(0)),
                  Access.READS,
                  origin(reader, pc),
                  Access.WRITES,
                  origin(writer, at),
                  -1));
        }
      }
    }
    return Optional.empty();
  }

  private Origin origin(int thread, int pc) {
    return footprints.declaration(thread).code().get(pc).origin();
  }

  private Origin reader(int thread, int cell) {
    for (int pc = 0; pc < size(thread); pc++) {
      if (footprints.reads(thread, pc).get(cell)) {
        return origin(thread, pc);
      }
    }
    for (int pc = 0; pc < size(thread) && !observed[thread].get(cell); pc++) {
      if (footprints.declaration(thread).code().get(pc) instanceof Instruction.Spawn) {
        return origin(thread, pc);
      }
    }
    return Origin.of("a property");
  }

  private int writer(int cell) {
    for (int thread = 0; thread < footprints.threads(); thread++) {
      for (int pc = 0; pc < size(thread); pc++) {
        if (footprints.stores(thread, pc).get(cell)) {
          return thread;
        }
      }
    }
    return -1;
  }
}
