// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.transition;

import dev.fencepost.transition.AcceptingSystem.AcceptingGenerator;
import dev.fencepost.transition.TemporalSystem.TemporalGenerator;
import dev.fencepost.transition.TransitionSystem.LimitException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;

/**
 * An infinite run with its atoms, and the conditions that its loop meets.
 *
 * @param letters the true atoms as bits: of the initial state, then of the state behind each step
 * @param met the conditions that some step of the loop meets; all where the run ends
 */
public record LassoSurvey(List<Long> letters, BitSet met) {

  /** The atoms of a state as bits. */
  private interface Letters {
    long of(byte[] bytes, int offset, int length) throws LimitException;
  }

  public static LassoSurvey of(TemporalSystem system, Lasso run) throws LimitException {
    TemporalGenerator generator = system.newGenerator();
    return follow(generator, system.conditions(), run, generator::atoms);
  }

  /** The survey of a system without atoms. */
  public static LassoSurvey of(AcceptingSystem system, Lasso run) throws LimitException {
    return follow(system.newGenerator(), system.conditions(), run, (bytes, offset, length) -> 0);
  }

  private static LassoSurvey follow(
      AcceptingGenerator generator, int conditions, Lasso run, Letters atoms)
      throws LimitException {
    Successors out = new Successors();
    generator.initial(out);
    byte[] state = out.state(run.stem().getFirst());
    List<Long> letters = new ArrayList<>(List.of(atoms.of(state, 0, state.length)));
    List<Integer> steps = new ArrayList<>(run.stem().subList(1, run.stem().size()));
    int loop = steps.size();
    steps.addAll(run.loop());
    long[] words = new long[AcceptingSystem.words(conditions)];
    boolean ends = false;
    for (int i = 0; i < steps.size(); i++) {
      int index = steps.get(i);
      generator.successors(state, 0, state.length, out);
      ends |= out.count() == 0;
      if (i >= loop && out.count() > 0) {
        generator.met(index == Lasso.STUTTER ? out.count() : index, words);
      }
      state = index == Lasso.STUTTER ? state : out.state(index);
      letters.add(atoms.of(state, 0, state.length));
    }
    BitSet met = BitSet.valueOf(words);
    if (ends) {
      met.set(0, conditions);
    }
    return new LassoSurvey(letters, met);
  }

  /** The steps behind which an atom is true; 0 is the initial state. */
  public List<Integer> whenTrue(int atom) {
    return IntStream.range(0, letters.size())
        .filter(i -> (letters.get(i) >> atom & 1) != 0)
        .boxed()
        .toList();
  }

  /** Those of {@code count} conditions from the one at {@code first} on that no step meets. */
  public List<Integer> unmet(int first, int count) {
    return IntStream.range(0, count).filter(i -> !met.get(first + i)).boxed().toList();
  }
}
