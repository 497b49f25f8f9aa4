// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.export;

import dev.fencepost.export.LawConditions.Known;
import dev.fencepost.ir.Instruction;
import dev.fencepost.machine.window.InstanceClasses;
import dev.fencepost.memorymodel.CompiledLaw;
import dev.fencepost.memorymodel.InstanceClass;
import dev.fencepost.memorymodel.InstanceKind;
import dev.fencepost.memorymodel.MemoryModel;
import dev.fencepost.memorymodel.OrderTable.Rule;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The order that a memory model keeps between the instructions of a program. */
final class Ordering {
  private final MemoryModel model;
  private final InstanceClasses classes;
  private final List<InstanceClass> accesses = new ArrayList<>();

  Ordering(MemoryModel model, InstanceClasses classes) {
    this.model = model;
    this.classes = classes;
    if (model.speculation()) {
      throw new ExportException("model " + model.name() + " has speculation");
    }
    if (model.traits().isProcessor()) {
      throw new ExportException(
          "model " + model.name() + " runs ahead or splits read-modify-writes");
    }
    if (!model.definition().mappings().isEmpty()) {
      throw new ExportException("model " + model.name() + " maps C11 atomics to instructions");
    }
    for (int i = 0; i < classes.count(); i++) {
      if (classes.get(i).kind() != InstanceKind.FENCE) {
        accesses.add(classes.get(i));
      }
    }
  }

  MemoryModel model() {
    return model;
  }

  /** The class of an instruction that succeeds, or null where it is no access and no fence. */
  @Nullable InstanceClass of(Instruction instruction) {
    int number = classes.of(instruction, true);
    return number == InstanceClasses.NONE ? null : classes.get(number);
  }

  /** The class of an access or fence that succeeds. */
  InstanceClass ofKnown(Instruction instruction) {
    return classes.get(classes.of(instruction, true));
  }

  /** The class of an access or fence that fails; compare-and-swap alone has another one. */
  InstanceClass ofFailed(Instruction instruction) {
    return classes.get(classes.of(instruction, false));
  }

  /** The number of the class of an instruction that succeeds or fails. */
  int number(Instruction instruction, boolean success) {
    return classes.of(instruction, success);
  }

  /** The general laws of the model, to be evaluated as conditions. */
  List<CompiledLaw<Known>> generalLaws(LawConditions algebra) {
    return model.general().stream()
        .map(law -> new CompiledLaw<>(algebra, law, classes::bits))
        .toList();
  }

  /** Whether a compare-and-swap waits for the same instances whether or not it succeeds. */
  boolean waitsAlike(Instruction instruction) {
    InstanceClass success = of(instruction);
    if (success == null) {
      return true;
    }
    InstanceClass failure = ofFailed(instruction);
    return accesses.stream()
        .allMatch(
            other ->
                rule(other, success) == rule(other, failure)
                    && targetRule(other, success) == targetRule(other, failure)
                    && fencesAlike(other, success, failure));
  }

  private boolean fencesAlike(InstanceClass other, InstanceClass success, InstanceClass failure) {
    for (int i = 0; i < classes.count(); i++) {
      if (fenceRule(classes.get(i), other, success) != fenceRule(classes.get(i), other, failure)) {
        return false;
      }
    }
    return true;
  }

  /** Refuses a compare-and-swap for which others wait only if it succeeds, or only if it fails. */
  void requireWaitedForAlike(Instruction instruction) {
    InstanceClass success = of(instruction);
    for (InstanceClass other : accesses) {
      if (success != null && rule(success, other) != rule(ofFailed(instruction), other)) {
        throw new ExportException(
            "later accesses wait for a compare-exchange by whether it succeeds");
      }
    }
  }

  Rule rule(InstanceClass earlier, InstanceClass later) {
    return model.order().rule(earlier, later);
  }

  /** The rule between what reaches one memory, where threads have their own. */
  Rule targetRule(InstanceClass earlier, InstanceClass later) {
    return model.multiCopyAtomic() ? Rule.NEVER : model.order().targetRule(earlier, later);
  }

  Rule fenceRule(InstanceClass fence, InstanceClass earlier, InstanceClass later) {
    return model.order().fenceRule(fence, earlier, later);
  }

  /** The classes of accesses. */
  List<InstanceClass> accesses() {
    return accesses;
  }

  /** Whether a fence keeps some later access waiting for an earlier one of this class. */
  boolean holds(InstanceClass fence, InstanceClass earlier) {
    return accesses.stream().anyMatch(later -> fenceRule(fence, earlier, later) != Rule.NEVER);
  }

  /** Whether every later access waits for an earlier one of this class. */
  boolean holdsBackAll(InstanceClass earlier) {
    return accesses.stream().allMatch(later -> rule(earlier, later) == Rule.ALWAYS);
  }
}
