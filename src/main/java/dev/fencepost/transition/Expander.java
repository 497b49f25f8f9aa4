// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.transition;

import dev.fencepost.collect.Writer;
import dev.fencepost.transition.TransitionSystem.Generator;
import dev.fencepost.transition.TransitionSystem.LimitException;

/**
 * Expands states of a store, some at a time, and stages their successors there. Memory is what a
 * search waits for: all states are known before the first is expanded, and all successors are
 * staged before the first is added. For one thread.
 */
public abstract class Expander {
  private final Generator generator;
  private final Writer writer;

  protected Expander(Generator generator, Writer writer) {
    this.generator = generator;
    this.writer = writer;
  }

  /** Stages the initial states. */
  public abstract void initial(Expansion out) throws LimitException;

  /** Says which states will be expanded now. */
  public abstract void expect(Expansion[] states, int count);

  /** Stages the successors of one of them, except for successors by violating steps. */
  public abstract void expand(int index) throws LimitException;

  /**
   * Finds the kind of one of them if it has no steps. If it has some, one of them is enough, and
   * what is staged is not to be read.
   */
  public void lookForEnd(int index) throws LimitException {
    expand(index);
  }

  /** The generator of the successors. */
  public final Generator generator() {
    return generator;
  }

  /** Where successors are staged. */
  public final Writer writer() {
    return writer;
  }
}
