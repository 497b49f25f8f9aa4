// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.promela;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fencepost.ir.promela.PromelaModel;
import dev.fencepost.transition.Successors;
import dev.fencepost.transition.TransitionSystem.Generator;
import dev.fencepost.transition.TransitionSystem.LimitException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Generated code and closures have the same successors, in the same order, in every state. */
final class CodeAgreement {
  private CodeAgreement() {}

  /** A successor as it is compared. */
  private record Step(ByteBuffer state, int code) {}

  /**
   * Searches a model with both.
   *
   * @param most so many states and the search stops
   * @return the number of states and of violations
   */
  static StateCounter.Count check(PromelaModel model, long most) throws LimitException {
    Generator generated = new PromelaMachine(model).newGenerator();
    Generator plain = PlainCode.machine(model).newGenerator();
    Set<ByteBuffer> known = new LinkedHashSet<>();
    Deque<ByteBuffer> open = new ArrayDeque<>();
    Successors out = new Successors();
    Successors expected = new Successors();
    generated.initial(out);
    plain.initial(expected);
    long violations = 0;
    while (true) {
      assertThat(steps(out)).isEqualTo(steps(expected));
      assertThat(out.terminal()).isEqualTo(expected.terminal());
      boolean stuck = out.count() == 0;
      assertThat(stuck ? out.terminalCode() : 0).isEqualTo(stuck ? expected.terminalCode() : 0);
      violations += stuck && out.terminalCode() != Successors.FINE ? 1 : 0;
      for (Step step : steps(out)) {
        violations += step.code == Successors.FINE ? 0 : 1;
        if (known.add(step.state)) {
          open.add(step.state);
        }
      }
      if (open.isEmpty() || known.size() > most) {
        return new StateCounter.Count(known.size(), violations);
      }
      byte[] next = open.remove().array();
      generated.successors(next, 0, next.length, out);
      plain.successors(next, 0, next.length, expected);
    }
  }

  private static List<Step> steps(Successors out) {
    List<Step> steps = new ArrayList<>();
    for (int i = 0; i < out.count(); i++) {
      int start = out.start(i);
      byte[] state = Arrays.copyOfRange(out.bytes(), start, start + out.length(i));
      steps.add(new Step(ByteBuffer.wrap(state), out.code(i)));
    }
    return steps;
  }
}
