// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.cli;

import dev.fencepost.check.CheckListener;
import dev.fencepost.fences.FencesListener;

/** Lets a table of fences be stopped as other tables are. */
record TableFences(CheckListener listener) implements FencesListener {
  @Override
  public boolean stopRequested() {
    return listener.stopRequested();
  }
}
