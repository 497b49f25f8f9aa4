// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.litmus;

import java.util.ArrayList;
import java.util.List;
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

  /** How the place is seen at the end: as its type, or as the address that it begins with. */
  LitmusType seen() {
    boolean address =
        type.isEmpty() && value.filter(LitmusCondition.Address.class::isInstance).isPresent();
    return address ? LitmusType.WHOLE : LitmusType.named(type);
  }

  /** The variables that it names: its own, and the one whose address it has. */
  List<LitmusPlace.Variable> variables() {
    List<LitmusPlace.Variable> variables = new ArrayList<>();
    if (place instanceof LitmusPlace.Variable variable) {
      variables.add(variable);
    }
    if (value.orElse(null) instanceof LitmusCondition.Address address) {
      variables.add(new LitmusPlace.Variable(address.variable()));
    }
    return variables;
  }
}
