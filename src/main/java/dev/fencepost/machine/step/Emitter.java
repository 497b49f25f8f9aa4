// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.step;

import dev.fencepost.ir.Expr;
import dev.fencepost.machine.ahead.RunAhead;
import dev.fencepost.machine.order.GeneralLaws;
import dev.fencepost.machine.propagation.Settlement;
import dev.fencepost.machine.window.Code;
import dev.fencepost.machine.window.OpenPairs;
import dev.fencepost.machine.window.State;
import dev.fencepost.machine.window.ViolationKind;
import dev.fencepost.machine.window.Violations;
import dev.fencepost.transition.Successors;
import org.jspecify.annotations.Nullable;

/** Writes finished states to the caller's buffer, and judges them by the properties on the way. */
final class Emitter {
  private final StateCodec codec;
  private final Violations violations;
  private final GeneralLaws laws;
  private final boolean guesses;

  /** Whether nobody may write a cell between two instances. */
  private final boolean pairs;

  private Successors out = new Successors();

  /** Marks passed, as bits. */
  long marks;

  final Observer observer;

  private final Races races;

  /** Whether data races are looked for. */
  private final boolean watchesRaces;

  /** Whether a data race was seen in a run that counts. */
  boolean raceSeen;

  /** Whether a run ended for want of a value. */
  boolean valueLacked;

  /** Loads that ran ahead; null where the model knows none. */
  final @Nullable RunAhead ahead;

  /** Notes the writes of steps, where threads react to them; else null. */
  final @Nullable WriteNotes notes;

  /** The canonical form where writes propagate; else null. */
  final @Nullable Settlement settlement;

  Emitter(StateCodec codec, GeneralLaws laws, CompiledMachine machine, Observer observer) {
    this.codec = codec;
    this.observer = observer;
    races = new Races(machine.rules);
    watchesRaces = machine.watchesRaces;
    ahead = machine.newRunAhead(observer);
    settlement = machine.newSettlement();
    boolean memoises = !observer.hears() && machine.memoisesSteps();
    notes = memoises && ahead != null ? new WriteNotes() : null;
    violations = machine.violations;
    this.laws = laws;
    guesses = machine.guesses;
    pairs = machine.program.pairs && !machine.program.propagates;
  }

  /** Writes to this buffer from now on; gives the one before. */
  Successors writeTo(Successors successors) {
    Successors before = out;
    out = successors;
    return before;
  }

  /** How many states were written so far. */
  int count() {
    return out.count();
  }

  /** All threads have taken their local steps: this is a state of the search. */
  void complete(State state) {
    state.broken |= pairs && OpenPairs.areDoomed(state);
    if (ahead != null && !state.broken) {
      ahead.tidy(state);
    }
    if (settlement != null) {
      settlement.settle(state);
    }
    if (state.history.count > 0) {
      laws.forget(state);
    }
    if (state.failure == Violations.INADMISSIBLE) {
      emit(state, Successors.FINE);
      return;
    }
    int unmet = violations.firstUnmet(violations.invariants, state);
    boolean raced = state.raced || unmet == 0 && seesRace(state);
    if (unmet == 0 && raced) {
      unmet = violations.race();
    }
    if (unmet != 0 && state.failure == 0) {
      state.failure = unmet;
    }
    boolean open = guesses && state.hasOpenGuess();
    if (!open && !state.broken) {
      marks |= state.marks;
      state.marks = 0;
      raceSeen |= raced;
    } else if (raced) {
      entangle();
    }
    emit(state, open ? Successors.FINE : state.failure);
  }

  /**
   * Records what a thread violates: in the state while a guess is open, else as a successor.
   *
   * @return whether the run goes on
   */
  boolean recordViolation(State state, ViolationKind kind, Code at) {
    note(state, kind, at);
    return !violates(state);
  }

  /** Where races are no violation, the first one is enough. */
  private boolean seesRace(State state) {
    return looksForRaces() && state.failure == 0 && races.isSeen(state);
  }

  boolean looksForRaces() {
    return watchesRaces && !(raceSeen && violations.race() == 0);
  }

  /** A load has read a value that another thread had overwritten: a race, if it is plain. */
  void overtaken(State state, Code load) {
    if (looksForRaces() && state.failure == 0 && load.plain) {
      state.raced = true;
      state.failure = violations.race();
    }
  }

  /** Notes a violation in an atomic block, which counts if the block can be taken to its end. */
  void note(State state, ViolationKind kind, Code at) {
    if (state.failure == 0) {
      state.failure = violations.code(kind, at);
    }
  }

  /** Notes that an access of a cell in a memory meets what was freed. */
  void judge(State state, int target, int cell, Code at) {
    if (state.isFreed(target, cell)) {
      note(state, ViolationKind.FREED, at);
    }
  }

  /** Whether a violation was noted and no guess is open: then it is written, and the run ends. */
  boolean violates(State state) {
    boolean none = state.failure == 0 || state.failure == Violations.INADMISSIBLE;
    if (none || guesses && state.hasOpenGuess()) {
      return false;
    }
    if (!state.broken) {
      marks |= state.marks;
      raceSeen |= state.raced;
    }
    emit(state, state.failure);
    return true;
  }

  /** What is being computed depends on other threads than the one that takes the step. */
  void entangle() {
    if (notes != null) {
      notes.entangled = true;
    }
  }

  /** Whether somebody hears what steps do. */
  boolean isObserved() {
    return observer.hears();
  }

  /** Whether a condition of a property holds. */
  boolean isMet(Expr condition, State state) {
    return violations.conditions.isMet(condition, state);
  }

  void mark(State state, int mark) {
    noteMark(state, mark);
    passMarks(state);
  }

  /** Notes a mark in an atomic block, which is passed if the block can be taken to its end. */
  void noteMark(State state, int mark) {
    state.marks |= 1L << mark;
  }

  /** The marks that were noted are passed, unless a guess is open. */
  void passMarks(State state) {
    if (state.marks != 0 && !(guesses && state.hasOpenGuess())) {
      boolean counts = state.failure != Violations.INADMISSIBLE && !state.broken;
      marks |= counts ? state.marks : 0;
      state.marks = 0;
    }
  }

  private void emit(State state, int code) {
    if (state.broken) {
      entangle();
      return;
    }
    valueLacked |= code != Successors.FINE && violations.lacksValue(code, state);
    byte[] bytes = out.reserve(codec.bound(state));
    out.add(codec.pack(state, bytes, out.end()), code);
    if (notes != null) {
      notes.note(state);
    }
    observer.emitted(state);
  }
}
