// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.reduction;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fencepost.transition.ActionSystem;
import dev.fencepost.transition.Successors;
import dev.fencepost.transition.TransitionSystem.LimitException;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Which stubborn set is taken, on systems drawn by hand: the number of a state is its progress. */
class ReducedGeneratorTest {
  private static List<Integer> after(Drawing drawing, int state) throws LimitException {
    return drawing.after(new ReducedGenerator(drawing.newGenerator()), state);
  }

  /** Where alone the smallest set is none that gets ahead, and the paths behind it must. */
  private static Drawing back(int from, int to) {
    return new Drawing().step(from, to).step(from, 60, 1);
  }

  @Test
  void theSmallestSetIsTakenWhereItGetsAhead() throws LimitException {
    Drawing drawing = new Drawing().step(5, 6, 2).step(5, 7, 1).step(5, 8);
    assertThat(after(drawing, 5)).containsExactly(8);
  }

  @Test
  void aSetApartIsTakenWhereTheSmallestGoesBack() throws LimitException {
    Drawing drawing = new Drawing().step(5, 1).step(5, 7, 4).step(5, 8, 2);
    assertThat(after(drawing, 5)).containsExactly(7, 8);
  }

  @Test
  void theSmallestSetIsTakenWhereAPathBehindItGetsAhead() throws LimitException {
    assertThat(after(back(5, 1).step(1, 6).step(1, 0), 5)).containsExactly(1);
    assertThat(after(back(5, 1).step(1, 3).step(1, 60, 1).step(3, 6).step(3, 60, 1), 5))
        .containsExactly(1);
  }

  @Test
  void aStateThatIsExpandedFullyEndsThePath() throws LimitException {
    assertThat(after(back(5, 1).step(1, 0, 2).step(1, 0, 1), 5)).containsExactly(1);
    assertThat(after(back(5, 1), 5)).containsExactly(1);
  }

  @Test
  void allActionsAreTakenWhereNoPathGetsAhead() throws LimitException {
    assertThat(after(back(5, 1).step(1, 0).step(1, 60, 1), 5)).containsExactly(1, 60);
    Drawing goesNoFurther = back(5, 1).step(1, 3).step(1, 60, 1).step(3, 5).step(3, 60, 1);
    assertThat(after(goesNoFurther.step(5, 2, 1), 5)).containsExactly(1, 60);
  }

  @Test
  void aLargerSetThatGetsAheadIsTakenWhereNoPathOfTheSmallestDoes() throws LimitException {
    Drawing drawing = back(5, 1).step(5, 61, 1).step(1, 0).step(1, 60, 1);
    assertThat(after(drawing, 5)).containsExactly(1, 60);
  }

  @Test
  void aViolationIsNoProgress() throws LimitException {
    Drawing drawing = new Drawing().violation(5, 6).step(5, 1, 1);
    assertThat(after(drawing, 5)).containsExactly(6, 1);
  }

  @Test
  void noPathGoesOnBehindAViolation() throws LimitException {
    Drawing drawing = back(5, 1).violation(1, 3).step(1, 2, 1).step(3, 6).step(3, 60, 1);
    assertThat(after(drawing, 5)).containsExactly(1, 60);
  }

  @Test
  void allActionsAreTakenWhereNothingOfTheSmallestSetIsPossible() throws LimitException {
    Drawing drawing = new Drawing().step(5, Drawing.NOWHERE).step(5, 6).step(5, 7);
    assertThat(after(drawing, 5)).containsExactly(6, 7);
    Drawing other = new Drawing().step(5, 1).step(5, Drawing.NOWHERE).step(5, 6, 1);
    assertThat(after(other, 5)).containsExactly(1);
  }

  @Test
  void asManyActionsAsHaveABitAreReducedAndNoMore() throws LimitException {
    Drawing drawing = new Drawing().step(0, 1).step(0, 2);
    drawing.step(1, 9, 2);
    IntStream.range(1, ActionSystem.MAX_ACTIONS).forEach(i -> drawing.step(1, 2));
    IntStream.range(0, ActionSystem.MAX_ACTIONS + 1).forEach(i -> drawing.step(2, 3));
    ReducedGenerator generator = new ReducedGenerator(drawing.newGenerator());
    assertThat(drawing.after(generator, 0)).containsExactly(1);
    assertThat(drawing.after(generator, 1)).containsExactly(2);
    assertThat(drawing.after(generator, 2)).hasSize(ActionSystem.MAX_ACTIONS + 1);
    Successors out = new Successors();
    assertThat(generator.expandOne(drawing.state(1), 0, 1, out)).isTrue();
    assertThat(generator.expandOne(drawing.state(2), 0, 1, out)).isFalse();
  }

  /** A path of so many states, and a step that gets ahead. */
  private static Drawing path(int states) {
    Drawing drawing = new Drawing().step(100, 1).step(100, 120, 1);
    for (int state = 1; state < states; state++) {
      drawing.step(state, state + 1).step(state, 120, 1);
    }
    return drawing.step(states, 110).step(states, 120, 1);
  }

  @Test
  void pathsAreFollowedForSixtyFourStates() throws LimitException {
    assertThat(after(path(64), 100)).containsExactly(1);
    assertThat(after(path(65), 100)).containsExactly(1, 120);
  }

  @Test
  void longStatesAreFollowedToo() throws LimitException {
    for (int size : new int[] {2_000, 4_096, 10_000}) {
      assertThat(after(path(5).ofBytes(size), 100)).as("%d", size).containsExactly(1);
    }
  }

  @Test
  void whatOnePathHasFoundIsNotTakenForAnother() throws LimitException {
    Drawing drawing = path(3);
    drawing.step(90, 50).step(90, 120, 1).step(50, 40).step(50, 120, 1);
    ReducedGenerator generator = new ReducedGenerator(drawing.newGenerator());
    assertThat(drawing.after(generator, 100)).containsExactly(1);
    assertThat(drawing.after(generator, 90)).containsExactly(50, 120);
  }

  @Test
  void allPathsAreFollowed() throws LimitException {
    for (int first = 1; first <= 2; first++) {
      Drawing drawing = new Drawing().step(50, 1, 2).step(50, 2, 1).step(50, 60, 3);
      drawing.step(first, 55).step(first, 60, 1).step(3 - first, 0).step(3 - first, 60, 1);
      assertThat(after(drawing, 50)).containsExactly(1, 2);
    }
  }

  @Test
  void aStateThatTwoPathsLeadToIsLookedAtOnce() throws LimitException {
    Drawing drawing = new Drawing().step(50, 1, 2).step(50, 2, 1).step(50, 60, 3);
    for (int state : new int[] {1, 2}) {
      drawing.step(state, 5).step(state, 60, 1);
    }
    drawing.step(5, 4).step(5, 60, 1);
    assertThat(after(drawing, 50)).containsExactly(1, 2, 60);
    assertThat(drawing.reads()).isEqualTo(6);
  }
}
