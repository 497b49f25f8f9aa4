// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.promela;

import dev.fencepost.transition.Successors;
import java.util.Arrays;

/**
 * What the own steps of processes lead to, for one thread: by the numbers of what is global and of
 * the process, those that come of each step. When there is no more room everything is forgotten.
 *
 * <p>Entries lie one after the other: both numbers, the process with how many steps there are and
 * whether one has a code, then the steps. An open-addressing table holds where each begins; so who
 * finds one has it near already.
 */
final class RememberedSteps {
  /** The number of a process that has ended. */
  static final int GONE = 0;

  private static final int MOST_NUMBERS = 1 << 27;
  private static final int HEAP_SHARE = 64;
  private static final int HEADER = 3;
  private static final int PROCESS_BITS = 8;
  private static final int CODED = 1 << PROCESS_BITS;
  private static final int MOVES = 1 << PROCESS_BITS + 1;
  private static final int COUNT_SHIFT = PROCESS_BITS + 2;
  private static final long MULTIPLIER = 0x9E3779B97F4A7C15L;

  private final int most =
      (int) Math.min(MOST_NUMBERS, Runtime.getRuntime().maxMemory() / HEAP_SHARE);

  private int[] numbers = new int[1 << 10];

  /** No entry begins at 0. */
  private int end = 1;

  private int[] table = new int[1 << 8];
  private int entries;

  /** What was looked at in advance: kept, so that it is looked at. */
  int seen;

  /** Looks at where the steps of a process may be. */
  void approach(int process, int global, int number) {
    seen ^= numbers[table[hash(process, global, number) & table.length - 1]];
  }

  /** Where the steps of a process are, or 0. */
  int find(int process, int global, int number) {
    return table[place(process, global, number)];
  }

  private int place(int process, int global, int number) {
    int mask = table.length - 1;
    int place = hash(process, global, number) & mask;
    for (int at = table[place]; at != 0; at = table[place]) {
      if (numbers[at] == global
          && numbers[at + 1] == number
          && (numbers[at + 2] & CODED - 1) == process) {
        return place;
      }
      place = place + 1 & mask;
    }
    return place;
  }

  private static int hash(int process, int global, int number) {
    long key = (long) global << Integer.SIZE | number ^ process << Integer.SIZE - PROCESS_BITS;
    return (int) (key * MULTIPLIER >>> Integer.SIZE);
  }

  /**
   * Remembers where the steps of a process lead; where that is written now.
   *
   * @param found what they lead to
   * @param moves whether there was a step, though it may not have been found worth to be kept
   */
  int add(int process, int global, int number, StepTargets found, boolean moves) {
    int count = found.count();
    boolean coded = found.isCoded();
    int size = HEADER + count * (coded ? 3 : 2);
    makeRoom(size);
    int at = end;
    end += size;
    numbers[at] = global;
    numbers[at + 1] = number;
    numbers[at + 2] = process | (coded ? CODED : 0) | (moves ? MOVES : 0) | count << COUNT_SHIFT;
    int to = at + HEADER;
    for (int i = 0; i < count; i++) {
      numbers[to++] = found.global(i);
      numbers[to++] = found.process(i);
      if (coded) {
        numbers[to++] = found.code(i);
      }
    }
    table[place(process, global, number)] = at;
    return at;
  }

  private void makeRoom(int size) {
    if (end + size > most) {
      Arrays.fill(table, 0);
      entries = 0;
      end = 1;
    }
    if (end + size > numbers.length) {
      numbers = Arrays.copyOf(numbers, Math.max(end + size, 2 * numbers.length));
    }
    if (++entries > table.length / 2) {
      int[] old = table;
      table = new int[2 * old.length];
      for (int at : old) {
        if (at != 0) {
          int process = numbers[at + 2] & CODED - 1;
          table[place(process, numbers[at], numbers[at + 1])] = at;
        }
      }
    }
  }

  /** Whether the process can take a step. */
  boolean moves(int at) {
    return (numbers[at + 2] & MOVES) != 0;
  }

  /** Writes what the steps lead to, from a state of some number of bytes. */
  void write(int at, byte[] state, int offset, int length, Successors out) {
    int header = numbers[at + 2];
    int count = header >>> COUNT_SHIFT;
    int stride = (header & CODED) == 0 ? 2 : 3;
    int own = ((header & CODED - 1) + 1) * Integer.BYTES;
    int from = at + HEADER;
    for (int i = 0; i < count; i++, from += stride) {
      byte[] target = out.reserve(length);
      int start = out.end();
      System.arraycopy(state, offset, target, start, length);
      Bytes.putInt(target, start, numbers[from]);
      int number = numbers[from + 1];
      int code = stride == 2 ? Successors.FINE : numbers[from + 2];
      if (number == GONE) {
        out.add(start + length - Integer.BYTES, code);
      } else {
        Bytes.putInt(target, start + own, number);
        out.add(start + length, code);
      }
    }
  }
}
