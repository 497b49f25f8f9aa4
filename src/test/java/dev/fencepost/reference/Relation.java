// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.reference;

import java.util.Arrays;

/**
 * A relation between the numbers below a size of at most 64, with the operators of cat files. A set
 * of numbers is a word of bits.
 */
public final class Relation {

  /** Whether a pair is in a relation. */
  public interface Pair {
    boolean test(int from, int to);
  }

  /** Per number, the numbers that it is related to. */
  private final long[] rows;

  private Relation(long[] rows) {
    this.rows = rows;
  }

  public static Relation of(int size, Pair pair) {
    if (size > Long.SIZE) {
      throw new IllegalArgumentException(size + " events are too many");
    }
    long[] rows = new long[size];
    for (int from = 0; from < size; from++) {
      for (int to = 0; to < size; to++) {
        rows[from] |= pair.test(from, to) ? 1L << to : 0;
      }
    }
    return new Relation(rows);
  }

  public static Relation empty(int size) {
    return of(size, (from, to) -> false);
  }

  public boolean has(int from, int to) {
    return (rows[from] >>> to & 1) != 0;
  }

  public int size() {
    return rows.length;
  }

  /** Cat's {@code r | s}. */
  public Relation or(Relation... others) {
    long[] result = rows.clone();
    for (Relation other : others) {
      for (int i = 0; i < result.length; i++) {
        result[i] |= other.rows[i];
      }
    }
    return new Relation(result);
  }

  /** Cat's {@code r & s}. */
  public Relation and(Relation other) {
    long[] result = rows.clone();
    for (int i = 0; i < result.length; i++) {
      result[i] &= other.rows[i];
    }
    return new Relation(result);
  }

  /** Cat's {@code r \ s}. */
  public Relation minus(Relation other) {
    long[] result = rows.clone();
    for (int i = 0; i < result.length; i++) {
      result[i] &= ~other.rows[i];
    }
    return new Relation(result);
  }

  /** Cat's {@code r; s}. */
  public Relation then(Relation other) {
    long[] result = new long[rows.length];
    for (int i = 0; i < result.length; i++) {
      for (long rest = rows[i]; rest != 0; rest &= rest - 1) {
        result[i] |= other.rows[Long.numberOfTrailingZeros(rest)];
      }
    }
    return new Relation(result);
  }

  /** Cat's {@code [set]; r}. */
  public Relation from(long set) {
    long[] result = rows.clone();
    for (int i = 0; i < result.length; i++) {
      result[i] = (set >>> i & 1) != 0 ? result[i] : 0;
    }
    return new Relation(result);
  }

  /** Cat's {@code r; [set]}. */
  public Relation into(long set) {
    long[] result = rows.clone();
    for (int i = 0; i < result.length; i++) {
      result[i] &= set;
    }
    return new Relation(result);
  }

  /** Cat's {@code r^-1}. */
  public Relation inverse() {
    return of(size(), (from, to) -> has(to, from));
  }

  /** Cat's {@code r?}. */
  public Relation optional() {
    long[] result = rows.clone();
    for (int i = 0; i < result.length; i++) {
      result[i] |= 1L << i;
    }
    return new Relation(result);
  }

  /** Cat's {@code r*}. */
  public Relation star() {
    return closure().optional();
  }

  /** Cat's {@code r+}, the transitive closure. */
  public Relation closure() {
    long[] closed = rows.clone();
    for (int via = 0; via < closed.length; via++) {
      for (int from = 0; from < closed.length; from++) {
        if ((closed[from] >>> via & 1) != 0) {
          closed[from] |= closed[via];
        }
      }
    }
    return new Relation(closed);
  }

  /** The numbers that some number is related to. */
  public long range() {
    long range = 0;
    for (long row : rows) {
      range |= row;
    }
    return range;
  }

  public boolean isEmpty() {
    return Arrays.stream(rows).allMatch(row -> row == 0);
  }

  public boolean irreflexive() {
    for (int i = 0; i < rows.length; i++) {
      if (has(i, i)) {
        return false;
      }
    }
    return true;
  }

  public boolean acyclic() {
    return closure().irreflexive();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Relation relation && Arrays.equals(rows, relation.rows);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(rows);
  }
}
