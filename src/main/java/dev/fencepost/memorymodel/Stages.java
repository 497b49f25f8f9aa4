// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.memorymodel;

import dev.fencepost.memorymodel.OrderTable.Rule;
import java.util.ArrayList;
import java.util.List;

/**
 * The stages of a kind of instances under a model: operations that none of its laws distinguishes
 * are one step (SETTA'16, section 3.3).
 *
 * <p>Fetch is one step with the next operation where every later access waits for the instance:
 * then nothing happens in its thread between the two. Issue is one step with what comes after it
 * unless a law orders the issue of such an access. The reflections of a store are one step where
 * all threads share a memory, and always for a read-modify-write. A fence has a step only where a
 * general law orders it; in the table it just stands between others.
 */
public record Stages(MemoryModel model) {
  private static final List<InstanceKind> ACCESSES =
      List.of(InstanceKind.LOAD, InstanceKind.STORE, InstanceKind.RMW);

  /** The stages of plain instances of a kind, in order; each is a list of operations. */
  public static List<List<String>> of(MemoryModel model, InstanceKind kind) {
    return new Stages(model).of(kind);
  }

  private List<List<String>> of(InstanceKind kind) {
    List<List<String>> stages = new ArrayList<>(List.of(new ArrayList<>(List.of("fetch"))));
    boolean apart = kind == InstanceKind.STORE && !model.multiCopyAtomic();
    String reflections =
        apart || model.traits().propagates()
            ? "reflect to each thread by itself"
            : "reflect to all threads";
    boolean ordersFences = model.general().stream().anyMatch(Law::ordersFences);
    List<String> step = new ArrayList<>();
    switch (kind) {
      case LOAD -> step.addAll(List.of("issue", "execute"));
      case STORE, RMW -> step.addAll(List.of("issue", "execute", reflections));
      case FENCE -> step.addAll(ordersFences ? List.of("issue") : List.of());
      case BRANCH -> step.add("resolve");
    }
    if (model.issues(new InstanceClass(kind, List.of()))) {
      stages.add(List.of(step.removeFirst()));
      stages.add(step);
    } else if (kind != InstanceKind.FENCE && !apart && holdsBackAll(kind)) {
      stages.getFirst().addAll(step);
    } else if (!step.isEmpty()) {
      stages.add(step);
    }
    return stages;
  }

  private boolean holdsBackAll(InstanceKind kind) {
    InstanceClass earlier = new InstanceClass(kind, List.of());
    return ACCESSES.stream()
        .map(later -> new InstanceClass(later, List.of()))
        .allMatch(
            later -> model.order().rule(earlier, later) == Rule.ALWAYS && !model.issues(later));
  }
}
