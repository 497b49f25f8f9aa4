// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.ltl;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A conjunction of literals: the atoms, as bits, that must be true, and those that must be false.
 */
public record Label(long positive, long negative) {
  /** Every letter. */
  public static final Label ANY = new Label(0, 0);

  static Label atom(int number, boolean value) {
    return value ? new Label(1L << number, 0) : new Label(0, 1L << number);
  }

  /** Whether a letter, the set of its true atoms, is one of these. */
  public boolean matches(long letter) {
    return (positive & ~letter) == 0 && (negative & letter) == 0;
  }

  boolean isPossible() {
    return (positive & negative) == 0;
  }

  Label and(Label other) {
    return new Label(positive | other.positive, negative | other.negative);
  }

  /** Whether each letter of this label is one of {@code other}. */
  boolean implies(Label other) {
    return (other.positive & ~positive) == 0 && (other.negative & ~negative) == 0;
  }

  /** Whether each letter of this label is a letter of one of the others. */
  boolean impliesSomeOf(List<Label> others) {
    Label overlapping = null;
    for (Label other : others) {
      if (implies(other)) {
        return true;
      }
      if (and(other).isPossible()) {
        overlapping = other;
      }
    }
    if (overlapping == null) {
      return false;
    }
    long open = (overlapping.positive | overlapping.negative) & ~positive & ~negative;
    long split = Long.lowestOneBit(open);
    return new Label(positive | split, negative).impliesSomeOf(others)
        && new Label(positive, negative | split).impliesSomeOf(others);
  }

  /** The union of both, if it is a label: they differ in the sign of one atom. Otherwise null. */
  @Nullable Label union(Label other) {
    long differing = positive ^ other.positive;
    boolean one =
        Long.bitCount(differing) == 1
            && differing == (negative ^ other.negative)
            && (positive | negative) == (other.positive | other.negative);
    return one ? new Label(positive & ~differing, negative & ~differing) : null;
  }
}
