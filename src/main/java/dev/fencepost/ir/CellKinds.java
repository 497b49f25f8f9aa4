// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.ir;

import dev.fencepost.budget.Budget;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * What kind of scalar each cell holds: how many bits, and whether its values have a sign. A cell
 * holds a whole scalar, so an access of another kind has no value here. Known once all of memory is
 * laid out: expressions name the kinds of a program that is not finished yet.
 */
public final class CellKinds {
  /** Nothing is known of a cell: a block that was allocated as bytes. */
  public static final int UNKNOWN = 0;

  /** Of truth values, which are 0 and 1. */
  public static final int TRUTH = 1;

  /** Of 64 bits: pointers and the widest integers. Their values are alike with and without sign. */
  public static final int WORD = 2 * Long.SIZE;

  /** What ends a run without a violation: the machine has no value for what it does. */
  public static final String OTHER_TYPE = "an object is accessed as another type";

  /** Of cells that are no objects: whoever accesses one has a bad address. */
  public static final int NONE = -1;

  private int[] kinds = {};

  /** The kind of integers. */
  public static int of(int bits, boolean signed) {
    return bits == Long.SIZE ? WORD : 2 * bits + (signed ? 1 : 0);
  }

  /** The kinds of these cells, and of a pool behind them. */
  public void set(List<MemoryLocation> memory, Pool pool) {
    kinds = new int[memory.size() + pool.extent()];
    for (int cell = 0; cell < memory.size(); cell++) {
      kinds[cell] = memory.get(cell).isGap() ? NONE : memory.get(cell).kind();
    }
    Arrays.fill(kinds, memory.size(), kinds.length, NONE);
    pool.eachCell((cell, kind) -> kinds[memory.size() + cell] = kind);
  }

  /** The cells of which nothing is known. */
  public BitSet unknown() {
    BitSet cells = new BitSet();
    for (int cell = 0; cell < kinds.length; cell++) {
      Budget.ask();
      cells.set(cell, kinds[cell] == UNKNOWN);
    }
    return cells;
  }

  /** Says what kind a cell is of which nothing was known. */
  public void resolve(int cell, int kind) {
    kinds[cell] = kind;
  }

  /** The operand of {@link Expr.Alike} that stands for a kind itself. */
  public static Expr kind(int kind) {
    return Expr.constant(-kind);
  }

  /** The kind of the cell at an address; of a number below 0, the kind that it stands for. */
  public int at(long address) {
    if (address < 0) {
      return (int) -address;
    }
    long cell = address / Program.CELL_BYTES - 1;
    return cell >= 0 && cell < kinds.length ? kinds[(int) cell] : NONE;
  }

  /** Where kinds begin, each with the first address that is of it. */
  public List<Start> starts() {
    List<Start> starts = new ArrayList<>();
    for (int cell = 0; cell < kinds.length; cell++) {
      if (cell == 0 || kinds[cell] != kinds[cell - 1]) {
        starts.add(new Start(Program.addressOf(cell), kinds[cell]));
      }
    }
    return starts;
  }

  /** From an address on, up to the next one, cells are of a kind. */
  public record Start(long address, int kind) {}

  /** Whether the cell at an address, if there is one, is of a kind: that of another cell. */
  public boolean alike(long address, long other) {
    int kind = address < 0 ? NONE : at(address);
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
  public boolean equals(Object other) {
    return other instanceof CellKinds that && Arrays.equals(kinds, that.kinds);
  }

  @Override
  public int hashCode() {
    return CellKinds.class.hashCode();
  }

  @Override
  public String toString() {
    return "kinds";
  }
}
