// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.explain;

import dev.fencepost.machine.step.CompiledMachine;
import dev.fencepost.machine.step.MachineGenerator;
import dev.fencepost.machine.step.Observer;
import dev.fencepost.machine.window.Code;
import dev.fencepost.machine.window.State;
import dev.fencepost.transition.Successors;
import dev.fencepost.transition.TransitionSystem.LimitException;
import java.util.ArrayList;
import java.util.List;

/** Listens to the machine while it generates successors, and keeps what one of them did. */
public final class Replay implements Observer {

  /** What the machine did on the way to a state, in order. */
  public sealed interface Event {
    record Fetched(int thread, Code code) implements Event {}

    record Left(int thread, int index) implements Event {}

    record Performed(int thread, int index, Code code, Effect effect) implements Event {}

    record Local(int thread, Code code, String text) implements Event {}

    record Failed(int thread, Code code, String message, List<Long> operands) implements Event {}

    record Started(int thread, int declaration) implements Event {}
  }

  /** One replayed step: what happened, the state it led to, and its violation or 0. */
  public record Step(List<Event> events, State state, int code) {}

  private final CompiledMachine machine;
  private final MachineGenerator generator;
  private final Successors out = new Successors();
  private final List<Event> events = new ArrayList<>();
  private int wanted;
  private int emitted;
  private List<Event> kept = List.of();
  private State keptState;
  private byte[] bytes = {};

  public Replay(CompiledMachine machine) {
    this.machine = machine;
    generator = new MachineGenerator(machine, this);
    keptState = new State(machine.program);
  }

  /** Goes to an initial state. */
  Step start(int index) throws LimitException {
    want(index);
    generator.initial(out);
    return taken(index);
  }

  /** Whether a run ends for want of a value, and violates nothing. */
  public boolean lacksValue(List<Integer> schedule) throws LimitException {
    Step last = start(schedule.getFirst());
    for (int index : schedule.subList(1, schedule.size())) {
      last = take(index);
    }
    int code = last.code() != Successors.FINE ? last.code() : terminalCode();
    return machine.violations.lacksValue(code, last.state());
  }

  /** Takes the successor with this index. */
  Step take(int index) throws LimitException {
    expand(index);
    return taken(index);
  }

  /** Takes the successor with this index of a state. */
  public Step takeFrom(byte[] state, int index) throws LimitException {
    bytes = state.clone();
    return take(index);
  }

  /** The packed state that the run has come to. */
  byte[] bytes() {
    return bytes.clone();
  }

  /** Whether some thread runs for ever by itself in the current state. */
  boolean diverges() throws LimitException {
    expand(-1);
    return generator.diverges();
  }

  /** The number of successors of the current state. */
  int successors() throws LimitException {
    expand(-1);
    return out.count();
  }

  /** The violation of the current state itself, or 0. */
  int terminalCode() throws LimitException {
    expand(-1);
    return out.count() == 0 ? out.terminalCode() : Successors.FINE;
  }

  /** Generates the successors of the current state; keeps what the one with this index did. */
  private void expand(int index) throws LimitException {
    want(index);
    generator.successors(bytes, 0, bytes.length, out);
  }

  private void want(int index) {
    wanted = index;
    emitted = 0;
    keptState = new State(machine.program);
  }

  private Step taken(int index) {
    if (index >= out.count()) {
      throw new IllegalStateException("the run cannot be replayed: no successor " + index);
    }
    bytes = out.state(index);
    return new Step(kept, keptState, out.code(index));
  }

  @Override
  public void fetched(int thread, Code code) {
    events.add(new Event.Fetched(thread, code));
  }

  @Override
  public void left(int thread, int index) {
    events.add(new Event.Left(thread, index));
  }

  @Override
  public void performed(int thread, int index, Code code, Effect effect) {
    events.add(new Event.Performed(thread, index, code, effect));
  }

  @Override
  public void local(int thread, Code code, String text) {
    events.add(new Event.Local(thread, code, text));
  }

  @Override
  public void failed(int thread, Code code, String message, long[] operands, int first) {
    List<Long> values = new ArrayList<>();
    for (int i = 0; i < code.operands.length; i++) {
      values.add(operands[first + i]);
    }
    events.add(new Event.Failed(thread, code, message, values));
  }

  @Override
  public void started(int thread, int declaration) {
    events.add(new Event.Started(thread, declaration));
  }

  @Override
  public void emitted(State state) {
    if (emitted++ == wanted) {
      kept = List.copyOf(events);
      keptState.copyFrom(state);
      for (int i = 0; i < keptState.threadCount; i++) {
        keptState.writable(i);
      }
    }
  }

  @Override
  public void begin() {
    events.clear();
  }

  @Override
  public int remember() {
    return events.size();
  }

  @Override
  public void forget(int remembered) {
    events.subList(remembered, events.size()).clear();
  }
}
