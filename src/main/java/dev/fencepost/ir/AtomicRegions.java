// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.ir;

import dev.fencepost.budget.Budget;
import dev.fencepost.source.Diagnostic;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Which instructions of a thread's code are inside an atomic block, and what is wrong with the
 * blocks: each must begin and end on every path, with nothing inside that is no part of one step.
 */
public final class AtomicRegions {
  private static final byte UNSEEN = 0;
  private static final byte OUTSIDE = 1;
  private static final byte INSIDE = 2;
  private static final byte INSIDE_STRONG = 3;

  private final List<Instruction> code;
  private final byte[] before;
  private final Set<Diagnostic> problems = new LinkedHashSet<>();

  public AtomicRegions(List<Instruction> code) {
    this.code = code;
    this.before = new byte[code.size()];
    Deque<Integer> open = new ArrayDeque<>();
    if (!code.isEmpty()) {
      before[0] = OUTSIDE;
      open.add(0);
    }
    while (!open.isEmpty()) {
      Budget.ask();
      int at = open.remove();
      byte after = step(code.get(at), before[at]);
      for (int next : successors(at)) {
        flow(next, after, open);
      }
    }
  }

  public List<Diagnostic> problems() {
    return new ArrayList<>(problems);
  }

  /** Whether the instruction at a position stands behind a begin and before its end. */
  public boolean isInside(int position) {
    return isInside(before[position]);
  }

  /** Whether that block touches strong cells alone. */
  public boolean isInsideStrong(int position) {
    return before[position] == INSIDE_STRONG;
  }

  private static boolean isInside(byte state) {
    return state == INSIDE || state == INSIDE_STRONG;
  }

  private void flow(int next, byte state, Deque<Integer> open) {
    if (next >= code.size()) {
      return;
    }
    if (before[next] == UNSEEN) {
      before[next] = state;
      open.add(next);
    } else if (before[next] != state) {
      problem(
          code.get(next),
          "an atomic block is open on one way to here and closed on another",
          "begin and end it on the same path");
    }
  }

  private int[] successors(int at) {
    boolean fails =
        code.get(at) instanceof Instruction.Assert never
            && never.condition().equals(Expr.constant(0));
    return fails ? new int[0] : ControlFlow.successors(code.get(at), at);
  }

  private byte step(Instruction instruction, byte state) {
    boolean inside = isInside(state);
    boolean touches = instruction.touchesMemory() || instruction instanceof Instruction.Allocate;
    if (state == INSIDE_STRONG && touches) {
      problem(
          instruction,
          "a strong block touches memory that is not strong",
          "it may use variables with FENCEPOST_GHOST only");
    }
    switch (instruction) {
      case Instruction.AtomicBegin begin -> {
        if (inside) {
          problem(begin, "an atomic block begins inside another", "leave one of them out");
        }
        return begin.strong() ? INSIDE_STRONG : INSIDE;
      }
      case Instruction.AtomicEnd end -> {
        if (!inside) {
          problem(end, "an atomic block ends that has not begun", "");
        }
        return OUTSIDE;
      }
      case Instruction.Spawn spawn -> forbid(inside, spawn, "a thread is started");
      case Instruction.Join join -> forbid(inside, join, "a thread is joined");
      case Instruction.Lock lock -> forbid(inside, lock, "a mutex is locked");
      case Instruction.Unlock unlock -> forbid(inside, unlock, "a mutex is unlocked");
      case Instruction.End end -> forbid(inside, end, "the thread ends");
      case Instruction other -> {}
    }
    return state;
  }

  private void forbid(boolean inside, Instruction instruction, String what) {
    if (inside) {
      problem(instruction, what + " inside an atomic block", "end the block first");
    }
  }

  private void problem(Instruction instruction, String message, String hint) {
    problems.add(new Diagnostic(instruction.origin().span(), message, hint));
  }

  /** The code without the fences inside blocks, which order nothing there. */
  public List<Instruction> withoutFencesInside() {
    BitSet kept = new BitSet();
    for (int i = 0; i < code.size(); i++) {
      kept.set(i, !isInside(i) || !(code.get(i) instanceof Instruction.Fence));
    }
    return ControlFlow.keeping(code, kept, to -> to);
  }
}
