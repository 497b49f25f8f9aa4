// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.transition;

import dev.fencepost.transition.TransitionSystem.Generator;

/** A system of processes: a step belongs to one process, or to several in a rendezvous. */
public interface ProcessSystem extends TransitionSystem {

  @Override
  ProcessGenerator newGenerator();

  /** Computes successors, and knows which processes take part in the steps to them. */
  interface ProcessGenerator extends Generator {

    /**
     * The processes that took part in the step to a successor, see {@link ProcessSets}.
     *
     * @param index of a successor that the last call of {@link #successors} has written
     */
    long actors(int index);

    /** The processes that could take a step in the state that was expanded last. */
    long movers();

    /** Gives a state to a reader, as the system has it without any collapse. */
    default void read(byte[] bytes, int offset, int length, StateReader reader) {
      reader.read(bytes, offset, length);
    }
  }

  /** Reads a state in place. */
  interface StateReader {
    void read(byte[] bytes, int offset, int length);
  }
}
