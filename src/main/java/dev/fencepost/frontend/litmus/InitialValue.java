// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.litmus;

import java.util.Optional;

/**
 * An entry of the init section.
 *
 * @param type as written, or an empty string
 * @param elements how many an array has; 0 for a scalar
 * @param value nothing where only the type is given
 */
record InitialValue(
    String type, LitmusPlace place, int elements, Optional<LitmusCondition.Operand> value) {

  /** How far apart the elements of an array of this type are. */
  int elementBytes() {
    return type.matches("(u?int32_t|(unsigned )?int|unsigned)") ? 4 : 8;
  }
}
