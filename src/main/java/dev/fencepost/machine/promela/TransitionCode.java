// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.promela;

import dev.fencepost.ir.promela.Transition;

/** A transition that has been made ready to run. */
final class TransitionCode {
  /** How a transition takes part in the choice among those of its control point. */
  enum Kind {
    PLAIN,
    SEND,
    RECEIVE,
    ELSE,
    END
  }

  final Transition transition;
  final int id;
  final int target;
  final boolean atomic;
  final int escape;
  final Kind kind;
  final StepCode code;

  /** The variables that are read no more after it, as pairs of first byte and end. */
  int[] dead = {};

  /** The same of the global variables, from the beginning of a state. */
  int[] deadGlobals = {};

  TransitionCode(Transition transition, int id, Kind kind, StepCode code) {
    this.transition = transition;
    this.id = id;
    this.kind = kind;
    this.code = code;
    target = transition.target();
    atomic = transition.atomic();
    escape = transition.escape();
  }
}
