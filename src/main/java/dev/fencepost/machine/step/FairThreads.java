// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.step;

import dev.fencepost.machine.window.ProgramCode;
import dev.fencepost.machine.window.State;
import java.util.Set;

/** The threads to which a run must be fair, by their names in traces; all of them without names. */
public final class FairThreads {
  private final ProgramCode program;
  private final Set<String> names;

  public FairThreads(ProgramCode program, Set<String> names) {
    this.program = program;
    this.names = names;
  }

  /** Whether the others may stop for ever, wherever they are. */
  boolean leavesOut() {
    return !names.isEmpty();
  }

  /** The threads of a state that fairness does not ask for, as bits; those that are none too. */
  int others(State state) {
    if (names.isEmpty()) {
      return 0;
    }
    int named = 0;
    for (int number = 0; number < state.threadCount; number++) {
      named |= names.contains(ThreadNames.of(program, state, number)) ? 1 << number : 0;
    }
    return ~named;
  }
}
