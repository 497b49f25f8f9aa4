// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.level;

import dev.fencepost.collect.Writer;
import dev.fencepost.level.Keys.Form;
import dev.fencepost.transition.TransitionSystem.LimitException;

/** Reads the states that a thread expands, and takes what it finds. */
interface Gathering {

  /**
   * Puts the states of a page into a list.
   *
   * @param writer of the expander
   */
  default void read(PageBuffer buffer, Form form, Keys states, Writer writer)
      throws LimitException {
    states.read(buffer, form);
  }

  /** Takes a state that the writer has staged. */
  void add(Writer writer, int staged) throws LimitException;

  /** Takes a state of a page. */
  void add(Keys page, int index) throws LimitException;

  /** The memory of what was taken since it was saved. */
  long bytes();

  /** Saves what was taken. */
  void save();
}
