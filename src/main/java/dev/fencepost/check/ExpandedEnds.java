// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.check;

import dev.fencepost.explore.SearchListener;
import dev.fencepost.machine.CollapsedMachine;

/** Tells a listener of final states as the machine packs them, where a search has their numbers. */
record ExpandedEnds(CollapsedMachine machine, SearchListener listener) implements SearchListener {

  @Override
  public void progress(Progress progress) {
    listener.progress(progress);
  }

  @Override
  public void endState(byte[] bytes, int offset, int length) {
    byte[] state = machine.expanded(bytes, offset, length);
    listener.endState(state, 0, state.length);
  }

  @Override
  public boolean stopRequested() {
    return listener.stopRequested();
  }

  @Override
  public boolean stopRequested(long states) {
    return listener.stopRequested(states);
  }
}
