// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.independence;

import dev.fencepost.machine.order.OrderRules;
import dev.fencepost.machine.window.Code;
import dev.fencepost.machine.window.MemoryAccess;
import dev.fencepost.machine.window.Opcode;
import dev.fencepost.machine.window.ThreadState;
import java.util.Arrays;

/**
 * Necessary enabling sets of one action (Godefroid: Partial-order methods for the verification of
 * concurrent systems, 1996, section 4.5): for an instance of a window that cannot go yet, an action
 * of its thread that is taken before it in every run. The instance awaits the action's result, or
 * the order keeps it behind the action; or it awaits an instance of which that is true.
 */
final class Enablers {
  /** No such action is known. */
  static final int NONE = -1;

  private final OrderRules rules;

  /** Per instance of the window, the action. */
  private int[] enabler = new int[16];

  Enablers(OrderRules rules) {
    this.rules = rules;
  }

  /** Notes the action that an instance is, or what {@link #find} has found for it. */
  void set(int index, int action) {
    if (index >= enabler.length) {
      enabler = Arrays.copyOf(enabler, 2 * index);
    }
    enabler[index] = action;
  }

  /** The action that comes before an instance; those of all earlier instances are set. */
  int find(ThreadState thread, int index) {
    Code code = thread.code[index];
    // The value of a select may be known before its operands are.
    if (thread.done[index] || code.opcode == Opcode.SELECT) {
      return NONE;
    }
    int place = thread.operandAt(index);
    for (int i = 0; i < code.operands.length; i++) {
      int found = of(thread.operandReference[place + i]);
      if (found != NONE) {
        return found;
      }
    }
    for (int i = 0; i < index && code.isAccess(); i++) {
      if (enabler[i] != NONE && keeps(thread, i, index)) {
        return enabler[i];
      }
    }
    return NONE;
  }

  /** The action that comes before the value of one of these registers is known. */
  int ofRegisters(ThreadState thread, int[] registers) {
    for (int register : registers) {
      int found = of(thread.registerReference[register]);
      if (found != NONE) {
        return found;
      }
    }
    return NONE;
  }

  private int of(int reference) {
    return reference == ThreadState.NO_REFERENCE ? NONE : enabler[reference / 2];
  }

  /** Whether an access waits for an earlier one in every run, whatever their outcomes. */
  private boolean keeps(ThreadState thread, int earlier, int later) {
    Code first = thread.code[earlier];
    Code second = thread.code[later];
    return first.isAccess()
        && !first.mayWriteNothing()
        && first.opcode != Opcode.STORE_CONDITIONAL
        && keeps(thread, earlier, later, second.instanceClass)
        && keeps(thread, earlier, later, second.failureClass);
  }

  private boolean keeps(ThreadState thread, int earlier, int later, int laterClass) {
    Code first = thread.code[earlier];
    long held =
        rules.heldBack(1L << first.instanceClass) & rules.heldBack(1L << first.failureClass);
    if ((held >>> laterClass & 1) != 0) {
      return true;
    }
    for (int i = earlier + 1; i < later; i++) {
      long fenced =
          thread.code[i].opcode == Opcode.FENCE ? rules.fenced(thread.code[i], laterClass) : 0;
      if ((fenced >>> first.instanceClass & fenced >>> first.failureClass & 1) != 0) {
        return true;
      }
    }
    return thread.code[later].kind != MemoryAccess.READ
        && thread.addressKnown(later)
        && OrderRules.sameCell(thread, earlier, later)
        && rules.ordersSameCell(first.instanceClass, laterClass)
        && rules.ordersSameCell(first.failureClass, laterClass);
  }
}
