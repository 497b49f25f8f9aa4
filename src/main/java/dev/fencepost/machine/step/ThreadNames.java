// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.step;

import dev.fencepost.machine.window.ProgramCode;
import dev.fencepost.machine.window.State;

/** The names of threads in a state, as traces have them. */
final class ThreadNames {

  private ThreadNames() {}

  /** The first thread of a declaration has its name, the second one's has a 2 behind it. */
  static String of(ProgramCode program, State state, int number) {
    int declaration = state.threads[number].declaration;
    int same = 1;
    for (int earlier = 0; earlier < number; earlier++) {
      same += state.threads[earlier].declaration == declaration ? 1 : 0;
    }
    String name = program.program.threads().get(declaration).name();
    return same == 1 ? name : name + " " + same;
  }
}
