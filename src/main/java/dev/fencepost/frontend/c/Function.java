// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.c;

import dev.fencepost.source.SourceSpan;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A function; its parameters and body follow when its definition has been checked. */
final class Function {
  private static final String INVARIANT = "fencepost_invariant_";
  private static final String FINAL = "fencepost_final_";
  private static final String TEMPORAL = "fencepost_ltl_";

  private final String name;
  private Type.FunctionType type;
  private final SourceSpan span;
  private final List<CVariable> locals = new ArrayList<>();
  private List<CVariable> parameters = List.of();
  private @Nullable Checked body;
  private @Nullable StatedFormula formula;

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

  /** Declares it again: the parameters are those of the declaration that names them. */
  void declare(Type.FunctionType again) {
    type = again.prototype() ? again : type;
  }

  void define(List<CVariable> names, Checked checkedBody) {
    this.parameters = List.copyOf(names);
    this.body = checkedBody;
  }

  /** A function that states a temporal property, and does nothing else. */
  void define(StatedFormula stated) {
    formula = stated;
    body = Checked.NOTHING;
  }

  void addLocal(CVariable variable) {
    locals.add(variable);
  }

  /** Its local variables and compound literals, whether or not a run comes to them. */
  List<CVariable> locals() {
    return Collections.unmodifiableList(locals);
  }

  boolean isDefined() {
    return body != null;
  }

  List<CVariable> parameters() {
    return parameters;
  }

  /** Null unless it {@link #isDefined}. */
  @Nullable Checked body() {
    return body;
  }

  /** What a function states that {@link #isTemporal}. */
  StatedFormula formula() {
    return Objects.requireNonNull(formula);
  }

  /** Stated by FENCEPOST_LTL. */
  boolean isTemporal() {
    return name.startsWith(TEMPORAL);
  }

  /** Stated by FENCEPOST_INVARIANT. */
  boolean isInvariant() {
    return name.startsWith(INVARIANT);
  }

  /** Not for threads to run: it states a property. */
  boolean isProperty() {
    return isInvariant() || isTemporal() || name.startsWith(FINAL);
  }

  /** The name that the user gave the property. */
  String propertyName() {
    String kind = isInvariant() ? INVARIANT : isTemporal() ? TEMPORAL : FINAL;
    return name.substring(kind.length());
  }

  /** By SV-COMP's convention the body of such a function is one step. */
  boolean isAtomic() {
    return name.startsWith("__VERIFIER_atomic_");
  }
}
