// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.independence;

import dev.fencepost.ir.ControlFlow;
import dev.fencepost.ir.Expr;
import dev.fencepost.ir.Instruction;
import dev.fencepost.ir.footprint.ConditionCells;
import dev.fencepost.ir.footprint.Footprints;
import dev.fencepost.machine.window.Code;
import dev.fencepost.machine.window.Opcode;
import dev.fencepost.machine.window.ProgramCode;
import dev.fencepost.property.Property;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.function.IntConsumer;

/**
 * What a thread may still read and write, from each position of its code on, as sets of cells: the
 * program's footprints, and what the machine adds to them. Two more places stand for what is no
 * cell: one is written with every cell that an invariant or an atom reads, so that the order of
 * such writes counts; one is written by who starts a thread, since threads are numbered in the
 * order of their start.
 */
public final class Futures {
  /** The footprints of one position, as bits in words. */
  public static final class Place {
    /** Of the instruction; at the beginning of a block, of the whole block. */
    public final long[] reads;

    public final long[] writes;

    /** Of the instruction and all behind it. */
    public final long[] laterReads;

    public final long[] laterWrites;

    /** Of those among them that happen at fetch, whatever is pending. */
    public final long[] atFetch;

    Place(int words) {
      reads = new long[words];
      writes = new long[words];
      laterReads = new long[words];
      laterWrites = new long[words];
      atFetch = new long[words];
    }

    private boolean growLater(Place next) {
      boolean grows = include(laterReads, next.laterReads);
      grows |= include(laterWrites, next.laterWrites);
      grows |= include(atFetch, next.atFetch);
      return grows;
    }
  }

  private final ProgramCode program;
  public final Footprints footprints;
  private final BitSet watched = new BitSet();
  private final int visible;
  private final int threads;

  /** How many words hold a bit for each place. */
  final int words;

  /** By thread, as far as threads are distinguished, and position. */
  private final Place[][] places;

  public Futures(ProgramCode program, Footprints footprints, List<Property> properties) {
    this.program = program;
    this.footprints = footprints;
    visible = program.cells;
    threads = program.cells + 1;
    words = (program.cells + 2 + Long.SIZE - 1) / Long.SIZE;
    for (Property property : properties) {
      switch (property) {
        case Property.Invariant invariant -> readBy(invariant.condition(), watched);
        case Property.Temporal temporal -> temporal.atoms().forEach(atom -> readBy(atom, watched));
        case Property.FinalCondition atEnd -> {}
        case Property.DeadlockFree deadlock -> {}
        case Property.RaceFree race -> {}
      }
    }
    places = new Place[footprints.threads()][];
    for (int thread = 0; thread < places.length; thread++) {
      places[thread] = ownPlaces(thread);
    }
    spread();
  }

  /** The footprints at a position of a running thread. */
  public Place at(int number, Code code) {
    return places[footprints.thread(number, code.declaration)][code.pc];
  }

  /** Whether a thread that is about to fetch this may start others. */
  boolean starts(Place place) {
    return has(place.laterWrites, threads);
  }

  /** Whether an invariant or an atom reads the cell. */
  boolean isWatched(int cell) {
    return watched.get(cell);
  }

  /** Whether writes of these places are seen by a property. */
  boolean isVisible(long[] writes) {
    return has(writes, visible);
  }

  void addVisible(long[] writes) {
    add(writes, visible);
  }

  /** Whether both sets have a place that is no cell. */
  boolean meetBeyondCells(long[] some, long[] others) {
    return has(some, visible) && has(others, visible) || has(some, threads) && has(others, threads);
  }

  static boolean has(long[] set, int bit) {
    return (set[bit / Long.SIZE] >>> bit & 1) != 0;
  }

  static void add(long[] set, int bit) {
    set[bit / Long.SIZE] |= 1L << bit;
  }

  static boolean include(long[] set, long[] more) {
    boolean grows = false;
    for (int i = 0; i < set.length; i++) {
      grows |= (more[i] & ~set[i]) != 0;
      set[i] |= more[i];
    }
    return grows;
  }

  static boolean meet(long[] some, long[] others) {
    for (int i = 0; i < some.length; i++) {
      if ((some[i] & others[i]) != 0) {
        return true;
      }
    }
    return false;
  }

  /** Whether both footprints have a place that one of them writes. */
  static boolean conflict(long[] reads, long[] writes, long[] otherReads, long[] otherWrites) {
    for (int i = 0; i < writes.length; i++) {
      if ((writes[i] & (otherReads[i] | otherWrites[i]) | reads[i] & otherWrites[i]) != 0) {
        return true;
      }
    }
    return false;
  }

