// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine;

import dev.fencepost.memorymodel.MemoryModel;
import dev.fencepost.property.CheckedProgram;
import dev.fencepost.trace.Trace;
import dev.fencepost.transition.TransitionSystem;
import java.util.Arrays;
import java.util.List;

/**
 * The relaxed machine: a program under a memory model, as a transition system (DESIGN section 2).
 */
public final class RelaxedMachine implements TransitionSystem {
  final ProgramCode program;
  final OrderRules rules;
  final Violations violations;
  final MachineOptions options;

  /** Whether instances can go on guesses: only then do states carry what hangs on them. */
  final boolean guesses;

  public RelaxedMachine(CheckedProgram checked, MemoryModel model, MachineOptions options) {
    this.options = options;
    rules = new OrderRules(model);
    program = new ProgramCode(checked, rules);
    violations = new Violations(program, checked.properties());
    guesses = rules.speculation || Arrays.stream(program.all).anyMatch(rules::guessesOutcome);
  }

  @Override
  public Generator newGenerator() {
    return new MachineGenerator(this, null);
  }

  /** What memory holds in a state: the program's cells and its pool. */
  public long[] memory(byte[] bytes, int offset, int length) {
    State state = new State(program);
    new StateCodec(program, guesses).unpack(bytes, offset, state);
    return Arrays.copyOf(state.memory, program.program.cells());
  }

  /** A short name for a violation code: the assertion's message, the error, the property. */
  public String violationName(int code) {
    return violations.name(code);
  }

  /** Replays a run that ends in a violation. */
  public Trace explain(List<Integer> schedule) {
    return new Explainer(this).explain(schedule);
  }
}
