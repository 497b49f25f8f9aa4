// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.c;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The functions whose addresses are taken: what a pointer to a function may point at. */
final class FunctionPointers {
  private final List<Function> functions = new ArrayList<>();

  /** The value of a pointer to a function: no cell has this address. */
  long addressOf(Function function) {
    if (!functions.contains(function)) {
      functions.add(function);
    }
    return -8L * (functions.indexOf(function) + 1);
  }

  /** The functions that a pointer to this type may point at. */
  List<Function> of(Type type) {
    return functions.stream().filter(function -> Type.same(function.type(), type)).toList();
  }

  /** The type of the function that a value points at, or null where it points at none. */
  static Type.@Nullable FunctionType target(Typed value) {
    return value.type().unqualified() instanceof Type.PointerType pointer
            && pointer.target().unqualified() instanceof Type.FunctionType function
        ? function
        : null;
  }
}
