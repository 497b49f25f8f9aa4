// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.parts;

import dev.fencepost.transition.Successors;
import java.util.Arrays;

/** What a process's own steps lead to: the numbers of what is shared and of the process. */
public final class StepTargets {
  private static final int SIZE = 3;

  private int[] numbers = new int[SIZE * 32];
  private int count;

  public void clear() {
    count = 0;
  }

  public void add(int shared, int process, int code) {
    if (SIZE * (count + 1) > numbers.length) {
      numbers = Arrays.copyOf(numbers, 2 * numbers.length);
    }
    numbers[SIZE * count] = shared;
    numbers[SIZE * count + 1] = process;
    numbers[SIZE * count + 2] = code;
    count++;
  }

  /** Whether a step without a violation leads there. */
  public boolean has(int shared, int process) {
    for (int i = 0; i < count; i++) {
      if (shared(i) == shared && process(i) == process && code(i) == Successors.FINE) {
        return true;
      }
    }
    return false;
  }

  /** Whether a step violates something. */
  public boolean isCoded() {
    for (int i = 0; i < count; i++) {
      if (code(i) != Successors.FINE) {
        return true;
      }
    }
    return false;
  }

  int count() {
    return count;
  }

  int shared(int index) {
    return numbers[SIZE * index];
  }

  /** The number of the process, or {@link RememberedSteps#GONE}. */
  int process(int index) {
    return numbers[SIZE * index + 1];
  }

  int code(int index) {
    return numbers[SIZE * index + 2];
  }
}
