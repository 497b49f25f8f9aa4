// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.reference;

import dev.fencepost.ir.Expr;
import dev.fencepost.ir.Instruction;
import dev.fencepost.ir.MemoryOrder;
import java.util.List;

/**
 * What instances of a window do: the second to the last sentences of docs/machine.md, its list of
 * rules.
 */
final class ReferenceExecution {
  static final String BAD_ADDRESS = "bad address";
  static final String NO_THREAD = "join of a thread that was never started";
  static final String LOCKED_TWICE = "mutex locked twice by one thread";
  static final String NOT_LOCKED = "mutex unlocked by a thread that does not hold it";

  private final ReferenceOrder rules;

  ReferenceExecution(ReferenceOrder rules) {
    this.rules = rules;
  }

  /** The steps of one unfinished instance. */
  void steps(ReferenceState state, int number, int index, Steps out) {
    ReferenceThread thread = state.thread(number);
    ReferenceInstance instance = thread.window.get(index);
    boolean guessed = thread.behindBranchGuess(index);
    String error = error(instance);
    if (error != null) {
      if (!guessed) {
        finish(state.violate(error), number, index, out, 0, 0);
      }
      return;
    }
    if (!instance.operandsKnown()) {
      return;
    }
    switch (instance.instruction()) {
      case Instruction.Assign assign -> finish(state, number, index, out, instance.value(0));
      case Instruction.Fence fence -> {
        if (rules.fenceLeaves(thread.window, index)) {
          finish(state, number, index, out);
        }
      }
      case Instruction.Branch branch ->
          confirm(state, number, index, (instance.value(0) != 0) == instance.guess(), out);
      case Instruction.Assume assume -> confirm(state, number, index, instance.value(0) != 0, out);
      case Instruction.Load load -> load(state, number, index, out);
      case Instruction.Mark mark -> {
        // Passes by itself when no guess is left before it: see settle.
      }
      default -> {
        if (!guessed) {
          notGuessed(state, number, index, out);
        }
      }
    }
  }

  /** What waits behind an unconfirmed branch guess. */
  private void notGuessed(ReferenceState state, int number, int index, Steps out) {
    ReferenceInstance instance = state.thread(number).window.get(index);
    switch (instance.instruction()) {
      case Instruction.Assert assertion ->
          finish(
              instance.value(0) != 0 ? state : state.violate(assertion.message()),
              number,
              index,
              out);
      case Instruction.Store store -> reflect(state, number, index, out);
      case Instruction.Unlock unlock -> reflect(state, number, index, out);
      case Instruction.CompareAndSwap cas -> compareAndSwap(state, number, index, out);
      case Instruction.DoubleCompareAndSwap cas -> doubleSwap(state, number, index, out);
      case Instruction.FetchAndModify modify -> modify(state, number, index, out);
      case Instruction.StoreConditional store -> conditional(state, number, index, out);
      case Instruction.Lock lock -> lock(state, number, index, out);
      default -> throw new IllegalStateException("never fetched: " + instance);
    }
  }

  /** The run-time error of an instance: a known operand that traps, a known address of no cell. */
  private String error(ReferenceInstance instance) {
    for (Expr operand : instance.operands()) {
      String trap = ReferenceExpressions.trap(operand);
      if (trap != null) {
        return trap;
      }
    }
    for (Expr address : instance.addresses()) {
      if (ReferenceExpressions.known(address) && rules.cell(address) < 0) {
        return BAD_ADDRESS;
      }
    }
    return null;
  }

  private void confirm(ReferenceState state, int number, int index, boolean right, Steps out) {
    if (right) {
      finish(state, number, index, out);
    } else {
      out.drop();
    }
  }

