// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.collect;

import static dev.fencepost.collect.LittleEndian.INTS;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * How lists of numbers above 0 become words of 64 bits: each place of the list has a field, at
 * least as wide as the numbers that were met there need. A shorter list has 0 in the fields behind
 * its end; no list but the empty one becomes 0.
 */
public final class WordLayout {
  public static final WordLayout EMPTY = new WordLayout(new int[0]);

  /** No number is wider. */
  private static final int MOST_BITS = Integer.SIZE - 1;

  private final Field[] fields;

  /**
   * A field of a word.
   *
   * @param shift how far from the right it is
   * @param width how many bits it has
   * @param mask all its bits, where they are
   */
  public record Field(int shift, int width, long mask) {
    private static Field of(int shift, int width) {
      return new Field(shift, width, (1L << width) - 1 << shift);
    }

    public int get(long word) {
      return (int) ((word & mask) >>> shift);
    }

    /** A word with this number in the field and 0 in all others. */
    public long put(int number) {
      return (long) number << shift;
    }

    public boolean fits(int number) {
      return number >>> width == 0;
    }
  }

  /** A layout with fields of these widths, the first in the lowest place. */
  public static WordLayout of(int[] widths) {
    return new WordLayout(widths);
  }

  private WordLayout(int[] widths) {
    fields = new Field[widths.length];
    int at = 0;
    for (int i = 0; i < widths.length; i++) {
      fields[i] = Field.of(at, widths[i]);
      at += widths[i];
    }
  }

  /** How many fields there are. */
  public int fields() {
    return fields.length;
  }

  int[] widths() {
    return Arrays.stream(fields).mapToInt(Field::width).toArray();
  }

  public Field field(int index) {
    return fields[index];
  }

  /** The word for the numbers of four bytes each, or 0 where a field is missing or too narrow. */
  public long pack(byte[] bytes, int offset, int length) {
    int count = length / Integer.BYTES;
    if (count > fields.length) {
      return 0;
    }
    long word = 0;
    boolean fits = true;
    for (int i = 0; i < count; i++) {
      int number = (int) INTS.get(bytes, offset + i * Integer.BYTES);
      fits &= fields[i].fits(number);
      word |= fields[i].put(number);
    }
    return fits ? word : 0;
  }

  /** Writes the numbers to an array that has room; how many bytes they take. */
  public int unpack(long word, byte[] target) {
    long rest = word;
    int at = 0;
    for (int i = 0; rest != 0; i++) {
      INTS.set(target, at, fields[i].get(word));
      rest &= ~fields[i].mask();
      at += Integer.BYTES;
    }
    return at;
  }

  /** The room that the longest list needs. */
  public int mostBytes() {
    return fields.length * Integer.BYTES;
  }

  /**
   * The word of another layout's word, which has fields for all its numbers. Of two words the
   * lesser stays the lesser.
   */
  public long repack(long word, WordLayout from) {
    long packed = 0;
    for (int i = 0; i < from.fields.length; i++) {
      packed |= fields[i].put(from.fields[i].get(word));
    }
    return packed;
  }

  /** What widths a list's numbers need, at least none for each field that there is. */
  int[] widthsWith(byte[] bytes, int offset, int length) {
    int count = length / Integer.BYTES;
    int[] needed = new int[Math.max(count, fields.length)];
    for (int i = 0; i < count; i++) {
      needed[i] = bits((int) INTS.get(bytes, offset + i * Integer.BYTES));
    }
    return needed;
  }

  /** Makes widths as great as a word's numbers need. */
  void measure(long word, int[] needed) {
    for (int i = 0; i < fields.length; i++) {
      needed[i] = Math.max(needed[i], bits(fields[i].get(word)));
    }
  }

  /** How many bits a number needs. */
  public static int bits(int number) {
    return Integer.SIZE - Integer.numberOfLeadingZeros(number);
  }

  /**
   * A layout with fields of at least these widths, and what is left of a word shared among them; or
   * null where a word has no room for them.
   */
  public static @Nullable WordLayout roomy(int[] widths) {
    int left = Long.SIZE - 1 - Arrays.stream(widths).sum();
    if (left < 0) {
      return null;
    }
    int more = left / widths.length;
    return new WordLayout(
        Arrays.stream(widths).map(width -> Math.min(width + more, MOST_BITS)).toArray());
  }
}
