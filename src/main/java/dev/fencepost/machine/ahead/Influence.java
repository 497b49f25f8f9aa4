// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.ahead;

import dev.fencepost.ir.footprint.Footprints;
import dev.fencepost.machine.order.OrderRules;
import dev.fencepost.machine.window.Code;
import dev.fencepost.machine.window.Opcode;
import dev.fencepost.machine.window.ProgramCode;
import java.util.Arrays;
import java.util.BitSet;

/**
 * What the views of a thread bound: per program point and view, the cells of the loads from there
 * on that come after it, by an address, a fence or a law, or after what such a load reads. Events
 * of other cells do not separate two points of that view.
 *
 * <p>A backward data-flow analysis of the code of one thread. Views are numbered: registers,
 * classes of finished instances, {@link #branches}, {@link #addresses}, {@link #floor}, {@link
 * #link}, {@link #atomic}, and per cell the point from which the thread may read it.
 */
final class Influence {
  private final OrderRules rules;
  private final Footprints footprints;
  private final int thread;
  private final Code[] code;
  private final int registers;
  private final int views;

  final int branches;
  final int addresses;
  final int floor;
  final int link;

  /** Of the load of a read-modify-write, for its store. */
  final int atomic;

  private final int cells;

  /** Per position and view, the cells. */
  private final BitSet[][] bounded;

  Influence(ProgramCode program, OrderRules rules, Footprints footprints, int thread) {
    this.rules = rules;
    this.footprints = footprints;
    this.thread = thread;
    int declaration = footprints.declarationOf(thread);
    code = program.threads[declaration];
    registers = program.registers(declaration);
    branches = registers + rules.classes();
    addresses = branches + 1;
    floor = branches + 2;
    link = branches + 3;
    atomic = branches + 4;
    cells = branches + 5;
    views = cells + program.cells;
    bounded = new BitSet[code.length][];
    Arrays.setAll(bounded, pc -> none());
    boolean changed = true;
    while (changed) {
      changed = false;
      for (int pc = code.length - 1; pc >= 0; pc--) {
        BitSet[] before = before(code[pc]);
        for (int view = 0; view < views; view++) {
          changed |= !before[view].equals(bounded[pc][view]);
        }
        bounded[pc] = before;
      }
    }
  }

  private BitSet[] none() {
    BitSet[] sets = new BitSet[views];
    Arrays.setAll(sets, view -> new BitSet());
    return sets;
  }

  /** The cells that a view bounds from a position on. */
  BitSet of(int pc, int view) {
    return bounded[pc][view];
  }

  /** The view of the finished instances of a class. */
  int ofClass(int instanceClass) {
    return registers + instanceClass;
  }

  /** The point from which the thread may read a cell, as a view. */
  int ofCell(int cell) {
    return cells + cell;
  }

  private BitSet[] before(Code at) {
    BitSet[] sets = none();
    if (endsLog(at)) {
      return sets;
    }
    for (int view = 0; view < views; view++) {
      sets[view].or(bounded[at.next][view]);
      if (at.opcode == Opcode.BRANCH) {
        sets[view].or(bounded[at.otherwise][view]);
      }
    }
    switch (at.opcode) {
      case LOAD -> load(at, sets);
      case STORE, PAIRED_STORE, UNLOCK, STORE_CONDITIONAL -> store(at, sets);
      case CAS, CAS2, FETCH_MODIFY, LOCK -> {
        kill(at, sets);
        addresses(at, sets, sets[addresses]);
      }
      case ASSIGN, SELECT -> {
        BitSet result = (BitSet) sets[at.target].clone();
        kill(at, sets);
        operands(at, sets, result);
      }
      case BRANCH, ASSUME -> operands(at, sets, sets[branches]);
      case FENCE -> fence(at, sets);
      default -> kill(at, sets);
    }
    return sets;
  }

  /** Whether nothing behind the instruction is read early. */
  static boolean endsLog(Code at) {
    return switch (at.opcode) {
      case SPAWN, JOIN, END -> true;
      case ATOMIC_BEGIN -> !at.isStrongBlock();
      default -> false;
    };
  }

  private static void kill(Code at, BitSet[] sets) {
    if (at.target >= 0) {
      sets[at.target].clear();
    }
    if (at.secondTarget >= 0) {
      sets[at.secondTarget].clear();
    }
  }

  private static void operands(Code at, BitSet[] sets, BitSet cells) {
    for (int register : at.operands) {
      sets[register].or(cells);
    }
  }

  private static void addresses(Code at, BitSet[] sets, BitSet cells) {
    at.registers(0, at.addresses).forEach(register -> sets[register].or(cells));
  }

  private void load(Code at, BitSet[] sets) {
    BitSet result = (BitSet) sets[ofClass(at.instanceClass)].clone();
    if (at.target >= 0) {
      result.or(sets[at.target]);
    }
    if (at.isLinked()) {
      BitSet pair = sets[at.store == null ? link : atomic];
      result.or(pair);
      pair.clear();
    }
    kill(at, sets);
    BitSet reads = footprints.reads(thread, at.pc);
    for (int cell = reads.nextSetBit(0); cell >= 0; cell = reads.nextSetBit(cell + 1)) {
      sets[ofCell(cell)].or(result);
    }
    result.or(reads);
    sets[floor].or(result);
    for (int earlier = 0; earlier < rules.classes(); earlier++) {
      if (rules.always(earlier, at.instanceClass)) {
        sets[ofClass(earlier)].or(result);
      }
    }
    result.or(sets[addresses]);
    addresses(at, sets, result);
  }

  /** A later load of the cell may take the value, with its view. */
  private void store(Code at, BitSet[] sets) {
    BitSet result = new BitSet();
    BitSet writes = (BitSet) footprints.stores(thread, at.pc).clone();
    writes.or(footprints.writes(thread, at.pc));
    for (int cell = writes.nextSetBit(0); cell >= 0; cell = writes.nextSetBit(cell + 1)) {
      result.or(sets[ofCell(cell)]);
    }
    kill(at, sets);
    addresses(at, sets, sets[addresses]);
    operands(at, sets, result);
    if (at.isPaired()) {
      BitSet pair = sets[pair(at)];
      pair.clear();
      pair.or(result);
    }
  }

  /** The view of the load that a store is paired with. */
  int pair(Code store) {
    return store.opcode == Opcode.PAIRED_STORE ? atomic : link;
  }

  private void fence(Code at, BitSet[] sets) {
    for (long rest = rules.loads(); rest != 0; rest &= rest - 1) {
      int later = Long.numberOfTrailingZeros(rest);
      for (long some = rules.fenced(at, later); some != 0; some &= some - 1) {
        sets[ofClass(Long.numberOfTrailingZeros(some))].or(sets[floor]);
      }
      if (rules.fencedAddresses(at, later) != 0) {
        sets[addresses].or(sets[floor]);
      }
      if ((rules.behindBranches(at) >>> later & 1) != 0) {
        sets[branches].or(sets[floor]);
      }
    }
  }
}
