// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.reduction;

import dev.fencepost.transition.Successors;
import dev.fencepost.transition.SymmetricSystem;
import dev.fencepost.transition.SymmetricSystem.Canonical;
import dev.fencepost.transition.TransitionSystem;
import dev.fencepost.transition.WrappedGenerator;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;

/**
 * Checks the symmetry of a system while all its states are searched: a state and the one that
 * stands for it have steps to states for which the same ones stand, and that one stands for itself.
 * Slow, for systems whose threads do not end: who waits for the end of others is not exchanged with
 * them.
 */
public final class CheckedSymmetry implements TransitionSystem {
  private final SymmetricSystem system;

  public CheckedSymmetry(SymmetricSystem system) {
    this.system = system;
  }

  @Override
  public Generator newGenerator() {
    return new Checking(system.newGenerator(), system.newCanonical());
  }

  private record Step(ByteBuffer state, int code) {}

  private static final class Checking extends WrappedGenerator<Generator> {
    private final Canonical canonical;
    private final Successors buffer = new Successors();

    Checking(Generator generator, Canonical canonical) {
      super(generator);
      this.canonical = canonical;
    }

    @Override
    public void successors(byte[] bytes, int offset, int length, Successors out)
        throws LimitException {
      byte[] state = Arrays.copyOfRange(bytes, offset, offset + length);
      byte[] standing = canonical(state);
      require(Arrays.equals(standing, canonical(standing)), "a state that stands for others moves");
      generator.successors(standing, 0, standing.length, out);
      Set<Step> expected = steps(out);
      generator.successors(state, 0, length, out);
      require(steps(out).equals(expected), "states that are taken to be alike have other steps");
    }

    private Set<Step> steps(Successors successors) {
      Set<Step> steps = new HashSet<>();
      for (int i = 0; i < successors.count(); i++) {
        int start = successors.start(i);
        byte[] state = Arrays.copyOfRange(successors.bytes(), start, start + successors.length(i));
        int code = successors.code(i);
        steps.add(
            new Step(
                ByteBuffer.wrap(code == Successors.FINE ? canonical(state) : new byte[0]), code));
      }
      return steps;
    }

    private byte[] canonical(byte[] state) {
      buffer.clear();
      canonical.add(state, 0, state.length, Successors.FINE, buffer);
      return Arrays.copyOf(buffer.bytes(), buffer.length(0));
    }

    private static void require(boolean condition, String otherwise) {
      if (!condition) {
        throw new IllegalStateException("symmetry: " + otherwise);
      }
    }
  }
}
