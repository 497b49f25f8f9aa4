// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.reduction;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fencepost.transition.ActionSystem.ActionGenerator;
import dev.fencepost.transition.Successors;
import dev.fencepost.transition.Successors.Terminal;
import dev.fencepost.transition.SymmetricSystem;
import dev.fencepost.transition.TransitionSystem.LimitException;
import org.junit.jupiter.api.Test;

/** The quotient of a system drawn by hand, where an even state stands for the odd one behind it. */
class SymmetricStepsTest {
  private final Drawing drawing =
      new Drawing().step(2, 5, 2).step(2, 7, 1).step(2, 9).step(2, 8).disturbed(2);

  /** Of {@link SymmetricSystem}, only the canonical forms are asked for. */
  private record Even(Drawing drawing) implements SymmetricSystem {
    @Override
    public Canonical newCanonical() {
      return (bytes, offset, length, code, out) -> {
        byte[] state = drawing.state(bytes[offset + length - 1] & ~1);
        out.add(state, 0, state.length, code);
      };
    }

    @Override
    public Generator newGenerator() {
      return drawing.newGenerator();
    }
  }

  private ActionGenerator generator() {
    return new SymmetryReduction(drawing, new Even(drawing)).newGenerator();
  }

  @Test
  void stepsLeadToTheStatesThatStandForOthers() throws LimitException {
    assertThat(drawing.after(generator(), 2)).containsExactly(4, 6, 8, 8);
    Successors out = new Successors();
    ActionGenerator some = generator();
    some.read(drawing.state(2), 0, 1);
    some.successors(0b110, out);
    assertThat(Drawing.numbers(out)).containsExactly(6, 8);
    some.successors(0b1, out);
    assertThat(Drawing.numbers(out)).containsExactly(4);
  }

  @Test
  void aStateWithoutStepsIsWhatItIsInTheSystem() throws LimitException {
    Successors out = new Successors();
    generator().successors(drawing.state(3), 0, 1, out);
    assertThat(out.terminal()).isEqualTo(Terminal.END);
  }

  @Test
  void actionsAreThoseOfTheSystem() {
    ActionGenerator some = generator();
    assertThat(some.read(drawing.state(2), 0, 1)).isEqualTo(4);
    assertThat(some.actor(3)).isEqualTo(3);
    assertThat(some.isVisible(0)).isTrue();
    assertThat(some.isVisible(3)).isFalse();
    assertThat(some.conflicting(1)).isEqualTo(1);
    assertThat(some.disturbing(2)).isEqualTo(1 << 2);
    assertThat(some.awaited(2)).isEqualTo(1 << 3);
    assertThat(some.progress(drawing.state(9), 0, 1)).isEqualTo(9);
  }
}
