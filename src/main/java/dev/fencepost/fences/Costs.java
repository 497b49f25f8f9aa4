// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.fences;

import dev.fencepost.memorymodel.ModelDefinition;
import dev.fencepost.source.InvalidInputException;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/**
 * What fences and orders cost.
 *
 * @param overridden costs in place of those in the models' files
 */
public record Costs(Map<String, Integer> overridden, Weights weights) {
  public static final Costs USUAL = new Costs(Map.of(), Weights.USUAL);

  public Costs {
    overridden = Map.copyOf(overridden);
  }

  /** Fails if a cost in place of a model's is of something that is neither fence nor order. */
  void requireNames(List<ModelDefinition> models) throws InvalidInputException {
    for (String name : overridden.keySet()) {
      if (!FenceKind.isBuiltIn(name)
          && !AccessOrder.isName(name)
          && models.stream().noneMatch(model -> model.fenceKinds().contains(name))) {
        throw new InvalidInputException(
            "there is no fence or order '" + name + "' to give a cost",
            "there are fence[acquire], fence[release], fence[seq_cst], fence[RR], fence[RW],"
                + " fence[WR], fence[WW], the kinds that the model's file declares, and the orders"
                + " load[acquire], store[release], rmw[acq_rel] and so on");
      }
    }
  }

  /** The cost under a model, if it or the user names one. */
  OptionalInt of(String what, ModelDefinition model) {
    Integer cost = overridden.getOrDefault(what, model.costs().get(what));
    return cost == null ? OptionalInt.empty() : OptionalInt.of(cost);
  }
}
