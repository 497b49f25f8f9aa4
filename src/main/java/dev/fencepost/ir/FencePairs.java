// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.ir;

import java.util.List;
import java.util.Optional;

/** A fence is a set of pairs of access kinds, as bits: earlier kind first. */
public final class FencePairs {
  public static final int RR = 1;
  public static final int RW = 2;
  public static final int WR = 4;
  public static final int WW = 8;

  public static final int FULL = RR | RW | WR | WW;
  public static final int ACQUIRE = RR | RW;
  public static final int RELEASE = RW | WW;

  private static final List<String> PAIRS = List.of("RR", "RW", "WR", "WW");

  private FencePairs() {}

  /** The C11 order of a fence, or the pair that it has alone; none of every other set. */
  public static Optional<String> word(int pairs) {
    return switch (pairs) {
      case FULL -> Optional.of("seq_cst");
      case ACQUIRE -> Optional.of("acquire");
      case RELEASE -> Optional.of("release");
      case ACQUIRE | RELEASE -> Optional.of("acq_rel");
      case RR, RW, WR, WW -> Optional.of(PAIRS.get(Integer.numberOfTrailingZeros(pairs)));
      default -> Optional.empty();
    };
  }

  /** The name a user would give the set. */
  public static String name(int pairs) {
    return switch (pairs) {
      case FULL -> "full fence";
      case ACQUIRE -> "acquire fence";
      case RELEASE -> "release fence";
      default -> {
        StringBuilder name = new StringBuilder("fence");
        for (int i = 0; i < PAIRS.size(); i++) {
          if ((pairs & 1 << i) != 0) {
            name.append(' ').append(PAIRS.get(i));
          }
        }
        yield name.toString();
      }
    };
  }
}
