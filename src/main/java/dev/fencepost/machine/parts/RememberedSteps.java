// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.parts;

import dev.fencepost.transition.Successors;
import java.util.Arrays;

/**
 * What the own steps of processes lead to, for one generator: by the numbers of what is shared and
 * of the process, those that come of each step. When there is no more room everything is forgotten.
 *
 * <p>Entries lie one after the other: both numbers, the process with how many steps there are and
 * what is known of them, then the steps. An open-addressing table holds where each begins; so who
 * finds one has it near already.
 */
public final class RememberedSteps {
  /** The number of a process that has ended. */
  public static final int GONE = 0;

  private static final int MOST_NUMBERS = 1 << 27;
  private static final int HEAP_SHARE = 64;
  private static final int HEADER = 3;
  private static final int PROCESS_BITS = 8;
  private static final int CODED = 1 << PROCESS_BITS;
  private static final int MOVES = 1 << PROCESS_BITS + 1;
  private static final int OPEN = 1 << PROCESS_BITS + 2;
  private static final int COUNT_SHIFT = PROCESS_BITS + 3;
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
  public void approach(int process, int shared, int number) {
    seen ^= numbers[table[hash(process, shared, number) & table.length - 1]];
  }

  /** Where the steps of a process are, or 0. */
  public int find(int process, int shared, int number) {
    return table[place(process, shared, number)];
  }

  private int place(int process, int shared, int number) {
    int mask = table.length - 1;
    int place = hash(process, shared, number) & mask;
    for (int at = table[place]; at != 0; at = table[place]) {
      if (numbers[at] == shared
          && numbers[at + 1] == number
          && (numbers[at + 2] & CODED - 1) == process) {
        return place;
      }
      place = place + 1 & mask;
    }
    return place;
  }

  private static int hash(int process, int shared, int number) {
    long key = (long) shared << Integer.SIZE | number ^ process << Integer.SIZE - PROCESS_BITS;
    return (int) (key * MULTIPLIER >>> Integer.SIZE);
  }

  /**
   * Remembers where the steps of a process lead; where that is written now.
   *
   * @param found what they lead to
   * @param moves whether there was a step, though it may not have been found worth to be kept
   */
  public int add(int process, int shared, int number, StepTargets found, boolean moves) {
    int count = found.count();
    boolean coded = found.isCoded();
    int flags = (coded ? CODED : 0) | (moves ? MOVES : 0) | count << COUNT_SHIFT;
    int at = begin(process, shared, number, flags, count * (coded ? 3 : 2));
    int to = at + HEADER;
    for (int i = 0; i < count; i++) {
      numbers[to++] = found.shared(i);
      numbers[to++] = found.process(i);
      if (coded) {
        numbers[to++] = found.code(i);
      }
    }
    return at;
  }

  /** Remembers that the steps of a process hang on more than this, or change more. */
  public int addOpen(int process, int shared, int number) {
    return begin(process, shared, number, OPEN, 0);
  }

  private int begin(int process, int shared, int number, int flags, int size) {
    makeRoom(HEADER + size);
    int at = end;
    end += HEADER + size;
    numbers[at] = shared;
    numbers[at + 1] = number;
    numbers[at + 2] = process | flags;
    table[place(process, shared, number)] = at;
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

  /** Whether the steps are to be taken each time, as they cannot be remembered. */
  public boolean isOpen(int at) {
    return (numbers[at + 2] & OPEN) != 0;
  }

  /** Whether the process can take a step. */
  public boolean moves(int at) {
    return (numbers[at + 2] & MOVES) != 0;
  }

  /** Writes what the steps lead to, from a state of some number of bytes. */
  public void write(int at, byte[] state, int offset, int length, Successors out) {
    int header = numbers[at + 2];
    int count = header >>> COUNT_SHIFT;
    int stride = (header & CODED) == 0 ? 2 : 3;
    int own = (header & CODED - 1) + 1;
    int from = at + HEADER;
    for (int i = 0; i < count; i++, from += stride) {
      byte[] target = out.reserve(length);
      int start = out.end();
      System.arraycopy(state, offset, target, start, length);
      PartNumbers.put(target, start, PartNumbers.SHARED, numbers[from]);
      int number = numbers[from + 1];
      int code = stride == 2 ? Successors.FINE : numbers[from + 2];
      if (number == GONE) {
        out.add(start + length - Integer.BYTES, code);
      } else {
        PartNumbers.put(target, start, own, number);
        out.add(start + length, code);
      }
    }
  }
}
