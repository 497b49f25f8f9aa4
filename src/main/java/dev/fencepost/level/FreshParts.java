// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.level;

import dev.fencepost.collect.IntList;
import dev.fencepost.collect.IntMap;
import dev.fencepost.transition.NumberedParts;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.BitSet;

/**
 * The parts that a piece of a level meets and that have no shared number: they get the numbers
 * behind those, which mean something in this piece alone.
 */
final class FreshParts {
  private final NumberedParts parts;
  private final SharedNumbers numbers;
  private final IntMap[] known;
  private final IntList[] own;

  FreshParts(NumberedParts parts, SharedNumbers numbers) {
    this.parts = parts;
    this.numbers = numbers;
    known = new IntMap[parts.places()];
    own = new IntList[parts.places()];
    Arrays.setAll(known, place -> new IntMap());
    Arrays.setAll(own, place -> new IntList());
  }

  /** The number of a part with a number here. */
  int number(int place, int here) {
    if (!known[place].contains(here)) {
      own[place].add(here);
      known[place].putIfAbsent(here, numbers.count(place) + own[place].size());
    }
    return known[place].get(here);
  }

  /** The greatest number of a place. */
  int greatest(int place) {
    return numbers.count(place) + own[place].size();
  }

  boolean isEmpty() {
    return Arrays.stream(own).allMatch(IntList::isEmpty);
  }

  /** Notes a number if it is of a fresh part. */
  void note(int place, int number, BitSet[] used) {
    if (number > numbers.count(place)) {
      used[place].set(number - numbers.count(place) - 1);
    }
  }

  /** For {@link #note}. */
  BitSet[] newNotes() {
    return Arrays.stream(own).map(each -> new BitSet()).toArray(BitSet[]::new);
  }

  /** Writes all parts. */
  void write(DataOutputStream out) throws IOException {
    for (int place = 0; place < own.length; place++) {
      for (int i = 0; i < own[place].size(); i++) {
        PartFile.write(out, place, parts.get(place, own[place].get(i)));
      }
    }
  }

  /** Writes the parts that were noted, each behind its number. */
  void write(DataOutputStream out, BitSet[] used) throws IOException {
    out.writeInt(Arrays.stream(used).mapToInt(BitSet::cardinality).sum());
    for (int place = 0; place < used.length; place++) {
      for (int i = used[place].nextSetBit(0); i >= 0; i = used[place].nextSetBit(i + 1)) {
        out.writeInt(numbers.count(place) + i + 1);
        PartFile.write(out, place, parts.get(place, own[place].get(i)));
      }
    }
  }
}
