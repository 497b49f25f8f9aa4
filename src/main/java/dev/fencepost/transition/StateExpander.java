// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.transition;

import dev.fencepost.collect.Cursor;
import dev.fencepost.collect.RecordSet;
import dev.fencepost.collect.Writer;
import dev.fencepost.transition.TransitionSystem.Generator;
import dev.fencepost.transition.TransitionSystem.LimitException;

/** Asks a generator for the successors of each state. */
public final class StateExpander extends Expander {
  private final Successors found = new Successors();
  private Expansion[] states = {};

  public StateExpander(Generator generator, Writer writer) {
    super(generator, writer);
  }

  @Override
  public void initial(Expansion out) throws LimitException {
    generator().initial(found);
    stage(out);
  }

  @Override
  public void expect(Expansion[] newStates, int count) {
    states = newStates;
  }

  @Override
  public void expand(int index) throws LimitException {
    Cursor state = states[index].state();
    generator().successors(state.bytes(), state.offset(), state.length(), found);
    stage(states[index]);
  }

  @Override
  public void lookForEnd(int index) throws LimitException {
    Cursor state = states[index].state();
    generator().someSuccessors(state.bytes(), state.offset(), state.length(), found);
    states[index].found(found, writer().stagedCount());
  }

  /** Stages the successors except for those by violating steps, which are no known states. */
  private void stage(Expansion out) throws LimitException {
    for (int i = 0; i < found.count(); i++) {
      int length = found.length(i);
      if (length > RecordSet.MAX_LENGTH) {
        throw new LimitException("a state takes " + length + " bytes");
      }
      if (found.code(i) == Successors.FINE) {
        writer().stage(found.bytes(), found.start(i), length);
      }
    }
    out.found(found, writer().stagedCount());
  }
}
