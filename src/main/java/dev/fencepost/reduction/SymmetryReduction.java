// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.reduction;

import dev.fencepost.transition.Successors;
import dev.fencepost.transition.SymmetricSystem;
import dev.fencepost.transition.SymmetricSystem.Canonical;
import dev.fencepost.transition.TransitionSystem;

/**
 * A system in which of states that behave alike one stands for all (Emerson, Sistla: Symmetry and
 * model checking, 1996). Steps may come from a partial-order reduction of the same system: where it
 * takes steps by what threads do, and not by which they are, the two may be combined (Emerson, Jha,
 * Peled: Combining partial order and symmetry reductions, 1997).
 *
 * <p>Violations and marks are kept, and whether there is a deadlock or an end that violates
 * something; final states only up to symmetry. Runs are not runs of the system.
 */
public final class SymmetryReduction implements TransitionSystem {
  private final TransitionSystem steps;
  private final SymmetricSystem system;

  /**
   * Reduces a system.
   *
   * @param steps the system itself or a reduction of it, which takes the steps
   */
  public SymmetryReduction(TransitionSystem steps, SymmetricSystem system) {
    this.steps = steps;
    this.system = system;
  }

  @Override
  public Generator newGenerator() {
    return new Quotient(steps.newGenerator(), system.newCanonical());
  }

  private static final class Quotient implements Generator {
    private final Generator generator;
    private final Canonical canonical;
    private final Successors taken = new Successors();

    Quotient(Generator generator, Canonical canonical) {
      this.generator = generator;
      this.canonical = canonical;
    }

    @Override
    public void initial(Successors out) throws LimitException {
      generator.initial(taken);
      exchange(out);
    }

    @Override
    public void successors(byte[] bytes, int offset, int length, Successors out)
        throws LimitException {
      generator.successors(bytes, offset, length, taken);
      exchange(out);
    }

    private void exchange(Successors out) {
      out.clear();
      for (int i = 0; i < taken.count(); i++) {
        canonical.add(taken.bytes(), taken.start(i), taken.length(i), taken.code(i), out);
      }
      if (taken.count() == 0) {
        out.terminal(taken.terminal(), taken.terminalCode());
      }
    }

    @Override
    public long[] marks() {
      return generator.marks();
    }

    @Override
    public boolean boundHit() {
      return generator.boundHit();
    }
  }
}