  /** Adds the cells that a condition of a property reads; any mark counts as all of them. */
  private void readBy(Expr condition, BitSet cells) {
    ConditionCells.collect(condition, program.program, cells);
    for (long address : program.markCells) {
      if (address != 0) {
        cells.set(ProgramCode.cellOf(address));
      }
    }
  }

  private Place[] ownPlaces(int thread) {
    Code[] code = program.threads[footprints.declarationOf(thread)];
    Place[] own = new Place[code.length];
    for (int pc = 0; pc < code.length; pc++) {
      own[pc] = new Place(words);
      footprints.reads(thread, pc).stream().forEach(bits(own[pc].reads));
      footprints.stores(thread, pc).stream().forEach(bits(own[pc].writes));
      footprints.writes(thread, pc).stream().forEach(bits(own[pc].writes));
      collect(code[pc], own[pc]);
    }
    for (int pc = 0; pc < code.length; pc++) {
      if (code[pc].opcode == Opcode.ATOMIC_BEGIN) {
        collectBlock(code, own, pc);
      }
    }
    for (int pc = 0; pc < code.length; pc++) {
      include(own[pc].laterReads, own[pc].reads);
      include(own[pc].laterWrites, own[pc].writes);
      if (code[pc].opcode.happensAtFetch() || code[pc].isStrongBlock()) {
        include(own[pc].atFetch, own[pc].reads);
        include(own[pc].atFetch, own[pc].writes);
      }
    }
    return own;
  }

  private static IntConsumer bits(long[] set) {
    return bit -> add(set, bit);
  }

  /** Adds what the footprints of the program do not have. */
  private void collect(Code code, Place place) {
    switch (code.instruction) {
      case Instruction.Mark mark when program.markCells[mark.mark()] != 0 ->
          add(place.writes, ProgramCode.cellOf(program.markCells[mark.mark()]));
      case Instruction.Observe observe -> {
        BitSet cells = new BitSet();
        readBy(observe.condition(), cells);
        cells.stream().forEach(bits(place.reads));
        // It looks into the memories of others too.
        cells.stream().filter(cell -> !program.shared).forEach(bits(place.writes));
        add(place.writes, ProgramCode.cellOf(observe.address()));
      }
      case Instruction.Spawn spawn -> {
        add(place.writes, threads);
        // In memories of their own, what a child sees at its start is a copy of all.
        for (int cell = 0; !program.shared && cell < program.cells; cell++) {
          add(place.writes, cell);
        }
      }
      default -> {}
    }
    if (watched.stream().anyMatch(cell -> has(place.writes, cell))) {
      add(place.writes, visible);
    }
  }

  /** A block is one step, with all that it accesses. */
  private static void collectBlock(Code[] code, Place[] own, int begin) {
    BitSet seen = new BitSet();
    List<Integer> open = new ArrayList<>(List.of(begin));
    while (!open.isEmpty()) {
      int pc = open.removeLast();
      if (seen.get(pc)) {
        continue;
      }
      seen.set(pc);
      include(own[begin].reads, own[pc].reads);
      include(own[begin].writes, own[pc].writes);
      if (code[pc].opcode != Opcode.ATOMIC_END) {
        for (int next : ControlFlow.successors(code[pc].instruction, pc)) {
          open.add(next);
        }
      }
    }
  }

  /** Spreads footprints backwards along the control flow, and from threads to who starts them. */
  private void spread() {
    boolean grows = true;
    while (grows) {
      grows = false;
      for (int thread = 0; thread < places.length; thread++) {
        Code[] code = program.threads[footprints.declarationOf(thread)];
        for (int pc = code.length - 1; pc >= 0; pc--) {
          Place place = places[thread][pc];
          for (int next : ControlFlow.successors(code[pc].instruction, pc)) {
            grows |= place.growLater(places[thread][next]);
          }
          if (code[pc].instruction instanceof Instruction.Spawn spawn) {
            grows |= growByStarted(place, spawn.thread());
          }
        }
      }
    }
  }

  private boolean growByStarted(Place place, int declaration) {
    boolean grows = false;
    for (int thread = 0; thread < places.length; thread++) {
      if (footprints.declarationOf(thread) == declaration) {
        grows |= place.growLater(places[thread][0]);
      }
    }
    return grows;
  }
}
