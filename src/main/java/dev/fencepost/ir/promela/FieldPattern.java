// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.ir.promela;

/** What a receive does with one field of a message. */
public sealed interface FieldPattern {

  /** The field must have this value: a constant, or {@code eval}. */
  record Match(PromelaExpr value) implements FieldPattern {}

  /** The field is stored. */
  record Store(Place place) implements FieldPattern {}
}
