// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.fences;

import java.util.List;
import java.util.stream.Stream;

/** What a search may change. */
public enum Ask {
  /** Adds fences. */
  FENCES,
  /** Makes orders of accesses stronger. */
  STRONGER,
  /** Adds fences, and makes orders stronger. */
  BOTH,
  /** Makes fences and orders that are there weaker, or leaves fences out. */
  WEAKEN,
  /** Gives each atomic access another order. */
  ORDERS;

  boolean addsFences() {
    return this == FENCES || this == BOTH;
  }

  /** Whether it starts from an assignment without anything that the source has. */
  boolean startsFromNothing() {
    return this == WEAKEN || this == ORDERS;
  }

  /** The orders that an access may get, the weakest first; one alone if it is left as it is. */
  List<AccessOrder> orders(AccessOrder present) {
    List<AccessOrder> all = AccessOrder.all(present.use());
    return switch (this) {
      case FENCES -> List.of(present);
      case STRONGER, BOTH -> {
        List<AccessOrder> stronger =
            all.stream().filter(each -> each.covers(present) && !present.covers(each)).toList();
        yield Stream.concat(Stream.of(present), stronger.stream()).toList();
      }
      case WEAKEN ->
          present.isPlain() ? List.of(present) : all.stream().filter(present::covers).toList();
      case ORDERS -> present.isPlain() ? List.of(present) : all;
    };
  }
}
