// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.level;

import dev.fencepost.collect.ByteWriter;
import dev.fencepost.collect.Cursor;
import dev.fencepost.collect.Writer;
import java.util.Arrays;
import java.util.BitSet;

/** States as bytes. On a page a state is what it does not share with the one before. */
final class StateKeys extends Keys {
  private byte[] bytes = new byte[64];
  private int end;

  /** Where states begin and how long they are. */
  private int[] starts = new int[16];

  private int[] lengths = new int[16];
  private int[] merged = {};
  private int size;

  @Override
  StateKeys another() {
    return new StateKeys();
  }

  @Override
  int size() {
    return size;
  }

  @Override
  long bytes() {
    return end + (long) size * 3 * Integer.BYTES;
  }

  @Override
  void clear() {
    size = 0;
    end = 0;
  }

  @Override
  void follow() {
    // bytes have one form
  }

  @Override
  void point(int index, Cursor cursor) {
    cursor.pointTo(bytes, starts[index], lengths[index]);
  }

  @Override
  void add(Writer writer, int staged) {
    ByteWriter its = (ByteWriter) writer;
    add(its.stagedBytes(), its.stagedStart(staged), its.stagedLength(staged));
  }

  void add(byte[] source, int start, int length) {
    System.arraycopy(source, start, reserve(length), end, length);
    added(length);
  }

  @Override
  void add(Keys other, int from, int to) {
    StateKeys its = (StateKeys) other;
    for (int i = from; i < to; i++) {
      add(its.bytes, its.starts[i], its.lengths[i]);
    }
  }

  @Override
  void addList(byte[] list, int length) {
    add(list, 0, length);
  }

  @Override
  byte[] list(int index, byte[] array) {
    byte[] list = array.length < lengths[index] ? new byte[2 * lengths[index]] : array;
    System.arraycopy(bytes, starts[index], list, 0, lengths[index]);
    return list;
  }

  @Override
  int listLength(int index) {
    return lengths[index];
  }

  private byte[] reserve(int length) {
    if (bytes.length - end < length) {
      bytes = Arrays.copyOf(bytes, Math.max(end + length, 2 * bytes.length));
    }
    if (size == starts.length) {
      starts = Arrays.copyOf(starts, 2 * size);
      lengths = Arrays.copyOf(lengths, 2 * size);
    }
    return bytes;
  }

  private void added(int length) {
    starts[size] = end;
    lengths[size++] = length;
    end += length;
  }

  @Override
  int compare(int index, Keys other, int its) {
    StateKeys others = (StateKeys) other;
    int from = starts[index];
    int start = others.starts[its];
    return Arrays.compareUnsigned(
        bytes, from, from + lengths[index], others.bytes, start, start + others.lengths[its]);
  }

  @Override
  void sort() {
    int[] order = order();
    int[] newStarts = new int[starts.length];
    int[] newLengths = new int[starts.length];
    int kept = 0;
    for (int i = 0; i < size; i++) {
      if (i == 0 || compare(order[i], this, order[i - 1]) != 0) {
        newStarts[kept] = starts[order[i]];
        newLengths[kept++] = lengths[order[i]];
      }
    }
    starts = newStarts;
    lengths = newLengths;
    size = kept;
  }

  /** The indices in the order of their states: merges longer and longer pieces. */
  private int[] order() {
    int[] order = new int[size];
    Arrays.setAll(order, i -> i);
    if (merged.length < size) {
      merged = new int[size];
    }
    int[] to = merged;
    for (int width = 1; width < size && width > 0; width *= 2) {
      for (int from = 0; from < size; from += 2 * width) {
        int middle = Math.min(from + width, size);
        merge(order, to, from, middle, Math.min(middle + width, size));
      }
      int[] sorted = to;
      to = order;
      order = sorted;
    }
    merged = to;
    return order;
  }

  private void merge(int[] order, int[] to, int from, int middle, int last) {
    int left = from;
    int right = middle;
    for (int at = from; at < last; at++) {
      boolean first =
          right == last || left < middle && compare(order[left], this, order[right]) <= 0;
      to[at] = first ? order[left++] : order[right++];
    }
  }

  @Override
  boolean contains(Writer writer, int staged) {
    StateKeys wanted = new StateKeys();
    wanted.add(writer, staged);
    int at = seek(0, wanted, 0);
    return at < size && compare(at, wanted, 0) == 0;
  }

  @Override
  void drop(BitSet dropped) {
    int kept = 0;
    for (int i = dropped.nextClearBit(0); i < size; i = dropped.nextClearBit(i + 1)) {
      starts[kept] = starts[i];
      lengths[kept++] = lengths[i];
    }
    size = kept;
  }

  @Override
  int write(int from, PageBuffer page, int full) {
    int i = from;
    while (i < size && page.length() < full) {
      int shared = i == from ? 0 : shared(i - 1, i);
      page.put(shared);
      page.put(lengths[i] - shared);
      page.put(bytes, starts[i] + shared, lengths[i] - shared);
      i++;
    }
    return i;
  }

  /** How many first bytes two states share. */
  private int shared(int one, int other) {
    int found =
        Arrays.mismatch(
            bytes,
            starts[one],
            starts[one] + lengths[one],
            bytes,
            starts[other],
            starts[other] + lengths[other]);
    return found < 0 ? lengths[one] : found;
  }

  @Override
  void read(PageBuffer page, Form form) {
    boolean first = true;
    while (!page.isRead()) {
      int shared = (int) page.number();
      int rest = (int) page.number();
      byte[] target = reserve(shared + rest);
      if (!first) {
        System.arraycopy(target, starts[size - 1], target, end, shared);
      }
      page.take(target, end + shared, rest);
      added(shared + rest);
      first = false;
    }
  }

  @Override
  Form form() {
    return Form.BYTES;
  }
}
