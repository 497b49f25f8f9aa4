// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.ir;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A number for each cell of memory. Known once all of memory is laid out: expressions name the
 * numbers of a program that is not finished yet.
 */
public abstract sealed class CellNumbers permits CellKinds, ObjectBounds {
  /** The number of what is no object. */
  public static final int NONE = -1;

  int[] numbers = {};

  /** The number of the cell at an address, or {@link #NONE}. */
  final int numberAt(long address) {
    long cell = Math.floorDiv(address, Program.CELL_BYTES) - 1;
    return cell >= 0 && cell < numbers.length ? numbers[(int) cell] : NONE;
  }

  /** Where numbers begin, each with its first address; {@link #NONE} behind the last cell. */
  public final List<Start> starts() {
    List<Start> starts = new ArrayList<>();
    for (int cell = 0; cell < numbers.length; cell++) {
      if (cell == 0 || numbers[cell] != numbers[cell - 1]) {
        starts.add(new Start(Program.addressOf(cell), numbers[cell]));
      }
    }
    starts.add(new Start(Program.addressOf(numbers.length), NONE));
    return starts;
  }

  /** From an address on, up to the next one, cells have a number. */
  public record Start(long address, int number) {}

  @Override
  public final boolean equals(Object other) {
    return other instanceof CellNumbers that
        && getClass() == that.getClass()
        && Arrays.equals(numbers, that.numbers);
  }

  @Override
  public final int hashCode() {
    return getClass().hashCode();
  }
}
