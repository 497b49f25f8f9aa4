// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.step;

import dev.fencepost.machine.window.PackedState;
import dev.fencepost.machine.window.ProgramCode;
import dev.fencepost.machine.window.State;
import java.util.ArrayList;
import java.util.List;

/** Reads what each thread sees of memory in packed states. Used by one thread at a time. */
public final class MemoryViews {
  private final ProgramCode program;
  private final StateCodec codec;
  private final State state;
  private final PackedState parts = new PackedState();

  public MemoryViews(CompiledMachine machine) {
    program = machine.program;
    codec = new StateCodec(program, machine.newLaws(), machine.guesses);
    state = new State(program);
  }

  /** What each thread sees in the state that begins here; one view for all where they share it. */
  public List<long[]> of(byte[] bytes, int offset) {
    codec.unpack(bytes, offset, state, parts);
    List<long[]> views = new ArrayList<>();
    for (int i = 0; i < (program.shared ? 1 : state.threadCount); i++) {
      long[] cells = new long[program.program.cells()];
      for (int cell = 0; cell < cells.length; cell++) {
        cells[cell] = state.read(i, cell);
      }
      views.add(cells);
    }
    return views;
  }
}
