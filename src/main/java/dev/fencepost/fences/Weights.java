// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.fences;

import dev.fencepost.ir.Places;
import java.util.List;

/** How many times more a fence costs where code is run more often. */
public record Weights(int fast, int slow, int collector) {
  public static final Weights USUAL = new Weights(100, 10, 1);

  public Weights {
    if (fast < 1 || slow < 1 || collector < 1) {
      throw new IllegalArgumentException("a weight is at least 1");
    }
  }

  /** The factor of a path: {@link Places#FAST}, SLOW or COLLECTOR. */
  int of(String path) {
    return switch (path) {
      case Places.COLLECTOR -> collector;
      case Places.SLOW -> slow;
      default -> fast;
    };
  }

  /** The path that is run more often. */
  static String worse(String one, String other) {
    List<String> order = List.of(Places.COLLECTOR, Places.SLOW, Places.FAST);
    return order.indexOf(one) > order.indexOf(other) ? one : other;
  }
}
