// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.fences;

import dev.fencepost.ir.FencePairs;
import dev.fencepost.ir.Instruction;
import dev.fencepost.memorymodel.ModelDefinition;
import dev.fencepost.source.Origin;
import java.util.ArrayList;
import java.util.List;

/**
 * A fence that may be added.
 *
 * @param name {@code fence[acquire]}, or the name of a kind that the model declares
 * @param text the call
 * @param pairs see {@link FencePairs}
 * @param attributes the kind that a model declares, or none
 */
public record FenceKind(String name, String text, int pairs, List<String> attributes)
    implements Kind {

  /** The fences that need no declaration; weaker ones first. */
  private static final List<FenceKind> BUILT_IN =
      List.of(
          pair("RR", FencePairs.RR),
          pair("RW", FencePairs.RW),
          pair("WW", FencePairs.WW),
          pair("WR", FencePairs.WR),
          new FenceKind("fence[acquire]", "fence_acquire()", FencePairs.ACQUIRE, List.of()),
          new FenceKind("fence[release]", "fence_release()", FencePairs.RELEASE, List.of()),
          new FenceKind("fence[seq_cst]", "fence()", FencePairs.FULL, List.of()));

  public FenceKind {
    attributes = List.copyOf(attributes);
  }

  private static FenceKind pair(String name, int pairs) {
    return new FenceKind("fence[" + name + "]", call(name), pairs, List.of());
  }

  private static String call(String kind) {
    return "fence_named(\"" + kind + "\")";
  }

  /** The fences that all of some models know, and to which one of them gives a cost. */
  static List<FenceKind> of(List<ModelDefinition> models, Costs costs) {
    List<FenceKind> kinds = new ArrayList<>(BUILT_IN);
    models.getFirst().fenceKinds().stream()
        .filter(kind -> models.stream().allMatch(model -> model.fenceKinds().contains(kind)))
        .forEach(kind -> kinds.add(new FenceKind(kind, call(kind), 0, List.of(kind))));
    kinds.removeIf(kind -> models.stream().allMatch(m -> costs.of(kind.name, m).isEmpty()));
    return kinds;
  }

  static boolean isBuiltIn(String name) {
    return BUILT_IN.stream().anyMatch(kind -> kind.name.equals(name));
  }

  @Override
  public boolean covers(Kind other) {
    return equals(other)
        || other instanceof FenceKind weak
            && attributes.isEmpty()
            && (weak.pairs & ~pairs) == 0
            && weak.pairs != 0;
  }

  @Override
  public int rank() {
    return 1;
  }

  /** The instruction. */
  Instruction.Fence fence(Origin origin) {
    return new Instruction.Fence(pairs, attributes, origin);
  }

  @Override
  public int cost(Costs costs, List<ModelDefinition> models) {
    return Kind.cost(this, BUILT_IN, costs, models);
  }
}
