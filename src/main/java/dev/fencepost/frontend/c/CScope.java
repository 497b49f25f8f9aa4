// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.c;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The names of a block, with those of the blocks around it behind them. */
final class CScope {
  private final @Nullable CScope outer;
  private final Map<String, CSymbol> names = new HashMap<>();
  private final Map<String, StructType> structs = new HashMap<>();
  private final Map<String, Type> enums = new HashMap<>();

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

  Optional<CSymbol> find(String name) {
    for (CScope scope = this; scope != null; scope = scope.outer) {
      CSymbol symbol = scope.names.get(name);
      if (symbol != null) {
        return Optional.of(symbol);
      }
    }
    return Optional.empty();
  }

  Optional<CSymbol> findHere(String name) {
    return Optional.ofNullable(names.get(name));
  }

  /** The names of types that are declared here. */
  List<String> types() {
    return names.entrySet().stream()
        .filter(entry -> entry.getValue() instanceof CSymbol.OfType)
        .map(Map.Entry::getKey)
        .toList();
  }

  void declare(String name, CSymbol symbol) {
    names.put(name, symbol);
  }

  Optional<StructType> findStruct(String tag) {
    for (CScope scope = this; scope != null; scope = scope.outer) {
      StructType struct = scope.structs.get(tag);
      if (struct != null) {
        return Optional.of(struct);
      }
    }
    return Optional.empty();
  }

  Optional<StructType> findStructHere(String tag) {
    return Optional.ofNullable(structs.get(tag));
  }

  void declareStruct(String tag, StructType struct) {
    structs.put(tag, struct);
  }

  Optional<Type> findEnum(String tag) {
    for (CScope scope = this; scope != null; scope = scope.outer) {
      Type type = scope.enums.get(tag);
      if (type != null) {
        return Optional.of(type);
      }
    }
    return Optional.empty();
  }

  void declareEnum(String tag, Type type) {
    enums.put(tag, type);
  }
}
