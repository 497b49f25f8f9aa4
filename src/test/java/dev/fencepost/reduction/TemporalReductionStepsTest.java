// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.reduction;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fencepost.transition.ActionSystem;
import dev.fencepost.transition.Lasso;
import dev.fencepost.transition.TemporalSystem.TemporalGenerator;
import dev.fencepost.transition.TransitionSystem.LimitException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which steps are left out, on systems drawn by hand; an atom tells odd states from even ones. */
class TemporalReductionStepsTest {
  private static TemporalReduction of(Drawing drawing) {
    return new TemporalReduction(drawing, drawing);
  }

  private static List<Integer> after(Drawing drawing, int state) throws LimitException {
    return drawing.after(of(drawing).newGenerator(), state);
  }

  @Test
  void aStepThatNoAtomSeesIsTakenAlone() throws LimitException {
    assertThat(after(new Drawing().step(2, 3).step(2, 4), 2)).containsExactly(4);
    assertThat(after(new Drawing().step(2, 4).step(2, 3), 2)).containsExactly(4);
    assertThat(after(new Drawing().step(2, 3).step(2, 5), 2)).containsExactly(3, 5);
  }

  @Test
  void allStepsOfASetAreUnseenOrItIsNotTaken() throws LimitException {
    Drawing drawing = new Drawing().step(2, 4, 2).step(2, 5, 1).step(2, 7);
    assertThat(after(drawing, 2)).containsExactly(4, 5, 7);
    drawing = new Drawing().step(2, 4, 2).step(2, 6, 1).step(2, 7);
    assertThat(after(drawing, 2)).containsExactly(4, 6);
  }

  @Test
  void allStepsOfASetGetAheadOrItIsNotTaken() throws LimitException {
    assertThat(after(new Drawing().step(2, 2).step(2, 3), 2)).containsExactly(2, 3);
    assertThat(after(new Drawing().step(2, 4, 2).step(2, 0, 1).step(2, 3), 2))
        .containsExactly(4, 0, 3);
    assertThat(after(new Drawing().violation(2, 4).step(2, 3), 2)).containsExactly(4, 3);
  }

  @Test
  void aSetWithoutPossibleStepIsNotTaken() throws LimitException {
    Drawing drawing = new Drawing().step(2, Drawing.NOWHERE).step(2, 3).step(2, 5);
    assertThat(after(drawing, 2)).containsExactly(3, 5);
  }

  @Test
  void nothingIsLeftOutWhereTheStateMayRepeat() throws LimitException {
    assertThat(after(new Drawing().step(2, 4).step(2, 6).repeating(2), 2)).containsExactly(4, 6);
  }

  @Test
  void asManyActionsAsHaveABitAreReducedAndNoMore() throws LimitException {
    Drawing drawing = new Drawing();
    for (int i = 0; i < ActionSystem.MAX_ACTIONS; i++) {
      drawing.step(2, 4);
    }
    assertThat(after(drawing, 2)).hasSize(1);
    assertThat(after(drawing.step(2, 4), 2)).hasSize(ActionSystem.MAX_ACTIONS + 1);
  }

  @Test
  void whatTheSystemSaysIsPassedOn() throws LimitException {
    Drawing drawing = new Drawing().step(2, 3).repeating(2);
    TemporalReduction reduction = of(drawing);
    assertThat(reduction.conditions()).isEqualTo(2);
    assertThat(reduction.required()).isEqualTo(2);
    TemporalGenerator generator = reduction.newGenerator();
    drawing.after(generator, 2);
    assertThat(generator.stutters()).isEqualTo(1);
    assertThat(generator.atoms(drawing.state(3), 0, 1)).isEqualTo(1);
  }

  /** Of two steps the first is left out, so that the second one has another index. */
  @Test
  void aRunIsOneOfTheSystem() throws LimitException {
    Drawing drawing =
        new Drawing().step(0, 1).step(0, 2).step(2, 3).step(2, 4).step(4, 2).repeating(4);
    TemporalReduction reduction = of(drawing);
    assertThat(reduction.systemSchedule(List.of(0, 0, 0))).containsExactly(0, 1, 1);
    assertThat(reduction.systemSchedule(List.of(0, 0, 0, Lasso.STUTTER, 0)))
        .containsExactly(0, 1, 1, Lasso.STUTTER, 0);
    Lasso run = reduction.systemRun(new Lasso(List.of(0, 0), List.of(0, 0)));
    assertThat(run.stem()).containsExactly(0, 1);
    assertThat(run.loop()).containsExactly(1, 0);
  }
}
