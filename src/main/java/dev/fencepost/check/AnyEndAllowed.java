// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.check;

import dev.fencepost.transition.Successors;
import dev.fencepost.transition.TransitionSystem;

/** A system in which to stop is no violation, wherever that happens. */
record AnyEndAllowed(TransitionSystem system) implements TransitionSystem {

  @Override
  public Generator newGenerator() {
    return new Forgiving(system.newGenerator());
  }

  private record Forgiving(Generator generator) implements Generator {
    @Override
    public void initial(Successors out) throws LimitException {
      generator.initial(out);
    }

    @Override
    public void successors(byte[] bytes, int offset, int length, Successors out)
        throws LimitException {
      generator.successors(bytes, offset, length, out);
      if (out.count() == 0) {
        out.terminal(out.terminal(), Successors.FINE);
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
