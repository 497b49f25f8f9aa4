// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.promela;

/** Whether the process at work can take a step, without taking it. */
final class Enabling {
  private Enabling() {}

  static boolean canStep(PromelaFrame frame) {
    TransitionCode[] steps = frame.processCode[frame.pid].points[frame.point(frame.pid)];
    boolean before = frame.trial;
    frame.trial = true;
    boolean can = false;
    for (TransitionCode step : steps) {
      can |=
          switch (step.kind) {
            case PLAIN, SEND, RECEIVE -> step.code.enabled(frame);
            case ELSE -> true;
            case END -> frame.pid == frame.processes - 1;
          };
    }
    frame.trial = before;
    return can;
  }
}
