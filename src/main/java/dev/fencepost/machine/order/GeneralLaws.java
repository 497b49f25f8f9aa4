// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.order;

import dev.fencepost.machine.window.Code;
import dev.fencepost.machine.window.History;
import dev.fencepost.machine.window.InstanceClasses;
import dev.fencepost.machine.window.Opcode;
import dev.fencepost.machine.window.ProgramCode;
import dev.fencepost.machine.window.State;
import dev.fencepost.machine.window.ThreadState;
import dev.fencepost.machine.window.Violations;
import dev.fencepost.memorymodel.CompiledLaw;
import dev.fencepost.memorymodel.Law;
import dev.fencepost.memorymodel.LawSteps;
import dev.fencepost.memorymodel.MemoryModel;
import dev.fencepost.memorymodel.Truth;
import dev.fencepost.transition.TransitionSystem.LimitException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The laws whose premises speak of the order of steps, or of several threads. A step is not
 * possible if it would make a law false; an instance leaves the history when no law can relate it
 * to one that is still to come (docs/memory-models.md).
 */
public final class GeneralLaws {
  /**
   * An instance that is fetched and takes its step at once.
   *
   * @param outcome its class
   */
  public record Immediate(int cell, int secondCell, long value, int outcome) {}

  private static final List<Truth> ANSWERS = List.of(Truth.TRUE, Truth.FALSE);
  private static final byte NOT_ASKED = -1;
  private static final byte UNRELATED = 0;
  private static final byte BY_TARGET = 1;
  private static final byte BY_ALL_STEPS = 2;

  private final List<CompiledLaw<Truth>> laws = new ArrayList<>();
  private final boolean multiCopyAtomic;
  private final boolean speculation;
  private final int limit;
  private final LawOptions options;
  private final LawTruth truth = new LawTruth();

  /** Classes that some law relates to others, as bits. */
  private final long relevant;

  /** Classes that a quantifier ranges over: their instances are never forgotten. */
  private final long kept;

  /** Classes of fences whose own step some law orders. */
  private final long orderedFences;

  /** Classes of accesses whose issue is a step. */
  private final long issued;

  private final boolean comparesValues;
  private final List<OrderFact> facts = new ArrayList<>();

  /** The relation of each pair of instances of the state packed last, where it was asked for. */
  private byte[] related = {};

  public GeneralLaws(MemoryModel model, InstanceClasses classes, MachineOptions options) {
    this.options = options.laws();
    limit = options.instances();
    multiCopyAtomic = model.multiCopyAtomic();
    speculation = model.speculation();
    relevant = classes.bits(model::relates);
    kept = classes.bits(model::quantifies);
    orderedFences = classes.bits(model::ordersFence);
    issued = classes.bits(model::issues);
    comparesValues = model.general().stream().anyMatch(Law::comparesValues);
    for (Law law : model.general()) {
      laws.add(new CompiledLaw<>(truth, law, classes::bits));
      facts.addAll(OrderFact.of(truth, law, classes));
    }
  }

  /** Whether some law compares values, so that states must hold them. */
  public boolean comparesValues() {
    return comparesValues;
  }

  /** From now on the pairs are those of this state the order of whose steps laws may ask for. */
  public void relate(State state) {
    truth.look(state);
    int count = state.history.count;
    related = related.length < count * count ? new byte[count * count] : related;
    Arrays.fill(related, 0, count * count, NOT_ASKED);
  }

  private byte relation(int index, int other) {
    int count = truth.history().count;
    if (related[index * count + other] == NOT_ASKED) {
      truth.askDecided(true);
      byte relation = find(index, other);
      truth.askDecided(false);
      related[index * count + other] = relation;
      related[other * count + index] = relation;
    }
    return related[index * count + other];
  }

  private byte find(int index, int other) {
    byte relation = UNRELATED;
    for (int i = 0; i < facts.size() && relation != BY_ALL_STEPS; i++) {
      OrderFact fact = facts.get(i);
      if (!(fact.sameTarget() && relation == BY_TARGET) && fact.asks(index, other)) {
        relation = fact.sameTarget() ? BY_TARGET : BY_ALL_STEPS;
      }
    }
    return relation;
  }

  /**
   * The steps of {@code other} whose order with a step of {@code index} a law may ask for, in the
   * state last given to {@link #relate}. The only step of an instance goes to all targets at once.
   */
  public long held(int index, int step, int other) {
    if (!options.predicates()) {
      return -1L;
    }
    byte relation = relation(index, other);
    if (relation == UNRELATED) {
      return 0;
    }
    long steps = 1L << step;
    return relation == BY_ALL_STEPS || steps == LawSteps.ONLY ? -1L : steps | LawSteps.ONLY;
  }

  /** Whether laws may relate an instance of this code to others. */
  public boolean relevant(Code code) {
    return code.instanceClass != InstanceClasses.NONE
        && ((relevant >>> code.instanceClass | relevant >>> code.failureClass) & 1) != 0;
  }

  /** Whether laws may order a step of it; a fence may also just stand between others. */
  public boolean takesStep(Code code) {
    return relevant(code) && (code.isAccess() || (orderedFences >>> code.instanceClass & 1) != 0);
  }

  /** Whether its issue is a step of its own, as laws order it. */
  public boolean issues(Code code) {
    return code.isAccess()
        && ((issued >>> code.instanceClass | issued >>> code.failureClass) & 1) != 0;
  }

