// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.transition;

import dev.fencepost.transition.TransitionSystem.LimitException;

/** The parts of states that have identifiers: by place, numbered from 1 on as they are met. */
public interface NumberedParts {

  /** Of states without identifiers. */
  NumberedParts NONE =
      new NumberedParts() {
        @Override
        public int places() {
          return 0;
        }

        @Override
        public int count(int place) {
          return 0;
        }

        @Override
        public byte[] get(int place, int number) {
          throw new IllegalArgumentException("states have no parts");
        }

        @Override
        public int add(int place, byte[] part) {
          throw new IllegalArgumentException("states have no parts");
        }
      };

  /** How many places a state has at most. */
  int places();

  /** How many parts of this place have numbers. */
  int count(int place);

  /** The part with this number. */
  byte[] get(int place, int number);

  /** The number of a part, which is the next one if it is new. */
  int add(int place, byte[] part) throws LimitException;
}
