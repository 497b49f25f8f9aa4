// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.promela;

import dev.fencepost.ir.promela.Statement;
import dev.fencepost.ir.promela.Transition;
import org.jspecify.annotations.Nullable;

/** A transition with its code. */
final class TransitionCode {
  /** How a transition is chosen among those of its control point. */
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

  /** The channel of a send and the code that evaluates its message; otherwise null. */
  final @Nullable ExprCode channel;

  final @Nullable StepCode offer;

  /** The dead variables of the process after the step, as pairs of first byte and end. */
  int[] dead = {};

  /** The dead global variables after the step, from the beginning of a state. */
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