  /**
   * A load takes the value of the newest earlier store of its own window to the same cell, else the
   * memory's. It waits while any earlier store of its window to that cell has an unknown value or
   * stands behind an unconfirmed guess.
   */
  private void load(ReferenceState state, int number, int index, Steps out) {
    ReferenceThread thread = state.thread(number);
    ReferenceInstance load = thread.window.get(index);
    if (!rules.mayGo(thread.window, index, load.order())) {
      return;
    }
    int cell = rules.cell(load.addresses().getFirst());
    long value = state.memory[cell];
    ReferenceState read = state.read(cell);
    for (int i = 0; i < index; i++) {
      ReferenceInstance store = thread.window.get(i);
      if (!isStore(store)) {
        continue;
      }
      if (!store.addressesKnown() && rules.mustNotGuess()) {
        return;
      }
      if (rules.sameCell(store, load)) {
        if (!(store.operands().get(1) instanceof Expr.Constant) || thread.behindBranchGuess(i)) {
          return;
        }
        value = store.value(1);
        read = state;
      }
    }
    boolean linked = ((Instruction.Load) load.instruction()).linked();
    ReferenceState after = linked ? read.with(number, thread.linkTo(cell)) : read;
    finish(after, number, index, out, value);
  }

  private static boolean isStore(ReferenceInstance instance) {
    return !instance.finished()
        && (instance.instruction() instanceof Instruction.Store
            || instance.instruction() instanceof Instruction.Unlock);
  }

  /** The one ordered step of a store. An unlock checks here that the thread holds the mutex. */
  private void reflect(ReferenceState state, int number, int index, Steps out) {
    ReferenceThread thread = state.thread(number);
    ReferenceInstance store = thread.window.get(index);
    if (!rules.mayGo(thread.window, index, store.order())) {
      return;
    }
    int cell = rules.cell(store.addresses().getFirst());
    boolean unlock = store.instruction() instanceof Instruction.Unlock;
    if (unlock && state.memory[cell] != holder(number)) {
      out.add(state.violate(NOT_LOCKED));
      return;
    }
    finish(state.write(number, cell, store.value(1)), number, index, out);
  }

  /** A mutex holds 0, or the number of the thread that has it, plus 1. */
  static long holder(int number) {
    return number + 1L;
  }

  private boolean mayModify(ReferenceState state, int number, int index, MemoryOrder order) {
    List<ReferenceInstance> window = state.thread(number).window;
    return ownStoresReflected(window, index) && rules.mayGo(window, index, order);
  }

  private boolean ownStoresReflected(List<ReferenceInstance> window, int index) {
    for (int i = 0; i < index; i++) {
      if (isStore(window.get(i)) && rules.sameCell(window.get(i), window.get(index))) {
        return false;
      }
    }
    return true;
  }

  /** Has its success order if it succeeds, and its failure order, as a load, if not. */
  private void compareAndSwap(ReferenceState state, int number, int index, Steps out) {
    ReferenceInstance instance = state.thread(number).window.get(index);
    Instruction.CompareAndSwap cas = (Instruction.CompareAndSwap) instance.instruction();
    int cell = rules.cell(instance.addresses().getFirst());
    long observed = state.memory[cell];
    boolean equal = observed == instance.value(1);
    if (equal && mayModify(state, number, index, cas.successOrder())) {
      ReferenceState written = state.write(number, cell, instance.value(2));
      finish(written, number, index, out, 1, observed);
    }
    List<ReferenceInstance> window = state.thread(number).window;
    if ((!equal || cas.weak())
        && ownStoresReflected(window, index)
        && rules.mayFail(window, index, cas.failureOrder())) {
      finish(state.read(cell), number, index, out, 0, observed);
    }
  }

  private void doubleSwap(ReferenceState state, int number, int index, Steps out) {
    if (!mayModify(state, number, index, MemoryOrder.RELAXED)) {
      return;
    }
    ReferenceInstance instance = state.thread(number).window.get(index);
    int first = rules.cell(instance.addresses().getFirst());
    int second = rules.cell(instance.addresses().getLast());
    if (state.memory[first] == instance.value(2) && state.memory[second] == instance.value(3)) {
      ReferenceState written =
          state.write(number, first, instance.value(4)).write(number, second, instance.value(5));
      finish(written, number, index, out, 1);
    } else {
      finish(state.read(first).read(second), number, index, out, 0);
    }
  }

