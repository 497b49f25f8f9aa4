// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine;

import dev.fencepost.ir.Instruction;
import dev.fencepost.ir.MemoryOrder;
import dev.fencepost.ir.Program;
import dev.fencepost.ir.ThreadDecl;
import dev.fencepost.memorymodel.InstanceClass;
import dev.fencepost.memorymodel.InstanceKind;
import dev.fencepost.memorymodel.ModelDefinition;
import java.util.ArrayList;
import java.util.List;

/** Numbers the classes of instances that occur in a program, as the laws of a model see them. */
final class InstanceClasses {
  static final int NONE = -1;

  /** Classes are bits of a word where the machine compares them. */
  private static final int LIMIT = 64;

  private final List<InstanceClass> classes = new ArrayList<>();

  InstanceClasses(Program program) {
    for (ThreadDecl thread : program.threads()) {
      for (Instruction instruction : thread.code()) {
        of(instruction, true);
        of(instruction, false);
      }
    }
  }

  int count() {
    return classes.size();
  }

  InstanceClass get(int number) {
    return classes.get(number);
  }

  /** The class of an instruction if it succeeds or fails, or {@link #NONE}. */
  int of(Instruction instruction, boolean success) {
    return switch (instruction) {
      case Instruction.Load load when !load.strong() -> access(InstanceKind.LOAD, load.order());
      case Instruction.Store store when !store.strong() ->
          access(InstanceKind.STORE, store.order());
      case Instruction.CompareAndSwap cas ->
          success ? access(InstanceKind.RMW, cas.successOrder()) : failed(cas.failureOrder());
      case Instruction.DoubleCompareAndSwap cas -> access(InstanceKind.RMW, MemoryOrder.RELAXED);
      case Instruction.FetchAndModify fetch -> access(InstanceKind.RMW, fetch.order());
      case Instruction.StoreConditional store -> access(InstanceKind.RMW, MemoryOrder.RELAXED);
      case Instruction.Lock lock -> access(InstanceKind.RMW, MemoryOrder.RELAXED);
      case Instruction.Unlock unlock -> access(InstanceKind.STORE, MemoryOrder.RELAXED);
      case Instruction.Fence fence -> fence(fence);
      default -> NONE;
    };
  }

  private int access(InstanceKind kind, MemoryOrder order) {
    boolean acquire = order.acquires() && kind != InstanceKind.STORE;
    boolean release = order.releases() && kind != InstanceKind.LOAD;
    return access(kind, acquire, release, order == MemoryOrder.SEQ_CST);
  }

  /** A failed compare-and-swap is a read-modify-write with the order of a load. */
  private int failed(MemoryOrder order) {
    return access(InstanceKind.RMW, order.acquires(), false, order == MemoryOrder.SEQ_CST);
  }

  private int access(InstanceKind kind, boolean acquire, boolean release, boolean seqCst) {
    List<String> attributes = new ArrayList<>();
    if (acquire) {
      attributes.add("acquire");
    }
    if (release) {
      attributes.add("release");
    }
    if (seqCst) {
      attributes.add("seq_cst");
    }
    return number(new InstanceClass(kind, attributes));
  }

  private int fence(Instruction.Fence fence) {
    List<String> attributes = new ArrayList<>();
    for (int i = 0; i < ModelDefinition.PAIRS.size(); i++) {
      if ((fence.pairs() & 1 << i) != 0) {
        attributes.add(ModelDefinition.PAIRS.get(i));
      }
    }
    return number(new InstanceClass(InstanceKind.FENCE, attributes));
  }

  private int number(InstanceClass instance) {
    int number = classes.indexOf(instance);
    if (number < 0) {
      number = classes.size();
      if (number == LIMIT) {
        throw new IllegalStateException("more than " + LIMIT + " classes of instances");
      }
      classes.add(instance);
    }
    return number;
  }
}
