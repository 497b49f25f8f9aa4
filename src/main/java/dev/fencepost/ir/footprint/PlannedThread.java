// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.ir.footprint;

import dev.fencepost.ir.Program;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.IntStream;

/**
 * A thread that a program will start; if these threads are unknown, all that run one declaration.
 *
 * @param argument its argument, where that is known
 * @param spawn the position of the instruction that starts it, or {@link #AT_START}
 */
record PlannedThread(int declaration, OptionalLong argument, int spawn) {
  static final int AT_START = -1;

  /** One for each declaration of a program, where it is unknown which threads run. */
  static List<PlannedThread> unknown(Program program) {
    return IntStream.range(0, program.threads().size())
        .mapToObj(i -> new PlannedThread(i, OptionalLong.empty(), AT_START))
        .toList();
  }

  static PlannedThread of(Program.ThreadStart start) {
    return new PlannedThread(start.thread(), OptionalLong.of(start.argument()), AT_START);
  }
}
