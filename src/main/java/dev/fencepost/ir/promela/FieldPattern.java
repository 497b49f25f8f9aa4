// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.ir.promela;

import java.util.List;

/** What a receive does with one field of a message. */
public sealed interface FieldPattern {

  /** The field must have this value: a constant, or {@code eval}. */
  record Match(PromelaExpr value) implements FieldPattern {}

  /** The field is stored. */
  record Store(Place place) implements FieldPattern {}

  /** The values that fields must have. */
  static List<PromelaExpr> matched(List<FieldPattern> patterns) {
    return patterns.stream()
        .filter(Match.class::isInstance)
        .map(pattern -> ((Match) pattern).value())
        .toList();
  }

  /** The places that fields are stored to. */
  static List<Place> stored(List<FieldPattern> patterns) {
    return patterns.stream()
        .filter(Store.class::isInstance)
        .map(pattern -> ((Store) pattern).place())
        .toList();
  }
}
