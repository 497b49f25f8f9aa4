// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.check;

import dev.fencepost.transition.Successors;
import dev.fencepost.transition.TransitionSystem;
import dev.fencepost.transition.WordSteps;
import dev.fencepost.transition.WrappedGenerator;
import java.util.Optional;

/** A system in which to stop is no violation, wherever that happens. */
record AnyEndAllowed(TransitionSystem system) implements TransitionSystem {

  @Override
  public Generator newGenerator() {
    return new Forgiving(system.newGenerator());
  }

  @Override
  public boolean hasNumbers() {
    return system.hasNumbers();
  }

  @Override
  public boolean wastesNumbers(long states) {
    return system.wastesNumbers(states);
  }

  @Override
  public Optional<TransitionSystem> withFewerNumbers() {
    return system.withFewerNumbers().map(AnyEndAllowed::new);
  }

  @Override
  public long bytes() {
    return system.bytes();
  }

  private static final class Forgiving extends WrappedGenerator<Generator> {
    Forgiving(Generator generator) {
      super(generator);
    }

    @Override
    public void successors(byte[] bytes, int offset, int length, Successors out)
        throws LimitException {
      generator.successors(bytes, offset, length, out);
      out.allowEnd();
    }

    /** They never are of a state without steps. */
    @Override
    public WordSteps words() {
      return generator.words();
    }
  }
}
