// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.promela;

import dev.fencepost.transition.ProcessSets;
import dev.fencepost.transition.ProcessSystem;
import dev.fencepost.transition.ProcessSystem.ProcessGenerator;
import dev.fencepost.transition.Successors;
import dev.fencepost.transition.TemporalSystem;
import dev.fencepost.transition.WrappedGenerator;
import java.util.List;

/** A model for temporal properties: atoms of states, and fairness to each process. */
final class TemporalPromela implements TemporalSystem {
  private final PromelaProgram program;
  private final ExprCode[] atoms;
  private final ProcessSystem system;

  /**
   * @param atoms numbers of the model's atoms
   * @param system whose steps these are
   */
  TemporalPromela(PromelaProgram program, List<Integer> atoms, ProcessSystem system) {
    this.program = program;
    this.system = system;
    this.atoms = program.atoms(atoms);
  }

  @Override
  public int conditions() {
    return program.mostProcesses;
  }

  @Override
  public int required() {
    return 0;
  }

  @Override
  public TemporalGenerator newGenerator() {
    return new Steps();
  }

  private final class Steps extends WrappedGenerator<ProcessGenerator>
      implements TemporalGenerator {
    private final PromelaFrame seen = new PromelaFrame(program);
    private final PromelaGenerator probe = new PromelaGenerator(program, Reduction.NONE, false);
    private final long all =
        program.mostProcesses == Long.SIZE ? -1 : (1L << program.mostProcesses) - 1;

    Steps() {
      super(system.newGenerator());
    }

    @Override
    public void successors(byte[] bytes, int offset, int length, Successors out)
        throws LimitException {
      generator.successors(bytes, offset, length, out);
      // As in SPIN, a run that ends where it should not is a run that repeats its last state.
      out.allowEnd();
    }

    @Override
    public void met(int index, long[] words) throws LimitException {
      if (words.length > 0) {
        program.checkFair(seen.processes);
        words[0] |= all & ProcessSets.fairTo(generator.actors(index), generator.movers());
      }
    }

    @Override
    public long atoms(byte[] bytes, int offset, int length) throws LimitException {
      generator.read(bytes, offset, length, seen::load);
      if (program.asksForProgress) {
        seen.nonProgress = probe.isNonProgress(seen.bytes, 0, seen.length);
      }
      return ExprCode.letter(atoms, seen);
    }

    @Override
    public int stutters() {
      return 0;
    }
  }
}
