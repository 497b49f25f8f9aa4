// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.ir.footprint;

import dev.fencepost.budget.Budget;
import dev.fencepost.ir.Instruction;
import dev.fencepost.source.Origin;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;

/**
 * Partitions threads into segments that share one memory under a model in which each thread has its
 * own: local data race freedom, as the paper on memory sharing defines it (ldrf, section 5.4),
 * computed from footprints.
 *
 * <p>A thread's read of a cell is <em>racy</em> if memories may disagree about the cell: another
 * thread may store to it concurrently, or two threads may write it concurrently, one of them by a
 * store. The starts and joins of the first thread decide what is concurrent. Two threads share no
 * memory if one of them racily reads a cell that the other writes concurrently (condition 1 of the
 * paper), or if both read a cell racily (condition 2).
 *
 * <p>Sharing keeps all verdicts. It adds no run: a run with shared memories is a run with own
 * memories in which a store reaches all threads of a segment in one step. It loses no run: take a
 * run with own memories. By condition 2 each segment has, for each cell, at most one racy reader.
 * Let a store reach the shared memory when it reached the memory of that thread, or of a fixed
 * thread if the cell has no racy reader. The racy reader then reads the same values. Every other
 * read of the cell by the segment is not racy. The writes before it are ordered by starts and
 * joins, at which stores have reached all memories, so that the read sees the last write in every
 * memory; or they are its own writes, which it sees at once.
 *
 * <p>The order of the memory model is kept. Order between whole instances is kept, because a store
 * reaches the shared memory when it reached one memory. Order between two stores to one cell in one
 * memory is kept, because it is the order in the memory of one thread. Order between stores to
 * different cells in one memory is kept only if both cells follow the same thread; so under a model
 * with such a law a segment has at most one racy reader. A started thread sees what its creator
 * sees: its racy cells are copied from the creator. So a start counts as a read of them by the
 * creator, except towards the started thread. Condition 1 is not needed for this argument; it is
 * part of the paper's definition.
 */
public final class Sharing {

  /**
   * The reason why two threads share no memory.
   *
   * @param cell the cell that both access
   * @param firstOrigin the access of the first thread
   * @param writer a thread that writes the cell if the two only read it, or -1
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
      for (int pc = 0; pc < footprints.size(thread); pc++) {
        stored.or(footprints.stores(thread, pc));
      }
    }
    BitSet contested = contested();
    Arrays.setAll(racy, thread -> racyReads(thread, contested));
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
   * The cells that a started thread copies from the memory of its creator: all that it may read,
   * except those that another thread of its segment reads racily.
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

  private BitSet racyReads(int thread, BitSet contested) {
    BitSet cells = (BitSet) observed[thread].clone();
    cells.and(stored);
    BitSet disputed = new BitSet();
    int beside = NOT_YET;
    for (int pc = 0; pc < footprints.size(thread); pc++) {
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

  /**
   * The racy reads of a thread, with those of the threads that it starts, except for the other
   * thread.
   */
  private BitSet racyBeside(int thread, int other) {
    BitSet cells = (BitSet) racy[thread].clone();
    for (int pc = 0; pc < footprints.size(thread); pc++) {
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

  /** The strong cells, of which there is one copy. */
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
      for (int pc = 0; pc < footprints.size(thread); pc++) {
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
      Budget.ask();
      for (int at = 0; writer != thread && at < footprints.size(writer); at++) {
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
    String name = footprints.program().cellName(cell);
    return cell == other ? name : name + " and " + footprints.program().cellName(other);
  }

  /** One thread reads racily what the other may write at the same time. */
  private Optional<Conflict> race(int reader, int writer) {
    for (int pc = 0; pc < footprints.size(reader); pc++) {
      boolean races = footprints.reads(reader, pc).intersects(racy[reader]);
      for (int at = 0; races && at < footprints.size(writer); at++) {
        Budget.ask();
        BitSet both = (BitSet) footprints.reads(reader, pc).clone();
        BitSet written = (BitSet) footprints.stores(writer, at).clone();
        written.or(footprints.writes(writer, at));
        both.and(written);
        both.and(racy[reader]);
        if (!both.isEmpty() && isBeside(reader, pc, writer, at)) {
          String cell = footprints.program().cellName(both.nextSetBit(0));
          Origin read = origin(reader, pc);
          return Optional.of(
              new Conflict(
                  reader, writer, cell, Access.READS, read, Access.WRITES, origin(writer, at), -1));
        }
      }
    }
    return Optional.empty();
  }

  private Origin origin(int thread, int pc) {
    return footprints.declaration(thread).code().get(pc).origin();
  }

  private Origin reader(int thread, int cell) {
    for (int pc = 0; pc < footprints.size(thread); pc++) {
      if (footprints.reads(thread, pc).get(cell)) {
        return origin(thread, pc);
      }
    }
    for (int pc = 0; pc < footprints.size(thread) && !observed[thread].get(cell); pc++) {
      if (footprints.declaration(thread).code().get(pc) instanceof Instruction.Spawn) {
        return origin(thread, pc);
      }
    }
    return Origin.of("a property");
  }

  private int writer(int cell) {
    for (int thread = 0; thread < footprints.threads(); thread++) {
      for (int pc = 0; pc < footprints.size(thread); pc++) {
        if (footprints.stores(thread, pc).get(cell)) {
          return thread;
        }
      }
    }
    return -1;
  }
}
