// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine;

import dev.fencepost.memorymodel.Formula;
import dev.fencepost.memorymodel.Formula.Variable;
import dev.fencepost.memorymodel.Law;
import dev.fencepost.memorymodel.MemoryModel;
import dev.fencepost.transition.TransitionSystem.LimitException;
import java.util.ArrayList;
import java.util.List;

/**
 * The laws whose premises speak of the order of steps, or of several threads. A step is not
 * possible if it would make a law false; an instance leaves the history when no law can relate it
 * to one that is still to come (DESIGN section 3).
 */
final class GeneralLaws {
  private final List<CompiledLaw> laws = new ArrayList<>();
  private final InstanceClasses classes;
  private final boolean multiCopyAtomic;
  private final int limit;
  private final LawScope scope;

  /** Classes that some law speaks of, and classes that an "exists" may need for ever, as bits. */
  private long relevant;

  private long kept;
  private boolean comparesValues;
  private final List<OrderFact> facts = new ArrayList<>();

  GeneralLaws(MemoryModel model, InstanceClasses classes, int limit) {
    this.classes = classes;
    this.limit = limit;
    multiCopyAtomic = model.multiCopyAtomic();
    scope = new LawScope(classes, multiCopyAtomic);
    for (Law law : model.general()) {
      laws.add(new CompiledLaw(law));
      facts.addAll(OrderFact.of(law));
      law.variables().forEach(variable -> relevant |= classes(variable));
      collect(law.premise());
      collect(law.conclusion());
    }
  }

  private long classes(Variable variable) {
    long bits = 0;
    for (int i = 0; i < classes.count() && !variable.isThread(); i++) {
      bits |= variable.pattern().matches(classes.get(i)) ? 1L << i : 0;
    }
    return bits;
  }

  private void collect(Formula formula) {
    switch (formula) {
      case Formula.Exists exists -> collect(exists.variable(), exists.body());
      case Formula.Forall forall -> collect(forall.variable(), forall.body());
      case Formula.Not not -> collect(not.operand());
      case Formula.And and -> and.operands().forEach(this::collect);
      case Formula.Or or -> or.operands().forEach(this::collect);
      case Formula.Implies implies -> {
        collect(implies.premise());
        collect(implies.conclusion());
      }
      case Formula.SameValue atom -> comparesValues = true;
      case Formula.Less atom -> {}
      case Formula.Before atom -> {}
      case Formula.SameCell atom -> {}
      case Formula.SameInstance atom -> {}
      case Formula.SameThread atom -> {}
      case Formula.Is atom -> {}
    }
  }

  private void collect(Variable variable, Formula body) {
    relevant |= classes(variable);
    kept |= classes(variable);
    collect(body);
  }

  /** Whether some law compares values, so that states must hold them. */
  boolean comparesValues() {
    return comparesValues;
  }

  /** The steps of {@code other} whose order with a step of {@code index} a law may ask for. */
  long held(State state, int index, int step, int other) {
    look(state);
    long held = 0;
    for (OrderFact fact : facts) {
      held |= fact.held(scope, index, step, other);
    }
    return held;
  }

  /** Whether laws may relate an instance of this code to others. */
  boolean relevant(State state, Code code) {
    return state.history != null
        && code.instanceClass != InstanceClasses.NONE
        && ((relevant >>> code.instanceClass | relevant >>> code.failureClass) & 1) != 0;
  }

  /** The steps that an instance takes, in a system of so many memories. */
  long steps(Code code, int memories) {
    return code.opcode == Opcode.STORE && !multiCopyAtomic ? (1L << memories) - 1 << 1 : 1;
  }

  /** An instance was fetched; {@code false} where that makes a law false. */
  boolean fetched(State state, int thread, Code code) throws LimitException {
    History history = state.history;
    if (history.count == limit) {
      throw new LimitException(
          "the laws of this memory model relate more than "
              + limit
              + " instances at a time; raise it with --instances N");
    }
    int index = history.add(thread, code, steps(code, state.memories()));
    if ((code.constantSlots & 1) != 0 && code.addresses > 0) {
      history.cell[index] = ProgramCode.cellOf(code.constants[0]);
    }
    return holds(state, index);
  }

  /** The address of an instance became known; {@code false} where that makes a law false. */
  boolean located(State state, int number, int index) {
    int place = place(state, number, index);
    ThreadState thread = state.threads[number];
    state.history.cell[place] = thread.cell(index, 0);
    if (thread.code[index].addresses > 1) {
      state.history.secondCell[place] = thread.cell(index, 1);
    }
    return holds(state, place);
  }

  /** The place in the history of an unfinished instance of a window. */
  int place(State state, int number, int index) {
    ThreadState thread = state.threads[number];
    int earlier = 0;
    for (int i = 0; i < index; i++) {
      earlier += relevant(state, thread.code[i]) && !thread.done[i] ? 1 : 0;
    }
    return state.history.unfinished(number, earlier);
  }

  /** Takes steps of an instance, unless that makes a law false. */
  boolean perform(State state, int index, long steps, int outcomeClass) {
    History history = state.history;
    int oldClass = history.instanceClass[index];
    history.instanceClass[index] = outcomeClass;
    history.perform(index, steps);
    if (!holds(state, index)) {
      history.undo(index, steps);
      history.instanceClass[index] = oldClass;
      return false;
    }
    return true;
  }

  /** Whether no law is false for any choice of instances that has this one in it. */
  boolean holds(State state, int index) {
    look(state);
    for (CompiledLaw law : laws) {
      if (law.worst(scope, index, false) == Truth.FALSE) {
        return false;
      }
    }
    return true;
  }

  private void look(State state) {
    scope.history = state.history;
    scope.threads = state.threadCount;
  }

  /** Takes out the instances that no law can relate to any that is still to come. */
  void forget(State state) {
    History history = state.history;
    look(state);
    for (int i = history.count - 1; i >= 0; i--) {
      boolean keep = (kept >>> history.instanceClass[i] & 1) != 0;
      if (history.isDone(i) && !keep && isDecided(i)) {
        history.remove(i);
      }
    }
  }

  private boolean isDecided(int index) {
    for (CompiledLaw law : laws) {
      if (law.worst(scope, index, true) != Truth.TRUE) {
        return false;
      }
    }
    return true;
  }
}
