// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.transition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fencepost.transition.Successors.Terminal;
import dev.fencepost.transition.TransitionSystem.Generator;
import dev.fencepost.transition.TransitionSystem.LimitException;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** What every system that is made of another one passes on; the test of each extends this. */
public abstract class WrapperContract {
  private static final int MOST_STATES = 20;

  /** The system that is made of this one. */
  protected abstract Generator wrapped(SmallSystem system);

  /** Whether a state without steps repeats for ever, as in a product with an automaton. */
  protected boolean stutters() {
    return false;
  }

  /** The violation codes of steps and of terminal states. */
  private static Set<Integer> codesOf(Generator generator) throws LimitException {
    Set<Integer> codes = new TreeSet<>();
    Deque<byte[]> open = new ArrayDeque<>();
    Successors out = new Successors();
    generator.initial(out);
    for (int states = 0; states < MOST_STATES; states++) {
      for (int i = 0; i < out.count(); i++) {
        codes.add(out.code(i));
        open.add(Arrays.copyOfRange(out.bytes(), out.start(i), out.start(i) + out.length(i)));
      }
      if (out.count() == 0 && out.terminal() == Terminal.DEADLOCK) {
        codes.add(out.terminalCode());
      }
      if (open.isEmpty()) {
        return codes;
      }
      byte[] state = open.remove();
      generator.successors(state, 0, state.length, out);
    }
    return codes;
  }

  @Test
  void violationCodesOfStepsArePassedOn() throws LimitException {
    SmallSystem system = new SmallSystem();
    assertThat(codesOf(wrapped(system))).contains(SmallSystem.VIOLATION);
  }

  @Test
  void deadlocksArePassedOnOrStutter() throws LimitException {
    assertThat(codesOf(wrapped(new SmallSystem())).contains(SmallSystem.DEADLOCK))
        .isNotEqualTo(stutters());
  }

  @Test
  void marksAndBoundsArePassedOn() throws LimitException {
    SmallSystem system = new SmallSystem();
    Generator generator = wrapped(system);
    assertThat(Arrays.stream(generator.marks()).sum()).isZero();
    assertThat(generator.boundHit()).isFalse();
    codesOf(generator);
    assertThat(generator.marks()).containsExactly(SmallSystem.MARKS);
    assertThat(generator.boundHit()).isTrue();
  }

  @Test
  void limitsArePassedOn() {
    SmallSystem system = new SmallSystem().givingUp();
    assertThatThrownBy(() -> codesOf(wrapped(system)))
        .isInstanceOf(LimitException.class)
        .hasMessage(SmallSystem.LIMIT);
  }
}
