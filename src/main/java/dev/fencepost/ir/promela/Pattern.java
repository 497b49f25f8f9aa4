// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.ir.promela;

/** What a receive does with one field of a message. */
public sealed interface Pattern {

  /** The field must have this value: a constant, or {@code eval}. */
  record Match(Expr value) implements Pattern {}

  /** The field is stored. */
  record Store(Place place) implements Pattern {}
}