  /** The steps that an instance takes, in a system of so many memories. */
  private long steps(Code code, int memories) {
    boolean apart = code.opcode == Opcode.STORE && !multiCopyAtomic;
    long steps = apart ? LawSteps.reflections(memories) : LawSteps.ONLY;
    return issues(code) ? steps | LawSteps.ISSUE : steps;
  }

  private void requireRoom(History history) throws LimitException {
    if (history.count == limit) {
      throw new LimitException(
          "the laws of this memory model relate more than "
              + limit
              + " instances at a time; raise it with --instances N");
    }
  }

  /**
   * An instance of an atomic block was fetched and took its step, which reaches all memories;
   * {@code false} where that makes a law false.
   */
  public boolean performed(State state, int thread, Code code, Immediate instance)
      throws LimitException {
    History history = state.history;
    requireRoom(history);
    long step = takesStep(code) ? LawSteps.ONLY : 0;
    long steps = issues(code) ? step | LawSteps.ISSUE : step;
    int index = history.add(thread, code, steps);
    history.cell[index] = instance.cell();
    history.secondCell[index] = instance.secondCell();
    history.value[index] = instance.value();
    history.instanceClass[index] = instance.outcome();
    history.perform(index, steps);
    return isAdmitted(state, holds(state, index));
  }

  /** An instance was fetched; {@code false} where that makes a law false. */
  public boolean fetched(State state, int thread, Code code) throws LimitException {
    History history = state.history;
    requireRoom(history);
    long steps = takesStep(code) ? steps(code, state.memories()) : 0;
    int index = history.add(thread, code, steps);
    if (code.addresses > 0 && (code.addressSlots() & ~code.constantSlots) == 0) {
      history.cell[index] = ProgramCode.cellOf(code.constants[0]);
      if (code.addresses > 1) {
        history.secondCell[index] = ProgramCode.cellOf(code.constants[1]);
      }
    }
    return isAdmitted(state, holds(state, index));
  }

  /** The address of an instance became known; {@code false} where that makes a law false. */
  public boolean located(State state, int number, int index) {
    int place = place(state, number, index);
    ThreadState thread = state.threads[number];
    state.history.cell[place] = thread.cell(index, 0);
    if (thread.code[index].addresses > 1) {
      state.history.secondCell[place] = thread.cell(index, 1);
    }
    return isAdmitted(state, holds(state, place));
  }

  /** Whether a run goes on: without guards also one that breaks a law, but then it is no run. */
  private boolean isAdmitted(State state, boolean lawful) {
    if (!lawful && !options.guards()) {
      state.failure = Violations.INADMISSIBLE;
    }
    return lawful || !options.guards();
  }

  /** The place in the history of an unfinished instance of a window. */
  public int place(State state, int number, int index) {
    ThreadState thread = state.threads[number];
    int earlier = 0;
    for (int i = 0; i < index; i++) {
      earlier += takesStep(thread.code[i]) && !thread.done[i] ? 1 : 0;
    }
    return state.history.unfinished(number, earlier);
  }

  /** Takes steps of an instance; {@code false} where that makes a law false. */
  public boolean perform(State state, int index, long steps, int outcomeClass) {
    state.history.instanceClass[index] = outcomeClass;
    state.history.perform(index, steps);
    boolean broken = state.failure == Violations.INADMISSIBLE;
    return broken || isAdmitted(state, holds(state, index) && !hangsOnAddress(state, index));
  }

  /** Whether no law is false: they speak of a thread that was just started, too. */
  public boolean hold(State state) {
    for (int i = 0; i < state.history.count; i++) {
      if (!holds(state, i)) {
        return false;
      }
    }
    return true;
  }

  /** The unfinished instances of threads, given as bits, take all their steps. */
  void finish(History history, int threads) {
    for (int i = 0; i < history.count; i++) {
      if ((threads >>> history.thread[i] & 1) != 0) {
        history.perform(i, history.steps[i] & ~history.performed[i]);
      }
    }
  }

  /** Whether no law is false for any choice of instances that has this one in it. */
  boolean holds(State state, int index) {
    truth.look(state);
    return isTrue(index, Truth.UNKNOWN);
  }

  /** Whether the truth of all laws about an instance is at least so high. */
  private boolean isTrue(int index, Truth least) {
    for (int i = 0; i < laws.size(); i++) {
      if (laws.get(i).ofInstance(index).compareTo(least) < 0) {
        return false;
      }
    }
    return true;
  }

  /**
   * Whether an earlier instance of the thread has an unknown address with which a law would be
   * false: then the later one waits, unless the model guesses.
   */
  private boolean hangsOnAddress(State state, int index) {
    if (speculation || !hasOpenAddress(state.history, index)) {
      return false;
    }
    boolean hangs = false;
    for (Truth answer : ANSWERS) {
      truth.assumeOpenAddress(answer);
      hangs |= !holds(state, index);
    }
    truth.assumeOpenAddress(Truth.UNKNOWN);
    return hangs;
  }

  private static boolean hasOpenAddress(History history, int index) {
    for (int i = 0; i < index; i++) {
      if (history.thread[i] == history.thread[index]
          && history.code[i].addresses > 0
          && history.cell[i] == History.UNKNOWN) {
        return true;
      }
    }
    return false;
  }

  /** Takes out the instances that no law can relate to any that is still to come. */
  public void forget(State state) {
    History history = state.history;
    truth.look(state);
    truth.askDecided(true);
    for (int i = history.count - 1; i >= 0; i--) {
      boolean keep = (kept >>> history.instanceClass[i] & 1) != 0;
      if (history.isDone(i) && !keep && isTrue(i, Truth.TRUE)) {
        history.remove(i);
      }
    }
    truth.askDecided(false);
  }
}
