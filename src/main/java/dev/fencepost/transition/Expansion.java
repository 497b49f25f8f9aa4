// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.transition;

import dev.fencepost.collect.Cursor;
import dev.fencepost.transition.Successors.Terminal;

/** A state and its expansion; the object is reused for other states. */
public final class Expansion {
  /** In place of an index: no step violates anything. */
  public static final int NONE = -1;

  private final Cursor state = new Cursor();
  private int steps;
  private int stagedEnd;
  private int violation = NONE;
  private Terminal terminal = Terminal.NONE;
  private int terminalCode;
  private int waiting;

  /** The state; not set for initial states. */
  public Cursor state() {
    return state;
  }

  /**
   * Steps were found of which none violates anything.
   *
   * @param newStagedEnd how many records are staged with their successors
   */
  public void found(int newSteps, int newStagedEnd) {
    steps = newSteps;
    stagedEnd = newStagedEnd;
    violation = NONE;
  }

  /** These successors were found. */
  public void found(Successors successors, int newStagedEnd) {
    found(successors.count(), newStagedEnd);
    for (int i = steps - 1; i >= 0; i--) {
      violation = successors.code(i) == Successors.FINE ? violation : i;
    }
    terminal = successors.terminal();
    terminalCode = successors.terminalCode();
    waiting = successors.waiting();
  }

  /** How many steps there are. */
  public int steps() {
    return steps;
  }

  /** How many records were staged with the successors of this state. */
  public int stagedEnd() {
    return stagedEnd;
  }

  /** The index of the first step that violates something, or {@link #NONE}. */
  public int violation() {
    return violation;
  }

  /** What a state without steps is. */
  public Terminal terminal() {
    return terminal;
  }

  /** The violation of a state without steps. */
  public int terminalCode() {
    return terminalCode;
  }

  /** Who waits for ever in a state without steps; {@link Successors#NOBODY} for nobody. */
  public int waiting() {
    return waiting;
  }
}
