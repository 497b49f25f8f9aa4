// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.c;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The names of a block, with those of the blocks around it behind them. */
final class CScope {
  private final @Nullable CScope outer;
  private final Map<String, CSymbol> names = new HashMap<>();
  private final Map<String, Type> tags = new HashMap<>();

  /** Local variables in the order of their declarations. */
  private final List<CVariable> locals = new ArrayList<>();

  /** How many of them a label or a case of this block stands behind. */
  private int passed;

  CScope(@Nullable CScope outer) {
    this.outer = outer;
  }

  /** The block around this one, which is no file. */
  CScope outer() {
    return Objects.requireNonNull(outer);
  }

  boolean isFile() {
    return outer == null;
  }

  private <T> @Nullable T find(String name, Function<CScope, Map<String, T>> kind) {
    T found = kind.apply(this).get(name);
    return found != null || outer == null ? found : outer.find(name, kind);
  }

  @Nullable CSymbol find(String name) {
    return find(name, scope -> scope.names);
  }

  @Nullable CSymbol findHere(String name) {
    return names.get(name);
  }

  /** The names of types that are declared here. */
  List<String> types() {
    return names.entrySet().stream()
        .filter(entry -> entry.getValue() instanceof CSymbol.OfType)
        .map(Map.Entry::getKey)
        .toList();
  }

  /** All names that can be used here, in the order of the alphabet. */
  SortedSet<String> visible() {
    SortedSet<String> all = outer == null ? new TreeSet<>() : outer.visible();
    all.addAll(names.keySet());
    return all;
  }

  void declare(String name, CSymbol symbol) {
    names.put(name, symbol);
  }

  void addLocal(CVariable variable) {
    locals.add(variable);
  }

  /** The local variables so far; a jump may come here, and pass their declarations. */
  List<CVariable> land() {
    passed = locals.size();
    return List.copyOf(locals);
  }

  /** The local variables whose declarations a jump in this block, or into it, may pass. */
  List<CVariable> passed() {
    return List.copyOf(locals.subList(0, passed));
  }

  /** The type of a tag, which is written with its word: {@code struct node}. */
  @Nullable Type findTag(String tag) {
    return find(tag, scope -> scope.tags);
  }

  @Nullable Type findTagHere(String tag) {
    return tags.get(tag);
  }

  void declareTag(String tag, Type type) {
    tags.put(tag, type);
  }
}
