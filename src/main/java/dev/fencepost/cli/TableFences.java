// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.cli;

import dev.fencepost.fences.FencesListener;
import dev.fencepost.fences.FencesTable;

/** Lets a table of fences be watched and stopped as other tables are. */
record TableFences(Terminal terminal) implements FencesListener {
  @Override
  public void progress(Progress progress) {
    terminal.progressLine(FencesOutput.line(FencesTable.NAME, progress));
  }

  @Override
  public boolean stopRequested() {
    return terminal.stopRequested();
  }
}
