// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.export;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fencepost.export.LawInstances.Instance;
import dev.fencepost.export.LawInstances.Pair;
import dev.fencepost.export.LawInstances.Step;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class GuardTest {
  private static final Guard A = Guard.of("a");
  private static final Guard B = Guard.of("b");

  private static String text(Guard guard) {
    return guard.text(pair -> 7);
  }

  @Test
  void constantsAreSimplifiedAway() {
    assertThat(A.and(Guard.of(true))).isEqualTo(A);
    assertThat(A.or(Guard.of(false))).isEqualTo(A);
    assertThat(A.and(Guard.of("0"))).isSameAs(Guard.of(false));
    assertThat(A.or(Guard.of("1"))).isSameAs(Guard.of(true));
    assertThat(A.and(A)).isEqualTo(A);
    assertThat(A.and(A.not())).isSameAs(Guard.of(false));
    assertThat(A.not().or(A)).isSameAs(Guard.of(true));
    assertThat(A.not().not()).isEqualTo(A);
  }

  @Test
  void disjunctionsStandInParentheses() {
    assertThat(text(A.or(B))).isEqualTo("(a || b)");
    assertThat(text(A.and(B))).isEqualTo("a && b");
    assertThat(text(A.and(B).or(A.not()))).isEqualTo("((a && b) || !(a))");
    assertThat(text(A.or(B).and(A.not().or(B.not())))).isEqualTo("(a || b) && (!(a) || !(b))");
  }

  @Test
  void longChainsAreWrittenOnceWithoutRepetition() {
    Guard chain = Guard.of(false);
    for (int i = 0; i < 100_000; i++) {
      chain = chain.or(Guard.of("x" + i % 3));
    }
    assertThat(text(chain)).isEqualTo("(x0 || x1 || x2)");
  }

  @Test
  void onlyPairsThatAreWrittenGetANumber() {
    Pair pair =
        new Pair(
            new Step(new Instance(0, 0, 1), UniformWindow.ALL),
            new Step(new Instance(1, 1, 1), UniformWindow.ALL));
    Guard order = new Guard.InOrder(pair);
    List<Pair> asked = new ArrayList<>();
    assertThat(
            A.or(order.and(Guard.of(false)))
                .text(
                    asking -> {
                      asked.add(asking);
                      return 0;
                    }))
        .isEqualTo("a");
    assertThat(asked).isEmpty();
    assertThat(text(order.not())).isEqualTo("!(ord[7])");
  }
}
