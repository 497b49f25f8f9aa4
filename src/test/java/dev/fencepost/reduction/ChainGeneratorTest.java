// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.reduction;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fencepost.transition.TransitionSystem.LimitException;
import org.junit.jupiter.api.Test;

/** Steps without alternative, on systems drawn by hand: the number of a state is its progress. */
class ChainGeneratorTest {
  @Test
  void aStepLeadsToTheEndOfItsChain() throws LimitException {
    Drawing drawing = new Drawing().step(0, 1).step(1, 2).step(2, 3);
    assertThat(drawing.after(new PartialOrderReduction(drawing).newGenerator(), 0))
        .containsExactly(3);
  }

  @Test
  void aChainEndsBeforeAStepThatDoesNotGetAhead() throws LimitException {
    Drawing drawing = new Drawing().step(0, 5).step(5, 3).step(3, 4);
    ChainGenerator generator = new PartialOrderReduction(drawing).newGenerator();
    assertThat(drawing.after(generator, 0)).containsExactly(5);
    assertThat(drawing.after(generator, 5)).containsExactly(4);
  }

  @Test
  void aChainEndsBeforeAViolation() throws LimitException {
    Drawing drawing = new Drawing().step(0, 1).step(1, 2).violation(2, 3).step(3, 4);
    assertThat(drawing.after(new PartialOrderReduction(drawing).newGenerator(), 0))
        .containsExactly(2);
  }

  @Test
  void whatWasFollowedOnceLeadsToTheSameEndAgain() throws LimitException {
    Drawing drawing =
        new Drawing()
            .step(0, 1, 2)
            .step(0, 3, 1)
            .step(1, 2)
            .step(3, 4)
            .step(10, 3, 2)
            .step(10, 1, 1);
    for (int size : new int[] {1, 256, 257, 2_000}) {
      drawing.ofBytes(size);
      ChainGenerator generator = new PartialOrderReduction(drawing).newGenerator();
      assertThat(drawing.after(generator, 0)).containsExactly(2, 4);
      int reads = drawing.reads();
      assertThat(drawing.after(generator, 10)).containsExactly(4, 2);
      assertThat(drawing.reads() - reads).as("reads").isLessThanOrEqualTo(3);
    }
  }
}
