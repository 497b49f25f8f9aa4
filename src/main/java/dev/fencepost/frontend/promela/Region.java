// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.promela;

import dev.fencepost.ir.promela.ChannelType;
import dev.fencepost.ir.promela.Expr;
import dev.fencepost.ir.promela.Place;
import dev.fencepost.ir.promela.Variable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The variables of one region, as they are laid out side by side. */
final class Region {
  private final Place.Region kind;
  private final List<Variable> variables = new ArrayList<>();
  private int bytes;

  Region(Place.Region kind) {
    this.kind = kind;
  }

  Place.Region kind() {
    return kind;
  }

  List<Variable> variables() {
    return variables;
  }

  int bytes() {
    return bytes;
  }

  /** Where the next variable goes. */
  int next() {
    return bytes;
  }

  /** Adds a variable at {@link #next()}; a structure becomes one variable for each scalar. */
  void add(Symbol symbol, List<Expr> values, Initials initials) {
    flatten(symbol.name(), symbol, symbol.offset(), values, initials);
    bytes = Math.max(bytes, symbol.offset() + symbol.bytes());
  }

  /** Gives the initial values of a field. */
  interface Initials {
    List<Expr> of(Symbol.Field field);
  }

  private void flatten(
      String name, Symbol symbol, int offset, List<Expr> values, Initials initials) {
    switch (symbol.type()) {
      case Symbol.Basic basic -> addBasic(name, symbol, basic, offset, values);
      case Symbol.Structure structure -> {
        for (int i = 0; i < symbol.length(); i++) {
          String prefix = name + (symbol.isArray() ? "[" + i + "]" : "") + ".";
          int start = offset + i * structure.bytes();
          for (Symbol.Field field : structure.fields().values()) {
            Symbol inner = field.symbol();
            int at = start + inner.offset();
            flatten(prefix + inner.name(), inner, at, initials.of(field), initials);
          }
        }
      }
    }
  }

  private void addBasic(
      String name, Symbol symbol, Symbol.Basic basic, int offset, List<Expr> values) {
    Optional<ChannelType> channel = symbol.channel();
    variables.add(
        new Variable(
            name,
            offset,
            basic.value(),
            basic.width(),
            basic.mtype(),
            symbol.isArray(),
            symbol.length(),
            values,
            channel));
  }
}
