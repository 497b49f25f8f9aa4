// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.window;

/**
 * Since which point of a {@link ReadLog} a value is known, as a number: the point itself, and the
 * point that an instruction fence counts, which is later where a select has decided the value.
 */
public final class ReadView {
  /** Known at every point. */
  public static final int START = 0;

  private static final int HALF = 16;
  private static final int MASK = (1 << HALF) - 1;

  private ReadView() {}

  /** Both points at once. */
  public static int at(int point) {
    return point << HALF | point;
  }

  public static int of(int point, int full) {
    return full << HALF | point;
  }

  public static int point(int view) {
    return view & MASK;
  }

  /** The point that an instruction fence counts. */
  public static int full(int view) {
    return view >>> HALF;
  }

  /** The earliest view of a value that needs two others. */
  public static int max(int first, int second) {
    return of(Math.max(point(first), point(second)), Math.max(full(first), full(second)));
  }
}
