// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.level;

import dev.fencepost.collect.Cursor;
import dev.fencepost.collect.RecordSet;
import dev.fencepost.collect.WordLayout;
import dev.fencepost.collect.WordRecords;
import dev.fencepost.collect.Writer;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * A list of states in memory, which {@link #sort} makes a sorted set. What compares lists is for
 * sorted ones. For one thread, except that many threads may compare with a list that nobody
 * changes.
 */
abstract sealed class Keys permits WordKeys, StateKeys {

  /** An empty list for the states that are staged in a set. */
  static Keys of(RecordSet staging) {
    return staging instanceof WordRecords words ? new WordKeys(words::layout) : new StateKeys();
  }

  /** An empty list of this kind. */
  abstract Keys another();

  abstract int size();

  /** The memory that the states take. */
  abstract long bytes();

  abstract void clear();

  /** Brings the states into the current form of their system. */
  abstract void follow();

  /** Points a cursor at a state. */
  abstract void point(int index, Cursor cursor);

  /** Adds a state that a writer has staged. */
  abstract void add(Writer writer, int staged);

  /** Adds a state that is a list of numbers, see {@link dev.fencepost.collect.Identifiers}. */
  abstract void addList(byte[] list, int length);

  /** The numbers that a state is, in an array that has room for them. */
  abstract byte[] list(int index, byte[] array);

  /** How many bytes these take. */
  abstract int listLength(int index);

  /** Adds states of another list. */
  abstract void add(Keys other, int from, int end);

  /** Sorts the states and drops repeated ones. */
  abstract void sort();

  /** Whether this sorted set has a state that a writer has staged. */
  abstract boolean contains(Writer writer, int staged);

  /** Compares a state with one of another list. */
  abstract int compare(int index, Keys other, int its);

  /** The first index from one on whose state is not less than a state of another list. */
  final int seek(int from, Keys other, int index) {
    int step = 1;
    int low = from;
    int high = from;
    // looks near first
    while (high < size() && compare(high, other, index) < 0) {
      low = high + 1;
      high += step;
      step *= 2;
    }
    high = Math.min(high, size());
    while (low < high) {
      int middle = low + high >>> 1;
      if (compare(middle, other, index) < 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /**
   * Finds which states another list has too, from an index on and up to the other list's end.
   *
   * @param met gets their indices
   * @return the index of the first state that is greater than all of the other list
   */
  final int meet(int from, Keys other, BitSet met) {
    int i = from;
    int j = 0;
    while (i < size() && j < other.size()) {
      int order = compare(i, other, j);
      if (order < 0) {
        i = seek(i + 1, other, j);
      } else if (order > 0) {
        j = other.seek(j + 1, this, i);
      } else {
        met.set(i++);
        j++;
      }
    }
    return i;
  }

  /** Drops the states at some indices. */
  abstract void drop(BitSet dropped);

  /**
   * Writes states until a page is full.
   *
   * @return the index of the first state that was not written
   */
  final int write(int from, PageBuffer page) {
    return write(from, page, PageBuffer.FULL);
  }

  /** Writes all states, as one page. */
  final void writeAll(PageBuffer page) {
    write(0, page, Integer.MAX_VALUE);
  }

  abstract int write(int from, PageBuffer page, int full);

  /** Adds the states of a page. */
  abstract void read(PageBuffer page, Form form);

  /** How states are written now. */
  abstract Form form();

  /**
   * How the states of a run are written.
   *
   * @param widths of the fields of words; none for states as bytes
   */
  record Form(List<Integer> widths) {
    static final Form BYTES = new Form(List.of());

    Form {
      widths = List.copyOf(widths);
    }

    void write(DataOutputStream out) throws IOException {
      out.writeInt(widths.size());
      for (int width : widths) {
        out.writeInt(width);
      }
    }

    static Form read(DataInputStream in) throws IOException {
      List<Integer> widths = new ArrayList<>();
      for (int left = in.readInt(); left > 0; left--) {
        widths.add(in.readInt());
      }
      return new Form(widths);
    }

    boolean isOfWords() {
      return !widths.isEmpty();
    }

    WordLayout layout() {
      return WordLayout.of(widths.stream().mapToInt(width -> width).toArray());
    }

    /** An empty list of states in this form. */
    Keys newKeys() {
      WordLayout layout = layout();
      return isOfWords() ? new WordKeys(() -> layout) : new StateKeys();
    }
  }
}
