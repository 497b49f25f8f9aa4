// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.promela;

import dev.fencepost.machine.parts.PartNumbers;
import dev.fencepost.transition.TransitionSystem.LimitException;

/** The different parts of a model's states: what is global, and the processes. For one thread. */
final class Components {
  private final PromelaProgram program;
  private final Cuts cuts;
  private final PartNumbers numbers;
  private final byte[] part;

  /**
   * @param numbers of all parts, which others may have too
   */
  Components(PromelaProgram program, Cuts cuts, PartNumbers numbers) {
    this.program = program;
    this.cuts = cuts;
    this.numbers = numbers;
    part = new byte[program.firstProcess];
  }

  /** The number of a part of what is global in a state. */
  int global(int index, byte[] state, int start) throws LimitException {
    if (cuts.count() == 1) {
      return numbers.number(PartNumbers.SHARED, state, start, program.firstProcess);
    }
    cuts.take(index, state, start, part);
    return numbers.number(index, part, 0, part.length);
  }

  /** The number of a process that begins here. */
  int process(int process, byte[] state, int at) throws LimitException {
    return numbers.number(cuts.count() + process, state, at, program.type(state, at).bytes);
  }

  /** How many bytes the numbers of a state take that has so many processes. */
  int length(int processes) {
    return (cuts.count() + processes) * Integer.BYTES;
  }

  /** Writes the numbers of a state's parts. */
  void collapse(byte[] state, int start, byte[] target, int at) throws LimitException {
    int processes = state[start] & 0xff;
    for (int i = 0; i < cuts.count(); i++) {
      PartNumbers.put(target, at, i, global(i, state, start));
    }
    int from = start + program.firstProcess;
    for (int i = 0; i < processes; i++) {
      PartNumbers.put(target, at, cuts.count() + i, process(i, state, from));
      from += program.type(state, from).bytes;
    }
  }
}