  private void modify(ReferenceState state, int number, int index, Steps out) {
    ReferenceInstance instance = state.thread(number).window.get(index);
    Instruction.FetchAndModify modify = (Instruction.FetchAndModify) instance.instruction();
    if (mayModify(state, number, index, modify.order())) {
      int cell = rules.cell(instance.addresses().getFirst());
      long old = state.memory[cell];
      ReferenceState written = state.write(number, cell, modified(modify, old, instance.value(1)));
      finish(written, number, index, out, old);
    }
  }

  static long modified(Instruction.FetchAndModify modify, long old, long operand) {
    long result =
        switch (modify.modification()) {
          case SWAP -> operand;
          case ADD -> old + operand;
          case SUBTRACT -> old - operand;
          case AND -> old & operand;
          case OR -> old | operand;
          case XOR -> old ^ operand;
        };
    return ReferenceExpressions.convert(modify.bits(), modify.signed(), result);
  }

  private void conditional(ReferenceState state, int number, int index, Steps out) {
    if (!mayModify(state, number, index, MemoryOrder.RELAXED)) {
      return;
    }
    ReferenceThread thread = state.thread(number);
    ReferenceInstance instance = thread.window.get(index);
    int cell = rules.cell(instance.addresses().getFirst());
    boolean linked = thread.link == cell;
    ReferenceState cleared = state.with(number, thread.linkTo(ReferenceThread.NO_LINK));
    if (linked) {
      finish(cleared.write(number, cell, instance.value(1)), number, index, out, 1);
    }
    if (!linked || ((Instruction.StoreConditional) instance.instruction()).weak()) {
      finish(cleared, number, index, out, 0);
    }
  }

  /** "Waits while the mutex is held"; "locking twice is a violation". */
  private void lock(ReferenceState state, int number, int index, Steps out) {
    if (!mayModify(state, number, index, MemoryOrder.RELAXED)) {
      return;
    }
    int cell = rules.cell(state.thread(number).window.get(index).addresses().getFirst());
    if (state.memory[cell] == holder(number)) {
      out.add(state.violate(LOCKED_TWICE));
    } else if (state.memory[cell] == 0) {
      finish(state.write(number, cell, holder(number)), number, index, out);
    } else if (!state.read(cell).equals(state)) {
      out.add(state.read(cell));
    }
  }

  /**
   * The instance finishes with its results. Addresses that become known by that are checked against
   * every later access that has finished: the run is dropped if one passed it on a wrong guess.
   */
  private void finish(ReferenceState state, int number, int index, Steps out, long... results) {
    ReferenceThread before = state.thread(number);
    boolean access = before.window.get(index).pendingAccess();
    boolean keep = access && rules.guesses(before.window, index);
    ReferenceThread after = before.finish(index, keep, results);
    for (int i = 0; i < before.window.size(); i++) {
      int place = i > index && !keep ? i - 1 : i;
      boolean unknown = i != index && !before.window.get(i).addressesKnown();
      if (unknown && wronglyPassed(after.window, place)) {
        out.drop();
        return;
      }
    }
    out.add(settle(state.with(number, after), number));
  }

  private boolean wronglyPassed(List<ReferenceInstance> window, int index) {
    ReferenceInstance earlier = window.get(index);
    return window.subList(index + 1, window.size()).stream()
        .anyMatch(
            later ->
                later.finished()
                    && rules.sameCellMatters(earlier, later)
                    && rules.sameCell(earlier, later));
  }

  /** What follows at once: marks behind no guess pass, finished instances leave. */
  private ReferenceState settle(ReferenceState state, int number) {
    ReferenceThread thread = state.thread(number);
    for (int i = 0; i < thread.window.size(); i++) {
      ReferenceInstance instance = thread.window.get(i);
      if (instance.instruction() instanceof Instruction.Mark mark && !thread.behindBranchGuess(i)) {
        return settle(state.with(number, thread.finish(i, false)).pass(mark.mark()), number);
      }
      if (instance.finished() && !rules.guesses(thread.window, i)) {
        return settle(state.with(number, thread.finish(i, false)), number);
      }
    }
    return state;
  }
}
