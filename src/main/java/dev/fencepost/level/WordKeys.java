// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.level;

import dev.fencepost.collect.Cursor;
import dev.fencepost.collect.WordLayout;
import dev.fencepost.collect.WordWriter;
import dev.fencepost.collect.Writer;
import java.util.Arrays;
import java.util.BitSet;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/** States as words. A wider layout of words keeps their order. */
final class WordKeys extends Keys {
  private final Supplier<WordLayout> current;
  private WordLayout layout;
  private long[] words = {};
  private int size;
  private final WordSort sort = new WordSort();

  /** The form of a layout. */
  private Form form = Form.BYTES;

  private WordLayout formOf = WordLayout.EMPTY;

  /**
   * @param current the layout in which words are compared now
   */
  WordKeys(Supplier<WordLayout> current) {
    this.current = current;
    layout = current.get();
  }

  @Override
  WordKeys another() {
    return new WordKeys(current);
  }

  @Override
  int size() {
    return size;
  }

  @Override
  long bytes() {
    return (long) size * Long.BYTES;
  }

  @Override
  void clear() {
    size = 0;
  }

  @Override
  void follow() {
    WordLayout now = current.get();
    if (layout != now) {
      for (int i = 0; i < size; i++) {
        words[i] = now.repack(words[i], layout);
      }
      layout = now;
    }
  }

  @Override
  void point(int index, Cursor cursor) {
    cursor.pointTo(words[index], layout);
  }

  @Override
  void add(Writer writer, int staged) {
    follow();
    add(word(writer, staged));
  }

  /** Adds a word in the current layout. */
  void add(long word) {
    if (size == words.length) {
      reserve(1);
    }
    words[size++] = word;
  }

  @Override
  void addList(byte[] list, int length) {
    long word = layout.pack(list, 0, length);
    if (word == 0) {
      throw new IllegalStateException("a word has no room for a state");
    }
    add(word);
  }

  @Override
  byte[] list(int index, byte[] array) {
    byte[] list = array.length < layout.mostBytes() ? new byte[layout.mostBytes()] : array;
    layout.unpack(words[index], list);
    return list;
  }

  @Override
  int listLength(int index) {
    int used = layout.fields();
    while (layout.field(used - 1).get(words[index]) == 0) {
      used--;
    }
    return used * Integer.BYTES;
  }

  private static long word(Writer writer, int staged) {
    return ((WordWriter) writer).staged().get(staged);
  }

  private void reserve(int more) {
    if (words.length - size < more) {
      words = Arrays.copyOf(words, Math.max(64, Math.max(size + more, 2 * size)));
    }
  }

  @Override
  void add(Keys other, int from, int end) {
    follow();
    WordKeys its = same(other);
    reserve(end - from);
    System.arraycopy(its.words, from, words, size, end - from);
    size += end - from;
  }

  /** The words of another list, in the layout of these. */
  private WordKeys same(Keys other) {
    WordKeys its = (WordKeys) other;
    if (its.layout != layout) {
      throw new IllegalStateException("words of two layouts are compared");
    }
    return its;
  }

  @Override
  void sort() {
    words = sort.sort(words, size);
    int kept = 0;
    for (int i = 0; i < size; i++) {
      if (i == 0 || words[i] != words[kept - 1]) {
        words[kept++] = words[i];
      }
    }
    size = kept;
  }

  @Override
  boolean contains(Writer writer, int staged) {
    follow();
    return Arrays.binarySearch(words, 0, size, word(writer, staged)) >= 0;
  }

  @Override
  int compare(int index, Keys other, int its) {
    return Long.compare(words[index], same(other).words[its]);
  }

  @Override
  void drop(BitSet dropped) {
    int kept = 0;
    for (int i = dropped.nextClearBit(0); i < size; i = dropped.nextClearBit(i + 1)) {
      words[kept++] = words[i];
    }
    size = kept;
  }

  @Override
  int write(int from, PageBuffer page, int full) {
    long last = 0;
    int i = from;
    while (i < size && page.length() < full) {
      page.put(words[i] - last);
      last = words[i++];
    }
    return i;
  }

  @Override
  void read(PageBuffer page, Form form) {
    follow();
    int before = size;
    long last = 0;
    while (!page.isRead()) {
      last += page.number();
      if (size == words.length) {
        reserve(PageBuffer.FULL);
      }
      words[size++] = last;
    }
    if (!form.equals(form())) {
      WordLayout from = form.layout();
      for (int i = before; i < size; i++) {
        words[i] = layout.repack(words[i], from);
      }
    }
  }

  @Override
  Form form() {
    if (formOf != layout) {
      form = new Form(IntStream.range(0, layout.fields()).mapToObj(this::width).toList());
      formOf = layout;
    }
    return form;
  }

  private int width(int field) {
    return layout.field(field).width();
  }
}
