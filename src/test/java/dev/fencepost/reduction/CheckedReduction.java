// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.reduction;

import dev.fencepost.transition.Successors;
import dev.fencepost.transition.TransitionSystem;
import dev.fencepost.transition.WrappedGenerator;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Checks a reduced system, each step of which is one of the system, while it is searched: the steps
 * are some of the system's, there are some where the system has some, and each step that is taken
 * and each that is left out lead on to a common state, in one further step or none. Slow.
 */
public final class CheckedReduction implements TransitionSystem {
  private final TransitionSystem reduced;
  private final TransitionSystem system;

  public CheckedReduction(TransitionSystem reduced, TransitionSystem system) {
    this.reduced = reduced;
    this.system = system;
  }

  @Override
  public Generator newGenerator() {
    return new Checking(reduced.newGenerator(), system.newGenerator());
  }

  /** A state, and what the step to it violates. */
  private record Step(ByteBuffer state, int code) {}

  private static final class Checking extends WrappedGenerator<Generator> {
    private final Generator system;
    private final Successors all = new Successors();
    private final Successors next = new Successors();

    Checking(Generator reduced, Generator system) {
      super(reduced);
      this.system = system;
    }

    @Override
    public void successors(byte[] bytes, int offset, int length, Successors out)
        throws LimitException {
      system.successors(bytes, offset, length, all);
      List<Step> wide = steps(all);
      generator.successors(bytes, offset, length, out);
      List<Step> narrow = steps(out);
      require(wide.containsAll(narrow), "a step is none of the system");
      require(wide.isEmpty() == narrow.isEmpty(), "no step is taken though there is one");
      require(
          !wide.isEmpty() || all.terminal() == out.terminal(), "the end of a run is another one");
      List<Step> leftOut = new ArrayList<>(wide);
      leftOut.removeAll(narrow);
      for (Step other : leftOut) {
        Set<ByteBuffer> afterOther = after(other);
        for (Step taken : narrow) {
          require(
              isViolating(taken, other) || meet(afterOther, after(taken)),
              "a step that is left out does not commute with one that is taken");
        }
      }
    }

    private static boolean isViolating(Step first, Step second) {
      return first.code() != Successors.FINE || second.code() != Successors.FINE;
    }

    private static boolean meet(Set<ByteBuffer> some, Set<ByteBuffer> others) {
      return some.stream().anyMatch(others::contains);
    }

    private Set<ByteBuffer> after(Step step) throws LimitException {
      byte[] state = step.state().array();
      system.successors(state, 0, state.length, next);
      Set<ByteBuffer> states = new HashSet<>(List.of(step.state()));
      steps(next).forEach(further -> states.add(further.state()));
      return states;
    }

    private static List<Step> steps(Successors successors) {
      List<Step> steps = new ArrayList<>();
      for (int i = 0; i < successors.count(); i++) {
        int start = successors.start(i);
        byte[] state = Arrays.copyOfRange(successors.bytes(), start, start + successors.length(i));
        steps.add(new Step(ByteBuffer.wrap(state), successors.code(i)));
      }
      return steps;
    }

    private static void require(boolean condition, String otherwise) {
      if (!condition) {
        throw new IllegalStateException("reduction: " + otherwise);
      }
    }
  }
}
