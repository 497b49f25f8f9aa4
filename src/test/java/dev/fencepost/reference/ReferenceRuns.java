// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.reference;

import dev.fencepost.ir.Expr;
import dev.fencepost.ir.Instruction;
import dev.fencepost.ir.Program;
import dev.fencepost.memorymodel.MemoryModel;
import dev.fencepost.property.CheckedProgram;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The graph of all runs of the reference machine, every local step an edge of its own, with what
 * fairness asks of each edge, in the words of the definition:
 *
 * <ul>
 *   <li>Local steps are taken at once, so a thread never puts them off for ever, fair or not.
 *   <li>A thread that can fetch does some day.
 *   <li>No instance that stays in a window and stays allowed waits for ever. From some point on it
 *       has its place for good: so for each thread and place, again and again an instance up to
 *       there goes, or the one there is not allowed, or there is none.
 * </ul>
 */
final class ReferenceRuns {
  private static final int PLACES = 12;
  private static final int CONDITIONS_A_THREAD = 2 + PLACES;

  private final ReferenceMachine machine;
  private final CheckedProgram checked;
  private final int limit;

  /** Whether a run may stop anywhere: nobody takes a step any more. */
  private final boolean stops;

  private final Map<ReferenceState, Integer> numbers = new HashMap<>();
  private final List<ReferenceState> states = new ArrayList<>();

  /** Per state, its edges. */
  final List<List<Edge>> edges = new ArrayList<>();

  /** A step, or the repetition of a last state. */
  record Edge(int target, BitSet met) {}

  private record Actor(int thread, int place, boolean local, Steps steps) {}

  private static final Actor NOBODY = new Actor(-1, -1, false, null);

  ReferenceRuns(CheckedProgram checked, MemoryModel model, int limit, boolean stops) {
    this.stops = stops;
    machine = new ReferenceMachine(checked, model, ReferenceMachine.NO_BOUND);
    this.checked = checked;
    this.limit = limit;
  }

  /** Explores; {@code false} if there are too many states or windows get too long. */
  boolean explore() {
    number(ReferenceState.initial(checked.program()));
    for (int i = 0; i < states.size(); i++) {
      if (states.size() > limit || !expand(states.get(i))) {
        return false;
      }
    }
    return true;
  }

  private int number(ReferenceState state) {
    Integer known = numbers.putIfAbsent(state, states.size());
    if (known == null) {
      states.add(state);
      return states.size() - 1;
    }
    return known;
  }

  /** The conditions that fairness asks for beyond those that every run meets. */
  BitSet fair() {
    BitSet all = new BitSet();
    all.set(0, Program.MAX_THREADS * CONDITIONS_A_THREAD);
    return all;
  }

  /** The conditions that every run meets and those of fairness to one thread. */
  BitSet fairTo(int thread) {
    BitSet conditions = required();
    conditions.set(thread * CONDITIONS_A_THREAD, (thread + 1) * CONDITIONS_A_THREAD);
    return conditions;
  }

  /** The conditions that every run meets. */
  BitSet required() {
    BitSet required = new BitSet();
    for (int thread = 0; thread < Program.MAX_THREADS; thread++) {
      required.set(thread * CONDITIONS_A_THREAD);
    }
    return required;
  }

  /** Whether an expression over memory is true in a state. */
  boolean isTrue(Expr condition, int state) {
    return ReferenceExpressions.evaluate(
            condition,
            address -> states.get(state).memory[checked.program().cellAt(address)],
            mark -> false)
        != 0;
  }

  private boolean expand(ReferenceState state) {
    List<Actor> actors = new ArrayList<>();
    boolean blocked = true;
    for (int thread = 0; thread < state.threads.size(); thread++) {
      List<ReferenceInstance> window = state.thread(thread).window;
      if (window.size() > PLACES) {
        return false;
      }
      Steps fetched = machine.fetchSteps(state, thread);
      blocked &= fetched.over();
      actors.add(new Actor(thread, -1, !isVisibleFetch(state, thread), fetched));
      for (int place = 0; place < window.size(); place++) {
        Steps steps = machine.instanceSteps(state, thread, place);
        blocked &= steps.over();
        actors.add(new Actor(thread, place, isLocal(window.get(place)), steps));
      }
    }
    List<Edge> leaving = new ArrayList<>();
    for (Actor actor : actors) {
      for (ReferenceState next : actor.steps.next()) {
        leaving.add(new Edge(number(next), met(actors, actor)));
      }
    }
    if (state.allEnded() || blocked) {
      leaving.add(new Edge(number(state), fair()));
    } else if (stops && !leaving.isEmpty()) {
      leaving.add(new Edge(number(state), met(actors, NOBODY)));
    }
    edges.add(leaving);
    return true;
  }

  private boolean isVisibleFetch(ReferenceState state, int thread) {
    ReferenceThread at = state.thread(thread);
    if (at.fetchedAll()) {
      return false;
    }
    return switch (checked.program().threads().get(at.decl).code().get(at.at)) {
      case Instruction.AtomicBegin begin -> true;
      case Instruction.Allocate allocate -> true;
      case Instruction.Load load -> load.strong();
      case Instruction.Store store -> store.strong();
      default -> false;
    };
  }

  private static boolean isLocal(ReferenceInstance instance) {
    return switch (instance.instruction()) {
      case Instruction.Assign i -> true;
      case Instruction.Fence i -> true;
      case Instruction.Branch i -> true;
      case Instruction.Assume i -> true;
      case Instruction.Assert i -> true;
      case Instruction.Mark i -> true;
      default -> false;
    };
  }

  private static BitSet met(List<Actor> actors, Actor taken) {
    BitSet met = new BitSet();
    met.set(0, Program.MAX_THREADS * CONDITIONS_A_THREAD);
    for (Actor actor : actors) {
      if (!actor.steps.possible()) {
        continue;
      }
      int first = actor.thread * CONDITIONS_A_THREAD;
      boolean same = taken.thread == actor.thread;
      if (actor.local && !(same && taken.local)) {
        met.clear(first);
      }
      if (actor.place < 0 && !(same && taken.place < 0)) {
        met.clear(first + 1);
      }
      if (actor.place >= 0 && !(same && taken.place >= 0 && taken.place <= actor.place)) {
        met.clear(first + 2 + actor.place);
      }
    }
    return met;
  }
}
