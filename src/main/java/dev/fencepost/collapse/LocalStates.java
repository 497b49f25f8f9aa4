// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.collapse;

import java.util.Arrays;

/**
 * The kinds of local states, by process and identifier. For one thread.
 *
 * <p>A kind has a bit for each property; 0 is unknown.
 */
final class LocalStates {
  private static final byte MEMOISED = 1;
  private static final byte AMPLE = 2;
  private static final byte ENDS_LAST = 4;
  private static final byte KNOWN = 8;
  private static final int FIRST_SIZE = 64;

  private final byte[][] kinds;
  private final int[][] parts;

  LocalStates(int processes) {
    kinds = new byte[processes][0];
    parts = new int[processes][0];
  }

  void put(int process, int identifier, LocalState state) {
    if (identifier >= kinds[process].length) {
      int size = Math.max(FIRST_SIZE, 2 * identifier);
      kinds[process] = Arrays.copyOf(kinds[process], size);
      parts[process] = Arrays.copyOf(parts[process], size);
    }
    int kind = KNOWN;
    kind |= state.memoised() ? MEMOISED : 0;
    kind |= state.ample() ? AMPLE : 0;
    kind |= state.endsLast() ? ENDS_LAST : 0;
    kinds[process][identifier] = (byte) kind;
    parts[process][identifier] = state.parts().bits();
  }

  /** What is known of a local state. */
  int kind(int process, int identifier) {
    byte[] known = kinds[process];
    return identifier < known.length ? known[identifier] : 0;
  }

  PartSet parts(int process, int identifier) {
    return new PartSet(parts[process][identifier]);
  }

  /** The bits of {@link #parts}, for several looks. */
  int[] partBits(int process) {
    return parts[process];
  }

  static boolean isKnown(int kind) {
    return kind != 0;
  }

  static boolean isMemoised(int kind) {
    return (kind & MEMOISED) != 0;
  }

  static boolean isAmple(int kind) {
    return (kind & AMPLE) != 0;
  }

  static boolean endsLast(int kind) {
    return (kind & ENDS_LAST) != 0;
  }

  /** Whether all its steps are wanted whatever other processes do, and may be memoised. */
  static boolean isPlain(int kind) {
    return (kind & (MEMOISED | AMPLE)) == MEMOISED;
  }
}
