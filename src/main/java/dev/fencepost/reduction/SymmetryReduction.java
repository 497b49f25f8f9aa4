// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.reduction;

import dev.fencepost.transition.ActionSystem;
import dev.fencepost.transition.Successors;
import dev.fencepost.transition.SymmetricSystem;
import dev.fencepost.transition.SymmetricSystem.Canonical;
import dev.fencepost.transition.WrappedGenerator;

/**
 * The quotient of a system: each state is replaced by its canonical form (Emerson, Sistla: Symmetry
 * and model checking, 1996). Its actions are those of the canonical form, so that a partial-order
 * reduction can be applied to the quotient (Emerson, Jha, Peled: Combining partial order and
 * symmetry reductions, 1997).
 *
 * <p>The quotient keeps violations, marks, deadlocks and violating ends. It keeps final states up
 * to symmetry. Its runs are not runs of the system.
 *
 * @param symmetry the canonical forms of its states
 */
public record SymmetryReduction(ActionSystem system, SymmetricSystem symmetry)
    implements ActionSystem {

  @Override
  public ActionGenerator newGenerator() {
    return new Quotient(system.newGenerator(), symmetry.newCanonical());
  }

  private static final class Quotient extends WrappedGenerator<ActionGenerator>
      implements ActionGenerator {
    private final Canonical canonical;
    private final Successors taken = new Successors();

    Quotient(ActionGenerator generator, Canonical canonical) {
      super(generator);
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

    @Override
    public void successors(long actions, Successors out) throws LimitException {
      generator.successors(actions, taken);
      exchange(out);
    }

    private void exchange(Successors out) {
      out.clear();
      for (int i = 0; i < taken.count(); i++) {
        canonical.add(taken.bytes(), taken.start(i), taken.length(i), taken.code(i), out);
      }
      if (taken.count() == 0) {
        out.terminalOf(taken);
      }
    }

    @Override
    public int read(byte[] bytes, int offset, int length) {
      return generator.read(bytes, offset, length);
    }

    @Override
    public int actor(int action) {
      return generator.actor(action);
    }

    @Override
    public boolean isVisible(int action) {
      return generator.isVisible(action);
    }

    @Override
    public long conflicting(int action) {
      return generator.conflicting(action);
    }

    @Override
    public int disturbing(int action) {
      return generator.disturbing(action);
    }

    @Override
    public int awaited(int actor) {
      return generator.awaited(actor);
    }

    @Override
    public long progress(byte[] bytes, int offset, int length) {
      return generator.progress(bytes, offset, length);
    }
  }
}
