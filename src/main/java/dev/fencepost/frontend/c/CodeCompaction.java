// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.c;

import dev.fencepost.ir.ControlFlow;
import dev.fencepost.ir.Instruction;
import java.util.BitSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Resolves labels, follows jumps to jumps, drops what cannot be reached, needless jumps, and other
 * instructions that are not wanted.
 */
final class CodeCompaction {
  private final List<Instruction> code;
  private final List<Integer> labels;
  private final Set<Instruction> dropped;
  private final BitSet reached;

  CodeCompaction(List<Instruction> code, List<Integer> labels, Set<Instruction> dropped) {
    this.code = code;
    this.labels = labels;
    this.dropped = dropped;
    reached = ControlFlow.reachable(new int[] {0}, this::successors);
    reached.stream().filter(at -> dropped.contains(code.get(at))).forEach(reached::clear);
  }

  List<Instruction> run() {
    BitSet kept = new BitSet();
    reached.stream().filter(i -> !isNeedless(i)).forEach(kept::set);
    return ControlFlow.keeping(code, kept, this::target);
  }

  private int[] successors(int at) {
    return IntStream.of(ControlFlow.successors(code.get(at).moved(this::target), at))
        .filter(next -> next < code.size())
        .toArray();
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
      if (at < code.size() && dropped.contains(code.get(at))) {
        at++;
      } else if (at < code.size() && code.get(at) instanceof Instruction.Jump jump) {
        at = labels.get(jump.to());
      } else {
        return at;
      }
    }
    return labels.get(label);
  }
}
