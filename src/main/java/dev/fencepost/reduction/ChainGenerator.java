// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.reduction;

import dev.fencepost.transition.Successors;
import dev.fencepost.transition.TransitionSystem.LimitException;
import dev.fencepost.transition.WrappedGenerator;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Takes steps to which there is no alternative together with the step before them: a state from
 * which the reduced system takes one action, to one state further ahead, is none of the search. As
 * each step of such a chain gets ahead, it ends.
 */
final class ChainGenerator extends WrappedGenerator<ReducedGenerator> {
  private final boolean chains;
  private final Successors steps = new Successors();
  private final Successors next = new Successors();
  private byte[] state = new byte[256];
  private int length;

  /** Where states are noted, while a path is asked for. */
  private List<byte[]> path;

  ChainGenerator(ReducedGenerator generator, boolean chains) {
    super(generator);
    this.chains = chains;
  }

  @Override
  public void successors(byte[] bytes, int offset, int size, Successors out) throws LimitException {
    out.clear();
    generator.successors(bytes, offset, size, steps);
    for (int i = 0; i < steps.count(); i++) {
      take(steps, i);
      if (steps.code(i) == Successors.FINE) {
        follow();
      }
      System.arraycopy(state, 0, out.reserve(length), out.end(), length);
      out.add(out.end() + length, steps.code(i));
    }
    if (steps.count() == 0) {
      out.terminal(steps.terminal(), steps.terminalCode());
    }
  }

  /** Goes to the end of the chain, or to where its next step violates something. */
  private void follow() throws LimitException {
    long progress = generator.progress(state, 0, length);
    while (chains
        && generator.expandOne(state, 0, length, next)
        && generator.getsAhead(progress, next)) {
      progress = generator.progress(next.bytes(), next.start(0), next.length(0));
      take(next, 0);
    }
  }

  /** The states that a step goes through, of which the last is a successor. */
  List<byte[]> path(byte[] bytes, int index) throws LimitException {
    path = new ArrayList<>();
    generator.successors(bytes, 0, bytes.length, steps);
    take(steps, index);
    if (steps.code(index) == Successors.FINE) {
      follow();
    }
    List<byte[]> states = path;
    path = null;
    return states;
  }

  private void take(Successors from, int index) {
    length = from.length(index);
    if (path != null) {
      int start = from.start(index);
      path.add(Arrays.copyOfRange(from.bytes(), start, start + length));
    }
    if (length > state.length) {
      state = Arrays.copyOf(state, 2 * length);
    }
    System.arraycopy(from.bytes(), from.start(index), state, 0, length);
  }
}
