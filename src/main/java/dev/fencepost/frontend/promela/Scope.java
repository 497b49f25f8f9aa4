// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.promela;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The names that are known between two braces. */
final class Scope {
  private final Optional<Scope> outer;
  private final List<Integer> path;
  private final Map<String, Symbol> symbols = new HashMap<>();

  private Scope(Optional<Scope> outer, List<Integer> path) {
    this.outer = outer;
    this.path = path;
  }

  static Scope global() {
    return new Scope(Optional.empty(), List.of());
  }

  /** A scope inside this one, with a number that no other scope has. */
  Scope open(int number) {
    List<Integer> inner = new ArrayList<>(path);
    inner.add(number);
    return new Scope(Optional.of(this), List.copyOf(inner));
  }

  /** The numbers of this scope and of those around it, outermost first. */
  List<Integer> path() {
    return path;
  }

  boolean declare(Symbol symbol) {
    return symbols.putIfAbsent(symbol.name(), symbol) == null;
  }

  Optional<Symbol> find(String name) {
    Symbol here = symbols.get(name);
    if (here != null) {
      return Optional.of(here);
    }
    return outer.flatMap(scope -> scope.find(name));
  }
}
