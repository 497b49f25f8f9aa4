// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.c;

import dev.fencepost.source.SourceSpan;
import java.util.List;

/** A function; its parameters and body follow when its definition has been checked. */
final class Function {
  private static final String INVARIANT = "fencepost_invariant_";
  private static final String FINAL = "fencepost_final_";

  private final String name;
  private final Type.FunctionType type;
  private final SourceSpan span;
  private List<Variable> parameters = List.of();
  private Checked body;

  Function(String name, Type.FunctionType type, SourceSpan span) {
    this.name = name;
    this.type = type;
    this.span = span;
  }

  String name() {
    return name;
  }

  Type.FunctionType type() {
    return type;
  }

  SourceSpan span() {
    return span;
  }

  void define(List<Variable> names, Checked checkedBody) {
    this.parameters = List.copyOf(names);
    this.body = checkedBody;
  }

  boolean isDefined() {
    return body != null;
  }

  List<Variable> parameters() {
    return parameters;
  }

  Checked body() {
    return body;
  }

  /** Stated by FENCEPOST_INVARIANT. */
  boolean isInvariant() {
    return name.startsWith(INVARIANT);
  }

  /** Not for threads to run: it states an invariant or a final condition. */
  boolean isProperty() {
    return isInvariant() || name.startsWith(FINAL);
  }

  /** The name that the user gave the property. */
  String propertyName() {
    return name.substring(isInvariant() ? INVARIANT.length() : FINAL.length());
  }

  /** By SV-COMP's convention the body of such a function is one step. */
  boolean isAtomic() {
    return name.startsWith("__VERIFIER_atomic_");
  }
}
