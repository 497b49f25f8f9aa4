// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.ir;

/** A fence is a set of pairs of access kinds, as bits: earlier kind first. */
public final class FencePairs {
  public static final int RR = 1;
  public static final int RW = 2;
  public static final int WR = 4;
  public static final int WW = 8;

  public static final int FULL = RR | RW | WR | WW;
  public static final int ACQUIRE = RR | RW;
  public static final int RELEASE = RW | WW;

  private FencePairs() {}

  /** The name a user would give the set. */
  public static String name(int pairs) {
    return switch (pairs) {
      case FULL -> "full fence";
      case ACQUIRE -> "acquire fence";
      case RELEASE -> "release fence";
      default -> {
        StringBuilder name = new StringBuilder("fence");
        String[] names = {"RR", "RW", "WR", "WW"};
        for (int i = 0; i < names.length; i++) {
          if ((pairs & 1 << i) != 0) {
            name.append(' ').append(names[i]);
          }
        }
        yield name.toString();
      }
    };
  }
}
