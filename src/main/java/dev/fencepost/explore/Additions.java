// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.explore;

import dev.fencepost.transition.Expansion;
import dev.fencepost.transition.Successors;
import dev.fencepost.transition.TransitionSystem.LimitException;

/** Adds successors to the store and the frontier, and judges them, batch by batch. */
record Additions(Findings findings, Monitor monitor, SearchOptions options) {

  /** Whether a violating step is known, so that only a violating state can change the answer. */
  boolean areOver() {
    return findings.violator().isPresent() && !options.exhaustive();
  }

  /** Adds the initial states. */
  void addInitial(Batch batch, Frontier frontier) {
    follow(batch, Violator.NO_STATE, 0, batch.get(0), frontier);
    batch.addTo(findings);
  }

  /** Adds what a batch has found. */
  void addAll(Batch batch, Frontier frontier) throws LimitException {
    if (!areOver()) {
      batch.addTo(findings);
    }
    int staged = 0;
    for (int i = 0; i < batch.expanded() && !findings.isSettled(); i++) {
      Expansion found = batch.get(i);
      if (found.steps() == 0) {
        end(found);
      } else {
        follow(batch, found.state().reference(), staged, found, frontier);
      }
      staged = found.stagedEnd();
    }
    frontier.added(batch.expander().writer());
    batch.checkLimit();
  }

  /** Adds the successors of a state, staged from an index on; those before a violation only. */
  private void follow(Batch batch, int parent, int from, Expansion found, Frontier frontier) {
    if (areOver()) {
      return;
    }
    boolean violates = found.violation() != Expansion.NONE;
    boolean cut = violates && !options.exhaustive();
    findings.stepped(cut ? found.violation() + 1 : found.steps());
    int end = cut ? from + found.violation() : found.stagedEnd();
    if (batch.add(parent, from, end, frontier) && violates) {
      violated(parent, found.violation());
    }
  }

  private void end(Expansion found) {
    if (found.terminalCode() != Successors.FINE && !options.endsAllowed()) {
      violated(found.state().reference(), Violator.STATE_ITSELF);
      if (!options.exhaustive()) {
        findings.settle();
      }
    } else if (found.terminal() == Successors.Terminal.END) {
      findings.ended();
      monitor.endState(found.state());
    } else if (found.waiting() != Successors.NOBODY) {
      findings.waits(found.waiting());
    }
  }

  private void violated(int state, int index) {
    findings.violated(new Violator(state, index));
    monitor.violationFound();
  }
}
