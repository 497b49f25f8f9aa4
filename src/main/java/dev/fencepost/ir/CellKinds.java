// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.ir;

import dev.fencepost.budget.Budget;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * What kind of scalar each cell holds: how many bits, and whether its values have a sign. A cell
 * holds a whole scalar, so an access of another kind has no value here. Cells that are no objects
 * are of none: whoever accesses one has a bad address.
 */
public final class CellKinds extends CellNumbers {
  /** Nothing is known of a cell: a block that was allocated as bytes. */
  public static final int UNKNOWN = 0;

  /** Of truth values, which are 0 and 1. */
  public static final int TRUTH = 1;

  /** Of 64 bits: pointers and the widest integers. Their values are alike with and without sign. */
  public static final int WORD = 2 * Long.SIZE;

  /** What ends a run without a violation: the machine has no value for what it does. */
  public static final String OTHER_TYPE = "an object is accessed as another type";

  /** The kind of integers. */
  public static int of(int bits, boolean signed) {
    return bits == Long.SIZE ? WORD : 2 * bits + (signed ? 1 : 0);
  }

  /** The kinds of these cells, and of a pool behind them. */
  public void set(List<MemoryLocation> memory, Pool pool) {
    numbers = new int[memory.size() + pool.extent()];
    for (int cell = 0; cell < memory.size(); cell++) {
      numbers[cell] = memory.get(cell).isGap() ? NONE : memory.get(cell).kind();
    }
    Arrays.fill(numbers, memory.size(), numbers.length, NONE);
    pool.eachCell((cell, kind) -> numbers[memory.size() + cell] = kind);
  }

  /** The cells of which nothing is known. */
  public BitSet unknown() {
    BitSet cells = new BitSet();
    for (int cell = 0; cell < numbers.length; cell++) {
      Budget.ask();
      cells.set(cell, numbers[cell] == UNKNOWN);
    }
    return cells;
  }

  /** Says what kind a cell is of which nothing was known. */
  public void resolve(int cell, int kind) {
    numbers[cell] = kind;
  }

  /** The operand of {@link Expr.Alike} that stands for a kind itself. */
  public static Expr kind(int kind) {
    return Expr.constant(-kind);
  }

  /** The kind of the cell at an address; of a number below 0, the kind that it stands for. */
  public int at(long address) {
    return address < 0 ? (int) -address : numberAt(address);
  }

  /** Whether the cell at an address, if there is one, is of a kind: that of another cell. */
  public boolean alike(long address, long other) {
    int kind = numberAt(address);
    return kind == NONE || at(other) == NONE || kind == at(other);
  }

  /** A kind in words. */
  public static String text(int kind) {
    return switch (kind) {
      case NONE, UNKNOWN -> "of no known type: cast what malloc gives";
      case TRUTH -> "_Bool";
      case WORD -> "64 bits";
      default -> kind / 2 + " bits, " + (kind % 2 == 0 ? "unsigned" : "signed");
    };
  }

  @Override
  public String toString() {
    return "kinds";
  }
}
