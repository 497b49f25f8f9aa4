// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.export;

import dev.fencepost.ir.Instruction;
import dev.fencepost.machine.InstanceClasses;
import dev.fencepost.memorymodel.InstanceClass;
import dev.fencepost.memorymodel.InstanceKind;
import dev.fencepost.memorymodel.MemoryModel;
import dev.fencepost.memorymodel.OrderTable.Rule;
import java.util.ArrayList;
import java.util.List;

/** The order that a memory model keeps between the instructions of a program. */
final class Ordering {
  private final MemoryModel model;
  private final InstanceClasses classes;
  private final List<InstanceClass> accesses = new ArrayList<>();

  /** A model that is fit for it: one memory, no guesses, laws of program order alone. */
  Ordering(MemoryModel model, InstanceClasses classes) {
    this.model = model;
    this.classes = classes;
    if (!model.multiCopyAtomic()) {
      throw new ExportException("model " + model.name() + " is not multi-copy atomic");
    }
    if (model.speculation()) {
      throw new ExportException("model " + model.name() + " has speculation");
    }
    if (!model.general().isEmpty()) {
      throw new ExportException(
          "the law '"
              + model.general().get(0).name()
              + "' of model "
              + model.name()
              + " is no law of program order");
    }
    for (int i = 0; i < classes.count(); i++) {
      if (classes.get(i).kind() != InstanceKind.FENCE) {
        accesses.add(classes.get(i));
      }
    }
  }

  /** The class of an instruction; the same whether or not a compare-and-swap succeeds. */
  InstanceClass of(Instruction instruction) {
    int success = classes.of(instruction, true);
    int failure = classes.of(instruction, false);
    for (InstanceClass other : success == failure ? List.<InstanceClass>of() : accesses) {
      if (rule(classes.get(success), other) != rule(classes.get(failure), other)
          || rule(other, classes.get(success)) != rule(other, classes.get(failure))) {
        throw new ExportException("a compare-exchange orders by whether it succeeds");
      }
    }
    return success == InstanceClasses.NONE ? null : classes.get(success);
  }

  Rule rule(InstanceClass earlier, InstanceClass later) {
    return model.order().rule(earlier, later);
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
