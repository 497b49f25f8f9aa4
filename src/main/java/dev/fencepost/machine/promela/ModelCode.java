// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.promela;

import dev.fencepost.ir.promela.PromelaExpr;
import dev.fencepost.ir.promela.Statement;

/** The executable form of a model's statements and expressions. */
interface ModelCode {
  /** The code of a statement of a transition. */
  StepCode step(Statement statement);

  /** Evaluates the message of a send into the frame, for a rendezvous. */
  StepCode offer(Statement.Send send);

  /**
   * The code of an expression that stands alone: the channel of a send, a {@code provided} clause,
   * an initial value, an atom, a part of a trace assertion, or an index.
   */
  ExprCode expression(PromelaExpr expr);
}
