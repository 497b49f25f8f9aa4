// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.reduction;

import dev.fencepost.transition.ActionSystem;
import dev.fencepost.transition.ActionSystem.ActionGenerator;
import dev.fencepost.transition.Successors;
import dev.fencepost.transition.TransitionSystem.LimitException;
import dev.fencepost.transition.WrappedGenerator;

/**
 * Generates the successors of a stubborn set, or of all actions. It prefers the smallest set, if
 * one of its steps makes progress; then a disjoint set with progress; then the smallest set, if
 * {@link LookAhead} finds progress; then any set with progress.
 */
final class ReducedGenerator extends WrappedGenerator<ActionGenerator> {
  private final StubbornSets sets = new StubbornSets();
  private final LookAhead ahead = new LookAhead(this);

  ReducedGenerator(ActionGenerator generator) {
    super(generator);
  }

  /** The progress of a state. */
  long progress(byte[] bytes, int offset, int length) {
    return generator.progress(bytes, offset, length);
  }

  @Override
  public void successors(byte[] bytes, int offset, int length, Successors out)
      throws LimitException {
    if (!expand(bytes, offset, length, out) || !reduce(bytes, offset, length, out)) {
      generator.successors(bytes, offset, length, out);
    }
  }

  /** Finds a stubborn set with progress. The successors of the smallest are written already. */
  private boolean reduce(byte[] bytes, int offset, int length, Successors out)
      throws LimitException {
    long progress = generator.progress(bytes, offset, length);
    if (getsAhead(progress, out) || expandOther(sets.smallest(), progress, out)) {
      return true;
    }
    if (expand(sets.smallest(), out) && ahead.getsAhead(progress, out)) {
      return true;
    }
    return read(bytes, offset, length) && expandOther(0, progress, out);
  }

  /**
   * Writes the successors of the smallest stubborn set; {@code false} if that contains all actions.
   */
  boolean expand(byte[] bytes, int offset, int length, Successors out) throws LimitException {
    return read(bytes, offset, length) && expand(sets.smallest(), out);
  }

  private boolean read(byte[] bytes, int offset, int length) {
    int count = generator.read(bytes, offset, length);
    if (count <= ActionSystem.MAX_ACTIONS) {
      sets.find(generator, count);
    }
    return count <= ActionSystem.MAX_ACTIONS;
  }

  /** Writes the successor of a stubborn set of one action, which may be all actions. */
  boolean expandOne(byte[] bytes, int offset, int length, Successors out) throws LimitException {
    int count = generator.read(bytes, offset, length);
    long one = count > ActionSystem.MAX_ACTIONS ? 0 : sets.findOne(generator, count);
    if (one == 0) {
      return false;
    }
    generator.successors(one, out);
    return out.count() == 1;
  }

  private boolean expand(long set, Successors out) throws LimitException {
    if (set == sets.all()) {
      return false;
    }
    generator.successors(set, out);
    return out.count() > 0;
  }

  /**
   * Writes the successors of the first stubborn set with progress, if there is one.
   *
   * @param apart actions that the set must not contain
   */
  private boolean expandOther(long apart, long progress, Successors out) throws LimitException {
    for (int action = 0; action < sets.count(); action++) {
      long set = (apart >>> action & 1) == 0 ? sets.from(action) : apart;
      if (set != sets.smallest()
          && (set & apart) == 0
          && expand(set, out)
          && getsAhead(progress, out)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Whether a successor has more progress than this. A violation ends the run and does not count:
   * if the search goes on, it must find the steps of the others elsewhere.
   */
  boolean getsAhead(long progress, Successors out) {
    for (int i = 0; i < out.count(); i++) {
      if (out.code(i) == Successors.FINE
          && generator.progress(out.bytes(), out.start(i), out.length(i)) > progress) {
        return true;
      }
    }
    return false;
  }
}
