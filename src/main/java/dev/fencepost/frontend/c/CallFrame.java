// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.c;

import dev.fencepost.ir.Expr;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One inlined call: where its variables are and where its result goes. */
final class CallFrame {

  /** Where a local variable is. */
  sealed interface Binding {

    /** It never changes and has this value, of registers that do not change meanwhile. */
    record Fixed(Expr value) implements Binding {}

    record InRegister(int register) implements Binding {}

    record InMemory(Expr address) implements Binding {}
  }

  private final Function function;
  private final Destination destination;
  private final int exit;
  private final Map<CVariable, Binding> bindings = new HashMap<>();
  private final Map<String, Integer> labels = new HashMap<>();

  /** {@code exit}: the label behind the call, or -1 for the function that a thread starts with. */
  CallFrame(Function function, Destination destination, int exit) {
    this.function = function;
    this.destination = destination;
    this.exit = exit;
  }

  Function function() {
    return function;
  }

  Destination destination() {
    return destination;
  }

  int exit() {
    return exit;
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
