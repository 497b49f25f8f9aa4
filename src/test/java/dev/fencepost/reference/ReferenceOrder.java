// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.reference;

import dev.fencepost.ir.Expr;
import dev.fencepost.ir.FencePairs;
import dev.fencepost.ir.Instruction;
import dev.fencepost.ir.MemoryOrder;
import dev.fencepost.ir.Program;
import dev.fencepost.memorymodel.AccessKind;
import dev.fencepost.memorymodel.MemoryModel;
import dev.fencepost.memorymodel.OrderTable.Rule;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Which earlier instances of its window an instance waits for. */
final class ReferenceOrder {
  private final Program program;
  private final MemoryModel model;

  /** The table of docs/machine.md: earlier kind, then later kind. */
  private final Map<AccessKind, Map<AccessKind, Rule>> table = new EnumMap<>(AccessKind.class);

  ReferenceOrder(Program program, MemoryModel model) {
    this.program = program;
    this.model = model;
    for (AccessKind earlier : AccessKind.values()) {
      table.put(earlier, new EnumMap<>(AccessKind.class));
      for (AccessKind later : AccessKind.values()) {
        table.get(earlier).put(later, AccessKind.rule(model, earlier, later));
      }
    }
  }

  private Rule rule(AccessKind earlier, AccessKind later) {
    return table.get(earlier).get(later);
  }

  /** "Stops behind an instance that every later instance must wait for under this model." */
  boolean fetchStops(List<ReferenceInstance> window) {
    for (int i = 0; i < window.size(); i++) {
      ReferenceInstance earlier = window.get(i);
      boolean stops = earlier.pendingAccess();
      for (AccessKind later : AccessKind.values()) {
        stops &=
            earlier.kind() != null
                && (rule(earlier.kind(), later) == Rule.ALWAYS
                    || fenceBetween(window, i, window.size(), later)
                    || mayAcquire(earlier));
      }
      if (stops) {
        return true;
      }
    }
    return false;
  }

  /**
   * "The memory model lets it pass every earlier unfinished instance of its thread."
   *
   * @param order the order that the access at the index carries, given how it ends
   */
  boolean mayGo(List<ReferenceInstance> window, int index, MemoryOrder order) {
    ReferenceInstance later = window.get(index);
    return mayGo(window, index, order, later.kind() != AccessKind.READ && order.releases());
  }

  /** Whether a compare and swap may fail: then it has its order as a load and releases nothing. */
  boolean mayFail(List<ReferenceInstance> window, int index, MemoryOrder order) {
    return mayGo(window, index, order, false);
  }

  private boolean mayGo(
      List<ReferenceInstance> window, int index, MemoryOrder order, boolean release) {
    for (int i = 0; i < index; i++) {
      ReferenceInstance earlier = window.get(i);
      if (earlier.finished()) {
        continue;
      }
      if (release) {
        return false;
      }
      if (earlier.kind() != null && waits(window, i, index, order)) {
        return false;
      }
    }
    return true;
  }

  private boolean waits(List<ReferenceInstance> window, int i, int index, MemoryOrder order) {
    ReferenceInstance earlier = window.get(i);
    ReferenceInstance later = window.get(index);
    return switch (rule(earlier.kind(), later.kind())) {
          case ALWAYS -> true;
          case SAME_CELL -> sameCellUnlessGuessed(earlier, later);
          case NEVER -> false;
        }
        || fenceBetween(window, i, index, later.kind())
        || mayAcquire(earlier)
        || (order == MemoryOrder.SEQ_CST && maySequence(earlier));
  }

  /** "Where the order of two instances hangs on an address not known yet, the later one waits." */
  private boolean sameCellUnlessGuessed(ReferenceInstance earlier, ReferenceInstance later) {
    return (!earlier.addressesKnown() && mustNotGuess()) || sameCell(earlier, later);
  }

  /** Without speculation nothing goes on the guess that an unknown address differs. */
  boolean mustNotGuess() {
    return !model.speculation();
  }

  /** "The same cell means either": of a two-word CAS. Addresses that are not known are no cell. */
  boolean sameCell(ReferenceInstance one, ReferenceInstance other) {
    for (Expr first : one.addresses()) {
      for (Expr second : other.addresses()) {
        if (cell(first) >= 0 && cell(first) == cell(second)) {
          return true;
        }
      }
    }
    return false;
  }

  /** The cell at an address, or -1 where it is not known, an error, or the address of none. */
  int cell(Expr address) {
    return address instanceof Expr.Constant constant ? program.cellAt(constant.value()) : -1;
  }

  /**
   * "An acquire or stronger load or RMW executes before every later instance of its thread." How a
   * compare and swap will end is not known before it executes, so either of its orders counts.
   */
  private static boolean mayAcquire(ReferenceInstance earlier) {
    return earlier.kind() != AccessKind.WRITE
        && (earlier.order().acquires() || earlier.failureOrder().acquires());
  }

  /** "Two seq_cst accesses of one thread keep their order." */
  private static boolean maySequence(ReferenceInstance earlier) {
    return earlier.order() == MemoryOrder.SEQ_CST || earlier.failureOrder() == MemoryOrder.SEQ_CST;
  }

  /** "A later access waits for an earlier one if a fence between them has their pair." */
  private static boolean fenceBetween(
      List<ReferenceInstance> window, int from, int to, AccessKind later) {
    int pairs = pairs(window.get(from).kind(), later);
    for (int i = from + 1; i < to; i++) {
      if (window.get(i).instruction() instanceof Instruction.Fence fence
          && (fence.pairs() & pairs) != 0) {
        return true;
      }
    }
    return false;
  }

  /** "C counts as R and as W." */
  static int pairs(AccessKind earlier, AccessKind later) {
    int fromRead = FencePairs.RR | FencePairs.RW;
    int fromWrite = FencePairs.WR | FencePairs.WW;
    int toRead = FencePairs.RR | FencePairs.WR;
    int toWrite = FencePairs.RW | FencePairs.WW;
    int from =
        switch (earlier) {
          case READ -> fromRead;
          case WRITE -> fromWrite;
          case READ_MODIFY_WRITE -> fromRead | fromWrite;
        };
    int to =
        switch (later) {
          case READ -> toRead;
          case WRITE -> toWrite;
          case READ_MODIFY_WRITE -> toRead | toWrite;
        };
    return from & to;
  }

  /** A fence leaves when no earlier instance is left that a later one may have to wait for. */
  boolean fenceLeaves(List<ReferenceInstance> window, int index) {
    int pairs = ((Instruction.Fence) window.get(index).instruction()).pairs();
    return window.subList(0, index).stream()
        .filter(ReferenceInstance::pendingAccess)
        .allMatch(e -> (pairs(e.kind(), AccessKind.READ_MODIFY_WRITE) & pairs) == 0);
  }

  /** "Dropped if the table says same cell, or if it is a store that a load passed." */
  boolean sameCellMatters(ReferenceInstance earlier, ReferenceInstance later) {
    return earlier.pendingAccess()
        && (rule(earlier.kind(), later.kind()) == Rule.SAME_CELL
            || (earlier.kind() == AccessKind.WRITE && later.kind() == AccessKind.READ));
  }

  /** Whether the instance goes, or has gone, on the guess that an unknown address differs. */
  boolean guesses(List<ReferenceInstance> window, int index) {
    for (int i = 0; i < index; i++) {
      if (!window.get(i).addressesKnown() && sameCellMatters(window.get(i), window.get(index))) {
        return true;
      }
    }
    return false;
  }
}
