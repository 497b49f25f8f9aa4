// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.c;

import dev.fencepost.ir.Expr;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One inlined call: where its variables are and where its result goes. */
record CallFrame(
    Function function,
    Destination destination,
    int exit,
    Map<CVariable, Binding> bindings,
    Map<String, Integer> labels) {

  /** Where a local variable is. */
  sealed interface Binding {

    /** It never changes and has this value, of registers that do not change meanwhile. */
    record Fixed(Expr value) implements Binding {}

    record InRegister(int register) implements Binding {}

    record InMemory(Expr address) implements Binding {}
  }

  /** {@code exit}: the label behind the call, or -1 for the function that a thread starts with. */
  CallFrame(Function function, Destination destination, int exit) {
    this(function, destination, exit, new LinkedHashMap<>(), new HashMap<>());
  }

  boolean isThread() {
    return exit < 0;
  }

  @Nullable Binding find(@Nullable CVariable variable) {
    return bindings.get(variable);
  }

  void bind(CVariable variable, Binding binding) {
    bindings.put(variable, binding);
  }

  int label(String name, LabelledCode builder) {
    return labels.computeIfAbsent(name, key -> builder.label());
  }
}
