// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.step;

import dev.fencepost.machine.window.Code;
import dev.fencepost.machine.window.State;

/**
 * Observes the machine while it generates successors, to explain one of them. Searches run with
 * {@link #NONE}. Forks are enclosed by {@link #remember} and {@link #forget}.
 */
public interface Observer {
  /** Ignores everything. */
  Observer NONE =
      new Observer() {
        @Override
        public boolean hears() {
          return false;
        }
      };

  /** Whether it observes anything: else steps need not be described. */
  default boolean hears() {
    return true;
  }

  /** An instance enters the window of a thread, at its end. */
  default void fetched(int thread, Code code) {}

  /** The instance at {@code index} leaves the window. */
  default void left(int thread, int index) {}

  /** What a step did: {@code reads root = 1}. */
  record Effect(String verb, int cell, long value, String note) {
    public static final int NO_CELL = -1;
    public static final String WRITES = "writes";
    public static final String FORWARDED = "forwarded from its own pending store";

    static Effect of(String text) {
      return new Effect(text, NO_CELL, 0, "");
    }
  }

  /** An instance takes its step; {@code index} is its place in the window, or -1. */
  default void performed(int thread, int index, Code code, Effect effect) {}

  /** A local step. */
  default void local(int thread, Code code, String text) {}

  /**
   * A violation, with the particulars and the operands of the instruction, from {@code first} on.
   */
  default void failed(int thread, Code code, String message, long[] operands, int first) {}

  /** A thread starts. */
  default void started(int thread, int declaration) {}

  /** A successor was written, with all that was heard since the last {@link #begin}. */
  default void emitted(State state) {}

  /** A new action begins. */
  default void begin() {}

  /** Before an alternative: what was heard so far is to be kept. */
  default int remember() {
    return 0;
  }

  /** After an alternative: what was heard of it does not belong to the next. */
  default void forget(int remembered) {}
}
