// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.level;

import dev.fencepost.level.FileRun.Identity;
import dev.fencepost.transition.NumberedParts;
import dev.fencepost.transition.TransitionSystem.LimitException;
import java.util.Arrays;
import java.util.List;

/**
 * The numbers of parts that all machines share, beside those that the parts have on this machine.
 * The search gives them in the order of its files. Nothing changes: a later level has its own.
 */
final class SharedNumbers {
  private final NumberedParts parts;

  /** How many levels have brought the parts. */
  private final int levels;

  /** By place, how many shared numbers there are. */
  private final int[] counts;

  /** By place and number here, the shared number, or 0. */
  private final int[][] shared;

  /** By place and shared number, the number here. */
  private final int[][] own;

  private SharedNumbers(
      NumberedParts parts, int levels, int[] counts, int[][] shared, int[][] own) {
    this.parts = parts;
    this.levels = levels;
    this.counts = counts;
    this.shared = shared;
    this.own = own;
  }

  /** No part is shared yet. */
  static SharedNumbers none(NumberedParts parts) {
    int places = parts.places();
    return new SharedNumbers(parts, 0, new int[places], new int[places][1], new int[places][1]);
  }

  /** These numbers, and those of the parts in more files; all files are given. */
  SharedNumbers with(List<Identity> files, RunFolder folder) throws LimitException {
    if (files.size() <= levels) {
      return this;
    }
    SharedNumbers more =
        new SharedNumbers(parts, files.size(), counts.clone(), copy(shared), copy(own));
    for (int level = levels; level < files.size(); level++) {
      PartFile.read(folder, level, files.get(level), more::add);
    }
    return more;
  }

  private static int[][] copy(int[][] numbers) {
    return Arrays.stream(numbers).map(int[]::clone).toArray(int[][]::new);
  }

  private void add(int place, byte[] part) throws LimitException {
    int here = parts.add(place, part);
    int number = ++counts[place];
    put(shared, place, here, number);
    put(own, place, number, here);
  }

  private static void put(int[][] numbers, int place, int index, int number) {
    if (index >= numbers[place].length) {
      numbers[place] = Arrays.copyOf(numbers[place], Math.max(64, 2 * index));
    }
    numbers[place][index] = number;
  }

  /** How many shared numbers a place has. */
  int count(int place) {
    return counts[place];
  }

  /** The shared number of a part with a number here, or 0. */
  int shared(int place, int here) {
    int[] numbers = shared[place];
    return here < numbers.length ? numbers[here] : 0;
  }

  /** The number here of a part with a shared number. */
  int own(int place, int number) {
    return own[place][number];
  }

  /** The shared number of a part that has one. */
  int shared(int place, byte[] part) throws LimitException {
    int number = shared(place, parts.add(place, part));
    if (number == 0) {
      throw new IllegalStateException("a part has no shared number");
    }
    return number;
  }
}
