// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.explain;

import dev.fencepost.machine.step.CompiledMachine;
import dev.fencepost.machine.step.MachineGenerator;
import dev.fencepost.machine.step.Observer;
import dev.fencepost.machine.step.StepLog;
import dev.fencepost.transition.Successors;
import dev.fencepost.transition.TransitionSystem.LimitException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Finds a run by what its steps are: which thread takes each, with which instruction. Several runs
 * may be meant where a thread makes choices in between; one that ends in a violation is found.
 */
public final class RunFinder {
  private final List<RunStep> steps;
  private final MachineGenerator generator;
  private final StepLog log = new StepLog();
  private final List<Integer> schedule = new ArrayList<>();
  private final Set<Visit> dead = new HashSet<>();

  private record Visit(int depth, ByteBuffer state) {}

  public RunFinder(CompiledMachine machine, List<RunStep> steps) {
    this.steps = steps;
    generator = new MachineGenerator(machine, Observer.NONE);
    generator.log = log;
  }

  /** The schedule of a run that takes these steps, until it violates something. */
  public Optional<List<Integer>> find() throws LimitException {
    Successors out = new Successors();
    generator.initial(out);
    for (int i = 0; i < out.count(); i++) {
      if (takes(out, i, 0)) {
        return Optional.of(List.copyOf(schedule));
      }
    }
    return Optional.empty();
  }

  private boolean takes(Successors from, int index, int depth) throws LimitException {
    schedule.add(index);
    boolean found = from.code(index) != Successors.FINE;
    if (!found) {
      found = goesOn(from.state(index), depth);
    }
    if (!found) {
      schedule.removeLast();
    }
    return found;
  }

  private boolean goesOn(byte[] state, int depth) throws LimitException {
    Visit visit = new Visit(depth, ByteBuffer.wrap(state));
    if (dead.contains(visit)) {
      return false;
    }
    Successors out = new Successors();
    log.clear();
    generator.successors(state, 0, state.length, out);
    if (depth == steps.size()) {
      return out.terminalCode() != Successors.FINE;
    }
    List<Integer> fitting = new ArrayList<>();
    for (int i = 0; i < out.count(); i++) {
      RunStep step = new RunStep(log.actor(i), generator.position(log.actor(i), log.index(i)));
      if (step.equals(steps.get(depth))) {
        fitting.add(i);
      }
    }
    for (int i : fitting) {
      if (takes(out, i, depth + 1)) {
        return true;
      }
    }
    dead.add(visit);
    return false;
  }
}
