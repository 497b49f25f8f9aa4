// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.memorymodel;

import dev.fencepost.memorymodel.Formula.Variable;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;

/** A general law, ready to be evaluated in an algebra. */
public final class CompiledLaw<T extends LawAlgebra.Value<T>> {
  private final LawAlgebra<T> algebra;
  private final Law law;
  private final LawChoices<T> all;

  /** The choices by the variable that is given, which comes first. */
  private final List<LawChoices<T>> byInstance = new ArrayList<>();

  private final List<LawChoices<T>> byThread = new ArrayList<>();

  /** Whether a quantifier ranges over instances: any of them may decide the law for all choices. */
  private final boolean quantifiesInstances;

  /**
   * @param bits gives the classes of the program that a pattern matches
   */
  public CompiledLaw(LawAlgebra<T> algebra, Law law, ToLongFunction<Pattern> bits) {
    this.algebra = algebra;
    this.law = law;
    all = new LawChoices<>(algebra, law, List.of(), bits);
    quantifiesInstances = law.quantified().stream().anyMatch(variable -> !variable.isThread());
    for (Variable variable : law.variables()) {
      (variable.isThread() ? byThread : byInstance)
          .add(new LawChoices<>(algebra, law, List.of(variable), bits));
    }
  }

  public String name() {
    return law.name();
  }

  /** The value of the law over all choices whose value may depend on this instance. */
  public T ofInstance(int instance) {
    return quantifiesInstances ? all.value() : value(byInstance, instance);
  }

  /** The value of the law over all choices that have this thread for a variable. */
  public T ofThread(int thread) {
    return value(byThread, thread);
  }

  private T value(List<LawChoices<T>> choices, int given) {
    T value = algebra.of(true);
    for (int i = 0; i < choices.size() && !algebra.fails(value); i++) {
      value = value.and(choices.get(i).value(given));
    }
    return value;
  }
}
