// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.ir.footprint;

import java.util.Arrays;
import java.util.function.LongPredicate;
import java.util.function.LongUnaryOperator;
import java.util.stream.LongStream;

/** The values that a register or cell may hold: a small set, or any value. */
final class ValueSet {
  /** A larger set is {@link #ANY}. */
  static final int MOST = 64;

  static final ValueSet ANY = new ValueSet(new long[0], true);
  static final ValueSet NONE = new ValueSet(new long[0], false);

  /** In ascending order. */
  private final long[] values;

  private final boolean any;

  private ValueSet(long[] values, boolean any) {
    this.values = values;
    this.any = any;
  }

  static ValueSet of(LongStream values) {
    long[] all = values.toArray();
    return of(all, all.length);
  }

  /** The set of the first values of an array, which is sorted by it. */
  static ValueSet of(long[] values, int length) {
    Arrays.sort(values, 0, length);
    int count = 0;
    for (int i = 0; i < length; i++) {
      if (count == 0 || values[count - 1] != values[i]) {
        values[count++] = values[i];
      }
    }
    return count == 0
        ? NONE
        : count > MOST ? ANY : new ValueSet(Arrays.copyOf(values, count), false);
  }

  static ValueSet of(long value) {
    return new ValueSet(new long[] {value}, false);
  }

  /** All from 0 up to, but not including, the end. */
  static ValueSet below(long end) {
    return end > MOST ? ANY : of(LongStream.range(0, end));
  }

  boolean isAny() {
    return any;
  }

  boolean isEmpty() {
    return !any && values.length == 0;
  }

  /** The values; of {@link #ANY} there are none to be given. */
  long[] values() {
    if (isAny()) {
      throw new IllegalStateException("any value");
    }
    return values;
  }

  int size() {
    return values().length;
  }

  boolean contains(long value) {
    return isAny() || Arrays.binarySearch(values, value) >= 0;
  }

  ValueSet union(ValueSet other) {
    if (isAny() || other.isEmpty() || equals(other)) {
      return this;
    }
    if (other.isAny() || isEmpty()) {
      return other;
    }
    if (containsAll(other)) {
      return this;
    }
    long[] both = Arrays.copyOf(values, values.length + other.values.length);
    System.arraycopy(other.values, 0, both, values.length, other.values.length);
    return of(both, both.length);
  }

  private boolean containsAll(ValueSet other) {
    for (long value : other.values) {
      if (!contains(value)) {
        return false;
      }
    }
    return true;
  }

  /** The values that fit; any value may fit. */
  ValueSet filter(LongPredicate fits) {
    if (isAny()) {
      return ANY;
    }
    long[] fitting = new long[values.length];
    int count = 0;
    for (long value : values) {
      if (fits.test(value)) {
        fitting[count++] = value;
      }
    }
    return of(fitting, count);
  }

  /** What becomes of the values, of which there are not too many. */
  ValueSet map(LongUnaryOperator change) {
    long[] changed = Arrays.stream(values()).map(change).toArray();
    return of(changed, changed.length);
  }

  @Override
  public boolean equals(Object other) {
    return this == other
        || other instanceof ValueSet set
            && isAny() == set.isAny()
            && Arrays.equals(values, set.values);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(values);
  }

  @Override
  public String toString() {
    return isAny() ? "any" : Arrays.toString(values);
  }
}
