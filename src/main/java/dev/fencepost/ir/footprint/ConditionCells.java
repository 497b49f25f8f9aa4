// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.ir.footprint;

import dev.fencepost.budget.Budget;
import dev.fencepost.ir.Expr;
import dev.fencepost.ir.Program;
import java.util.BitSet;

/** Which cells the conditions of properties read. */
public final class ConditionCells {

  private ConditionCells() {}

  /** Adds the cells that a condition reads, all cells if unknown; marks are no cells. */
  public static void collect(Expr condition, Program program, BitSet cells) {
    Budget.ask();
    switch (condition) {
      case Expr.Reachable reachable ->
          reachable.heap().cells().forEach(address -> cells.set(program.cellAt(address)));
      case Expr.Contents(Expr.Constant(long address), int observer)
          when program.cellAt(address) >= 0 ->
          cells.set(program.cellAt(address));
      case Expr.Contents contents -> cells.set(0, program.cells());
      default -> condition.operands().forEach(operand -> collect(operand, program, cells));
    }
  }
}
