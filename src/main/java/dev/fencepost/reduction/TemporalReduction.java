// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.reduction;

import dev.fencepost.transition.ActionSystem;
import dev.fencepost.transition.ActionSystem.ActionGenerator;
import dev.fencepost.transition.Lasso;
import dev.fencepost.transition.RunReplay;
import dev.fencepost.transition.Successors;
import dev.fencepost.transition.TemporalSystem;
import dev.fencepost.transition.WrappedGenerator;
import java.util.List;

/**
 * A system with fewer interleavings and the same verdicts on formulas without next, over all
 * infinite runs: not over the fair ones. From each state it takes the steps of a stubborn set that
 * no atom sees, or all (Peled: Combining partial order reductions with on-the-fly model-checking,
 * 1994: C0 to C3).
 *
 * <p>No cycle puts off a step for ever: a set is taken only where each of its steps gets ahead, by
 * {@link ActionGenerator#progress}; so on every cycle some state takes all its steps. That holds
 * whatever the search does, and in every product with an automaton.
 *
 * @param actions the same system, with the actions that atoms see
 */
public record TemporalReduction(TemporalSystem system, ActionSystem actions)
    implements TemporalSystem {

  @Override
  public int conditions() {
    return system.required();
  }

  @Override
  public int required() {
    return system.required();
  }

  @Override
  public TemporalGenerator newGenerator() {
    return new Steps(system.newGenerator(), actions.newGenerator());
  }

  /** The run of the system itself that a run of the reduced one goes along. */
  public Lasso systemRun(Lasso run) throws LimitException {
    List<Integer> found = systemSchedule(run.steps());
    int stem = run.stem().size();
    return new Lasso(found.subList(0, stem), found.subList(stem, found.size()));
  }

  /** The run of the system itself that a run that ends goes along. */
  public List<Integer> systemSchedule(List<Integer> schedule) throws LimitException {
    Generator reduced = newGenerator();
    Successors some = new Successors();
    reduced.initial(some);
    RunReplay run = new RunReplay(system);
    for (int index : schedule) {
      if (index == Lasso.STUTTER) {
        run.stay();
        continue;
      }
      byte[] state = some.state(index);
      run.go(state);
      reduced.successors(state, 0, state.length, some);
    }
    return run.schedule();
  }

  private static final class Steps extends WrappedGenerator<TemporalGenerator>
      implements TemporalGenerator {
    private final ActionGenerator actions;
    private final StubbornSets sets = new StubbornSets();
    private final Successors some = new Successors();

    Steps(TemporalGenerator generator, ActionGenerator actions) {
      super(generator);
      this.actions = actions;
    }

    @Override
    public void successors(byte[] bytes, int offset, int length, Successors out)
        throws LimitException {
      generator.successors(bytes, offset, length, out);
      if (out.count() < 2 || generator.stutters() > 0) {
        return;
      }
      int count = actions.read(bytes, offset, length);
      if (count > ActionSystem.MAX_ACTIONS) {
        return;
      }
      sets.find(actions, count);
      long progress = actions.progress(bytes, offset, length);
      if (isTaken(sets.smallest(), progress)) {
        out.copyFrom(some);
        return;
      }
      for (int action = 0; action < count; action++) {
        if (isTaken(sets.from(action), progress)) {
          out.copyFrom(some);
          return;
        }
      }
    }

    /** Whether no atom sees the steps of a set, and each gets ahead. */
    private boolean isTaken(long set, long progress) throws LimitException {
      if (set == sets.all()) {
        return false;
      }
      for (long rest = set; rest != 0; rest &= rest - 1) {
        if (actions.isVisible(Long.numberOfTrailingZeros(rest))) {
          return false;
        }
      }
      actions.successors(set, some);
      for (int i = 0; i < some.count(); i++) {
        if (some.code(i) != Successors.FINE
            || actions.progress(some.bytes(), some.start(i), some.length(i)) <= progress) {
          return false;
        }
      }
      return some.count() > 0;
    }

    @Override
    public long atoms(byte[] bytes, int offset, int length) throws LimitException {
      return generator.atoms(bytes, offset, length);
    }

    @Override
    public int stutters() {
      return generator.stutters();
    }

    /** Nothing: only fairness asks which steps were taken. */
    @Override
    public void met(int index, long[] words) {}
  }
}
