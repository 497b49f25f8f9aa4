// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.transition;

import dev.fencepost.transition.TransitionSystem.Generator;
import dev.fencepost.transition.TransitionSystem.LimitException;

/**
 * Forwards to another generator. A wrapper overrides some methods; {@link #someSuccessors} gives
 * the wrapper's own successors.
 */
public abstract class WrappedGenerator<G extends Generator> implements Generator {
  protected final G generator;

  protected WrappedGenerator(G generator) {
    this.generator = generator;
  }

  @Override
  public void initial(Successors out) throws LimitException {
    generator.initial(out);
  }

  @Override
  public void successors(byte[] bytes, int offset, int length, Successors out)
      throws LimitException {
    generator.successors(bytes, offset, length, out);
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
