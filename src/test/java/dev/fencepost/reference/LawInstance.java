// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.reference;

import dev.fencepost.ir.FencePairs;
import dev.fencepost.ir.Instruction;
import dev.fencepost.ir.MemoryOrder;
import dev.fencepost.memorymodel.InstanceClass;
import dev.fencepost.memorymodel.InstanceKind;
import java.util.ArrayList;
import java.util.List;

/**
 * An instance of a complete run as laws see it.
 *
 * @param place its place in program order
 * @param cell the cell accessed, or -1 for a fence
 * @param issue when it was issued
 * @param times when each of its steps was taken; those of a store, by the memory that it reached
 */
record LawInstance(
    int thread,
    int place,
    InstanceClass instanceClass,
    int cell,
    long value,
    int issue,
    List<Integer> times) {

  LawInstance {
    times = List.copyOf(times);
  }

  /** The class of an instruction of a straight-line program; a read-modify-write succeeds. */
  static InstanceClass classOf(Instruction instruction) {
    return switch (instruction) {
      case Instruction.Load load -> access(InstanceKind.LOAD, load.order(), load);
      case Instruction.Store store -> access(InstanceKind.STORE, store.order(), store);
      case Instruction.FetchAndModify modify -> access(InstanceKind.RMW, modify.order(), modify);
      case Instruction.Fence fence -> new InstanceClass(InstanceKind.FENCE, pairs(fence));
      default -> throw new IllegalArgumentException("laws do not see " + instruction);
    };
  }

  private static InstanceClass access(
      InstanceKind kind, MemoryOrder order, Instruction instruction) {
    List<String> attributes = new ArrayList<>(instruction.attributes());
    if (order.acquires() && kind != InstanceKind.STORE) {
      attributes.add("acquire");
    }
    if (order.releases() && kind != InstanceKind.LOAD) {
      attributes.add("release");
    }
    if (order == MemoryOrder.SEQ_CST) {
      attributes.add("seq_cst");
    }
    return new InstanceClass(kind, attributes);
  }

  private static List<String> pairs(Instruction.Fence fence) {
    List<String> attributes = new ArrayList<>(fence.attributes());
    int[] pairs = {FencePairs.RR, FencePairs.RW, FencePairs.WR, FencePairs.WW};
    List<String> names = List.of("RR", "RW", "WR", "WW");
    for (int i = 0; i < pairs.length; i++) {
      if ((fence.pairs() & pairs[i]) != 0) {
        attributes.add(names.get(i));
      }
    }
    return attributes;
  }
}
