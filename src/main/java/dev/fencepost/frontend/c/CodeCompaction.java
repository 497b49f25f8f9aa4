// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.c;

import dev.fencepost.ir.Instruction;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;

/** Resolves labels, follows jumps to jumps, drops what cannot be reached and needless jumps. */
final class CodeCompaction {
  private final List<Instruction> code;
  private final List<Integer> labels;
  private final BitSet reached = new BitSet();

  CodeCompaction(List<Instruction> code, List<Integer> labels) {
    this.code = code;
    this.labels = labels;
  }

  List<Instruction> run() {
    reach();
    int[] positions = new int[code.size() + 1];
    List<Integer> kept = new ArrayList<>();
    for (int i = 0; i < code.size(); i++) {
      positions[i] = kept.size();
      if (reached.get(i) && !isNeedless(i)) {
        kept.add(i);
      }
    }
    List<Instruction> result = new ArrayList<>(kept.size());
    for (int i : kept) {
      result.add(
          switch (code.get(i)) {
            case Instruction.Jump jump ->
                new Instruction.Jump(positions[target(jump.to())], jump.origin());
            case Instruction.Branch branch ->
                branch.to(
                    positions[target(branch.whenTrue())], positions[target(branch.whenFalse())]);
            case Instruction other -> other;
          });
    }
    return result;
  }

  private void reach() {
    Deque<Integer> open = new ArrayDeque<>();
    open.add(0);
    while (!open.isEmpty()) {
      int at = open.remove();
      if (at >= code.size() || reached.get(at)) {
        continue;
      }
      reached.set(at);
      switch (code.get(at)) {
        case Instruction.Jump jump -> open.add(target(jump.to()));
        case Instruction.Branch branch -> {
          open.add(target(branch.whenTrue()));
          open.add(target(branch.whenFalse()));
        }
        case Instruction.End end -> {}
        case Instruction other -> open.add(at + 1);
      }
    }
  }

  /** Whether a jump goes where control goes anyway. */
  private boolean isNeedless(int at) {
    if (!(code.get(at) instanceof Instruction.Jump jump)) {
      return false;
    }
    int target = target(jump.to());
    int next = reached.nextSetBit(at + 1);
    while (next >= 0
        && next < target
        && code.get(next) instanceof Instruction.Jump other
        && target(other.to()) == target) {
      next = reached.nextSetBit(next + 1);
    }
    return next == target;
  }

  /** Where a label leads when jumps are followed; a jump to itself stays. */
  private int target(int label) {
    int at = labels.get(label);
    for (int steps = 0; steps < code.size(); steps++) {
      if (at < code.size() && code.get(at) instanceof Instruction.Jump jump) {
        at = labels.get(jump.to());
      } else {
        return at;
      }
    }
    return labels.get(label);
  }
}
