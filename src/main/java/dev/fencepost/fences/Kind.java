// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.fences;

import dev.fencepost.memorymodel.ModelDefinition;
import java.util.List;

/** What a choice puts at a site: a fence, or the order of an access. */
public sealed interface Kind permits FenceKind, AccessOrder {

  /** What a model's cost, and {@code --cost}, calls it: {@code fence[acquire]}. */
  String name();

  /** Its text in C. */
  String text();

  /** Whether it orders all that another one orders, at one site. */
  boolean covers(Kind other);

  /** A number that is larger than those of the kinds that this one covers. */
  int rank();

  /**
   * What it costs under all of some models together. Where a model names no cost it is that of the
   * cheapest kind that does as much; nothing where there is none.
   */
  int cost(Costs costs, List<ModelDefinition> models);

  /** The cost of one of some kinds, as {@link #cost(Costs, List)} says. */
  static int cost(
      Kind kind, List<? extends Kind> kinds, Costs costs, List<ModelDefinition> models) {
    return models.stream()
        .mapToInt(
            model ->
                costs
                    .of(kind.name(), model)
                    .orElseGet(
                        () ->
                            kinds.stream()
                                .filter(each -> each.covers(kind))
                                .flatMapToInt(each -> costs.of(each.name(), model).stream())
                                .min()
                                .orElse(0)))
        .sum();
  }
}
