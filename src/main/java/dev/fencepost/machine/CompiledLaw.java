// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine;

import dev.fencepost.memorymodel.Law;
import java.util.List;

/** A general law, ready to be evaluated on the choices that an instance is in. */
final class CompiledLaw {
  private final LawChoices all;

  /** The same choices, by the variable that the instance is chosen for, which then comes first. */
  private final LawChoices[] starting;

  /**
   * Whether a quantifier inside the law ranges over instances: then any of them may decide it for
   * every choice.
   */
  private final boolean quantifiesInstances;

  CompiledLaw(Law law, InstanceClasses classes) {
    all = new LawChoices(law, List.of(), classes);
    starting =
        law.variables().stream()
            .filter(variable -> !variable.isThread())
            .map(variable -> new LawChoices(law, List.of(variable), classes))
            .toArray(LawChoices[]::new);
    quantifiesInstances = all.quantifyInstances();
  }

  /** Whether the law is false for some choice that has this instance in it. */
  boolean isFalse(LawScope scope, int instance) {
    return worst(scope, Truth.FALSE, instance) == Truth.FALSE;
  }

  /** Whether the law is true, whatever comes, for all choices that have this instance in them. */
  boolean isDecided(LawScope scope, int instance) {
    return worst(scope, Truth.UNKNOWN, instance) == Truth.TRUE;
  }

  private Truth worst(LawScope scope, Truth enough, int instance) {
    if (quantifiesInstances) {
      return all.worst(scope, enough);
    }
    Truth worst = Truth.TRUE;
    for (int i = 0; i < starting.length && worst.compareTo(enough) > 0; i++) {
      worst = worst.and(starting[i].worst(scope, enough, instance));
    }
    return worst;
  }
}
