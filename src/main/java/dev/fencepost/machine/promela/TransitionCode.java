// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.promela;

import dev.fencepost.ir.promela.Statement;
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

  /** Of a send, its channel and what evaluates its message; otherwise null. */
  final ExprCode channel;

  final StepCode offer;

  /** The variables that are read no more after it, as pairs of first byte and end. */
  int[] dead = {};

  /** The same of the global variables, from the beginning of a state. */
  int[] deadGlobals = {};

  TransitionCode(Transition transition, int id, Kind kind, ModelCode model) {
    this.transition = transition;
    this.id = id;
    this.kind = kind;
    code = model.step(transition.statement());
    if (transition.statement() instanceof Statement.Send send) {
      channel = model.expression(send.channel());
      offer = model.offer(send);
    } else {
      channel = null;
      offer = null;
    }
    target = transition.target();
    atomic = transition.atomic();
    escape = transition.escape();
  }
}
