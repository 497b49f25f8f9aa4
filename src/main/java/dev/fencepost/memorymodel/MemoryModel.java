// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.memorymodel;

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

  /** Whether some law orders the issue of accesses of this class, which is a step then. */
  public boolean issues(InstanceClass instance) {
    return instance.kind() != InstanceKind.FENCE
        && general.stream()
            .flatMap(law -> law.issuedVariables().stream())
            .anyMatch(variable -> variable.pattern().matches(instance));
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
    return definition.speculation();
  }

  public boolean multiCopyAtomic() {
    return definition.multiCopyAtomic();
  }
}
