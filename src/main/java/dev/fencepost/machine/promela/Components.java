// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.promela;

import dev.fencepost.machine.parts.PartNumbers;
import dev.fencepost.transition.TransitionSystem.LimitException;

/** The different parts of a model's states: what is global, and the processes. */
final class Components {
  final PartNumbers numbers = new PartNumbers(Frame.MOST_PROCESSES + 1);
  private final ProgramCode program;

  Components(ProgramCode program) {
    this.program = program;
  }

  /** The number of what is global in a state. */
  int global(byte[] state, int start) throws LimitException {
    return numbers.number(PartNumbers.SHARED, state, start, program.firstProcess);
  }

  /** The number of a process that begins here. */
  int process(int process, byte[] state, int at) throws LimitException {
    return numbers.number(process + 1, state, at, program.types[state[at]].bytes);
  }

  /** Writes the numbers of a state's parts, as many bytes as are told. */
  int collapse(byte[] state, int start, byte[] target, int at) throws LimitException {
    int processes = state[start] & 0xff;
    PartNumbers.put(target, at, PartNumbers.SHARED, global(state, start));
    int from = start + program.firstProcess;
    for (int i = 0; i < processes; i++) {
      PartNumbers.put(target, at, i + 1, process(i, state, from));
      from += program.types[state[from]].bytes;
    }
    return (processes + 1) * Integer.BYTES;
  }
}
