// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.promela;

import dev.fencepost.transition.AcceptingSystem;
import dev.fencepost.transition.ProcessSets;
import dev.fencepost.transition.Successors;
import dev.fencepost.transition.TransitionSystem.LimitException;
import dev.fencepost.transition.WrappedGenerator;

/**
 * A model with acceptance labels, of processes or of the never claim: a run accepts if it visits
 * them infinitely often. A finite run repeats its last state.
 */
record AcceptingPromela(PromelaProgram program, boolean fair) implements AcceptingSystem {

  /** One for acceptance, then one for fairness to each process. */
  @Override
  public int conditions() {
    return 1 + (fair ? program.mostProcesses : 0);
  }

  @Override
  public AcceptingGenerator newGenerator() {
    return new Steps();
  }

  private final class Steps extends WrappedGenerator<PromelaGenerator>
      implements AcceptingGenerator {
    private boolean accepting;
    private boolean ended;
    private int processes;

    Steps() {
      super(new PromelaGenerator(program, Reduction.NONE, false));
    }

    @Override
    public void successors(byte[] bytes, int offset, int length, Successors out)
        throws LimitException {
      processes = bytes[offset] & 0xff;
      accepting = generator.isAccepting(bytes, offset, length);
      generator.successors(bytes, offset, length, out);
      ended = out.terminal().isEnd();
      if (ended) {
        out.add(bytes, offset, length, Successors.FINE);
        out.terminal(Successors.Terminal.NONE, Successors.FINE);
      }
    }

    @Override
    public void met(int index, long[] words) throws LimitException {
      words[0] |= accepting ? 1 : 0;
      if (!fair) {
        return;
      }
      program.checkFair(processes);
      long fairTo =
          ended ? ProcessSets.ALL : ProcessSets.fairTo(generator.actors(index), generator.movers());
      for (int process = 0; process < program.mostProcesses; process++) {
        if (ProcessSets.contains(fairTo, process)) {
          words[(process + 1) / Long.SIZE] |= 1L << process + 1;
        }
      }
    }
  }
}
