// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.independence;

import dev.fencepost.ir.ControlFlow;
import dev.fencepost.ir.Expr;
import dev.fencepost.ir.Instruction;
import dev.fencepost.ir.footprint.ConditionCells;
import dev.fencepost.ir.footprint.Footprints;
import dev.fencepost.machine.window.Code;
import dev.fencepost.machine.window.Footprint;
import dev.fencepost.machine.window.Opcode;
import dev.fencepost.machine.window.ProgramCode;
import dev.fencepost.property.Property;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * What a thread may still read and write, from each position of its code on, as sets of cells: the
 * program's footprints, and what the machine adds to them. Two more places stand for what is no
 * cell: one is written with every cell that an invariant or an atom reads, so that the order of
 * such writes counts; one is written by who starts a thread, since threads are numbered in the
 * order of their start.
 */
public final class Futures {
  /** The footprints of one position. */
  public static final class Place {
    /** Of the instruction; at the beginning of a block, of the whole block. */
    public final Footprint own;

    /** Of the instruction and all behind it. */
    public final Footprint later;

    /** What those among them access that happen at fetch, whatever is pending. */
    final long[] atFetch;

    Place(int words) {
      own = new Footprint(words);
      later = new Footprint(words);
      atFetch = new long[words];
    }

    private boolean growLater(Place next) {
      boolean grows = later.include(next.later);
      return Footprint.include(atFetch, next.atFetch) || grows;
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
    words = Footprint.words(program.cells + 2);
    for (Property property : properties) {
      if (!(property instanceof Property.FinalCondition)) {
        property.conditions().forEach(condition -> readBy(condition, watched));
      }
    }
    places = new Place[footprints.threads()][];
    Arrays.setAll(places, this::ownPlaces);
    spread();
  }

  /** The footprints at a position of a running thread. */
  public Place at(int number, Code code) {
    return places[footprints.thread(number, code.declaration)][code.pc];
  }

  /** Whether a thread that is about to fetch this may start others. */
  boolean starts(Place place) {
    return Footprint.has(place.later.writes, threads);
  }

  /** Whether an invariant or an atom reads the cell. */
  boolean isWatched(int cell) {
    return watched.get(cell);
  }

  /** Whether writes of these places are seen by a property. */
  boolean isVisible(long[] writes) {
    return Footprint.has(writes, visible);
  }

  void addVisible(long[] writes) {
    Footprint.add(writes, visible);
  }

  /** Whether both sets have a place that is no cell. */
  boolean meetBeyondCells(long[] some, long[] others) {
    return Footprint.has(some, visible) && Footprint.has(others, visible)
        || Footprint.has(some, threads) && Footprint.has(others, threads);
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
      Footprint.addAll(own[pc].own.reads, footprints.reads(thread, pc));
      Footprint.addAll(own[pc].own.writes, footprints.stores(thread, pc));
      Footprint.addAll(own[pc].own.writes, footprints.writes(thread, pc));
      collect(code[pc], own[pc].own);
    }
    for (Code each : code) {
      if (each.opcode == Opcode.ATOMIC_BEGIN) {
        collectBlock(each, own);
      }
    }
    for (int pc = 0; pc < code.length; pc++) {
      own[pc].later.include(own[pc].own);
      if (code[pc].opcode.happensAtFetch() || code[pc].isStrongBlock()) {
        Footprint.include(own[pc].atFetch, own[pc].own.reads);
        Footprint.include(own[pc].atFetch, own[pc].own.writes);
      }
    }
    return own;
  }

  /** Adds what the footprints of the program do not have. */
  private void collect(Code code, Footprint place) {
    switch (code.instruction) {
      case Instruction.Mark mark when program.markCells[mark.mark()] != 0 ->
          Footprint.add(place.writes, ProgramCode.cellOf(program.markCells[mark.mark()]));
      case Instruction.Observe observe -> {
        BitSet cells = new BitSet();
        readBy(observe.condition(), cells);
        Footprint.addAll(place.reads, cells);
        // It looks into the memories of others too.
        Footprint.addAll(place.writes, program.shared ? new BitSet() : cells);
        Footprint.add(place.writes, ProgramCode.cellOf(observe.address()));
      }
      case Instruction.Spawn spawn -> {
        Footprint.add(place.writes, threads);
        // In memories of their own, what a child sees at its start is a copy of all.
        for (int cell = 0; !program.shared && cell < program.cells; cell++) {
          Footprint.add(place.writes, cell);
        }
      }
      default -> {}
    }
    if (watched.stream().anyMatch(cell -> Footprint.has(place.writes, cell))) {
      Footprint.add(place.writes, visible);
    }
  }

  /** A block is one step, with all that it accesses. */
  private void collectBlock(Code begin, Place[] own) {
    List<Instruction> code = program.program.threads().get(begin.declaration).code();
    ControlFlow.reachable(code, begin.pc, Instruction.AtomicEnd.class::isInstance).stream()
        .forEach(pc -> own[begin.pc].own.include(own[pc].own));
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
