// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.explore;

import dev.fencepost.collect.Cursor;
import dev.fencepost.collect.Writer;

/** The known states that are not expanded yet, as one worker sees them. */
interface Frontier {

  /** Takes a state and points the cursor at it; false if there is none. */
  boolean next(Cursor cursor);

  boolean isEmpty();

  /** How many states may be taken before the successors of the first are pushed. */
  int ahead();

  /** A state that was not known before. */
  void push(int reference);

  /** All new states of a batch were pushed; they are the writer's last. */
  default void added(Writer writer) {}
}
