// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.memorymodel;

import dev.fencepost.memorymodel.Formula.Variable;
import java.util.List;

/**
 * A memory model, ready to run.
 *
 * @param order its program-order laws, compiled
 * @param general its other laws
 */
public record MemoryModel(ModelDefinition definition, OrderTable order, List<Law> general) {
  public MemoryModel {
    general = List.copyOf(general);
  }

  public static MemoryModel compile(ModelDefinition definition) {
    return LawSorter.sort(definition);
  }

  /** Whether general laws relate instances of this class to others. */
  public boolean relates(InstanceClass instance) {
    return general.stream()
        .anyMatch(law -> matches(law.variables(), instance) || matches(law.quantified(), instance));
  }

  /** Whether a quantifier ranges over instances of this class. */
  public boolean quantifies(InstanceClass instance) {
    return general.stream().anyMatch(law -> matches(law.quantified(), instance));
  }

  /** Whether it is a class of fences whose own step general laws order. */
  public boolean ordersFence(InstanceClass instance) {
    return instance.kind() == InstanceKind.FENCE
        && general.stream().anyMatch(law -> matches(law.orderedVariables(), instance));
  }

  /** Whether general laws order the issue of accesses of this class, which is a step then. */
  public boolean issues(InstanceClass instance) {
    return instance.kind() != InstanceKind.FENCE
        && general.stream().anyMatch(law -> matches(law.issuedVariables(), instance));
  }

  /** Whether a general law speaks of one of these classes and not of the other. */
  public boolean distinguishes(InstanceClass left, InstanceClass right) {
    return general.stream()
        .flatMap(law -> law.patterns().stream())
        .anyMatch(pattern -> pattern.matches(left) != pattern.matches(right));
  }

  private static boolean matches(List<Variable> variables, InstanceClass instance) {
    return variables.stream()
        .anyMatch(variable -> !variable.isThread() && variable.pattern().matches(instance));
  }

  /** Whether some law speaks of fences. */
  public boolean hasFences() {
    return definition.laws().stream()
        .flatMap(law -> law.patterns().stream())
        .anyMatch(pattern -> (pattern.kinds() & Pattern.FENCE) != 0);
  }

  public String name() {
    return definition.name();
  }

  /** One line for people. */
  public String title() {
    return definition.title();
  }

  /** Whether fetch goes on behind guesses (docs/machine.md). */
  public boolean speculation() {
    return definition.traits().speculation();
  }

  public boolean multiCopyAtomic() {
    return definition.traits().multiCopyAtomic();
  }

  public Traits traits() {
    return definition.traits();
  }
}
