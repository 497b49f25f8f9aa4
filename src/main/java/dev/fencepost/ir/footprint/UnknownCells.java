// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.ir.footprint;

import dev.fencepost.budget.Budget;
import dev.fencepost.ir.CellKinds;
import dev.fencepost.ir.Expr;
import dev.fencepost.ir.Instruction;
import dev.fencepost.ir.Program;
import dev.fencepost.ir.Registers;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;

/**
 * Blocks that were allocated as bytes hold what the program uses them for: a cell that all accesses
 * use as one kind is of that kind. One that accesses of several kinds may come to stays unknown.
 */
final class UnknownCells {
  private static final int SEVERAL = -1;

  private final CellKinds kinds;
  private final BitSet unknown;
  private final int[] found;

  private UnknownCells(CellKinds kinds, BitSet unknown, int cells) {
    this.kinds = kinds;
    this.unknown = unknown;
    found = new int[cells];
  }

  /**
   * Says what is known now to the expressions that ask.
   *
   * @param values empty where nothing is known of the addresses of accesses
   */
  static void resolve(Program program, Optional<ValueAnalysis> values) {
    Optional<UnknownCells> cells =
        program.threads().stream()
            .flatMap(thread -> thread.code().stream())
            .flatMap(instruction -> Registers.expressions(instruction).stream())
            .filter(Expr.Alike.class::isInstance)
            .findFirst()
            .map(check -> ((Expr.Alike) check).kinds())
            .map(kinds -> new UnknownCells(kinds, kinds.unknown(), program.cells()));
    cells
        .filter(some -> !some.unknown.isEmpty())
        .ifPresent(some -> some.resolveAll(program, values));
  }

  private void resolveAll(Program program, Optional<ValueAnalysis> values) {
    for (int thread = 0; thread < program.threads().size(); thread++) {
      List<Instruction> code = program.threads().get(thread).code();
      for (int pc = 0; pc < code.size(); pc++) {
        Budget.ask();
        for (Expr address : code.get(pc).addresses()) {
          if (address
              instanceof Expr.Alike(Expr accessed, Expr.Constant(long kind), CellKinds all)) {
            use(cells(values, thread, pc, accessed), all.at(kind));
          }
        }
      }
    }
    for (int cell = unknown.nextSetBit(0); cell >= 0; cell = unknown.nextSetBit(cell + 1)) {
      if (found[cell] > CellKinds.UNKNOWN) {
        kinds.resolve(cell, found[cell]);
      }
    }
  }

  private BitSet cells(Optional<ValueAnalysis> values, int thread, int pc, Expr address) {
    if (values.isEmpty()) {
      return unknown;
    }
    return values.get().isReached(thread, pc)
        ? values.get().cells(thread, pc, address)
        : new BitSet();
  }

  private void use(BitSet cells, int kind) {
    for (int cell = cells.nextSetBit(0); cell >= 0; cell = cells.nextSetBit(cell + 1)) {
      boolean first = found[cell] == CellKinds.UNKNOWN || found[cell] == kind;
      found[cell] = first ? kind : SEVERAL;
    }
  }
}
