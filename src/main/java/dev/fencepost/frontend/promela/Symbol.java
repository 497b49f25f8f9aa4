// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.promela;

import dev.fencepost.ir.promela.ChannelType;
import dev.fencepost.ir.promela.Place;
import dev.fencepost.ir.promela.ValueType;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;

/**
 * A variable, parameter or field.
 *
 * @param offset from the start of its region; for a field, of its structure
 * @param channel what it is initialised with where that is a new channel
 */
record Symbol(
    String name,
    SymbolType type,
    boolean isArray,
    int length,
    Place.Region region,
    int offset,
    Optional<ChannelType> channel) {

  /** At most {@link dev.fencepost.ir.promela.PromelaModel#MAX_BYTES}. */
  int bytes() {
    return Math.multiplyExact(length, type.bytes());
  }

  /** This symbol in another region. */
  Symbol in(Place.Region other) {
    return new Symbol(name, type, isArray, length, other, offset, channel);
  }

  /** The type of a variable, or of the elements of an array. */
  sealed interface SymbolType {
    int bytes();
  }

  /** A basic type. */
  record Basic(ValueType value, int width, String mtype) implements SymbolType {
    @Override
    public int bytes() {
      return value.bytes(width);
    }

    Place place(String text, Place.Region region, int offset, List<Place.Index> indices) {
      return new Place(text, region, offset, value, width, indices);
    }
  }

  /** A typedef. */
  record Structure(SequencedMap<String, Field> fields, int bytes) implements SymbolType {}

  /** A field with its initial value. */
  record Field(Symbol symbol, DeclaredVariables.Declarator declarator) {}
}
