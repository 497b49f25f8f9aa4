// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.promela;

import dev.fencepost.transition.TransitionSystem.LimitException;
import java.util.Objects;

/** The rendezvous steps: of a sender with each process that can receive. */
record HandOver(PromelaProgram program, PromelaFrame frame, SuccessorWriter writer) {

  /** Takes all of them; whether there is one. */
  boolean steps(int sender, TransitionCode step, int channel) throws LimitException {
    boolean met = false;
    if (program.trace != null) {
      // as in SPIN, the offer is an event, whether or not somebody takes it
      prepare(sender, step, channel);
      if (frame.violation != null) {
        writer.writeRefused(sender, step);
        met = true;
      }
      writer.restore();
    }
    for (int process = frame.processes - 1; process >= 0; process--) {
      if (process != sender && offer(sender, step, channel, process)) {
        met = true;
      }
    }
    frame.rendezvous = 0;
    frame.enter(sender);
    return met;
  }

  private boolean offer(int sender, TransitionCode step, int channel, int process)
      throws LimitException {
    ProcessCode code = frame.processCode[process];
    frame.enter(process);
    if (code.provided != null && code.provided.eval(frame) == 0) {
      return false;
    }
    boolean any = false;
    int escape = 0;
    boolean prepared = false;
    for (TransitionCode receive : code.points[frame.point(process)]) {
      if (escape > 0 && escape != receive.escape) {
        break;
      }
      if (receive.kind != TransitionCode.Kind.RECEIVE) {
        continue;
      }
      if (!prepared) {
        prepare(sender, step, channel);
        frame.drop(PromelaViolation.TRACE);
        frame.enter(process);
        prepared = true;
      }
      frame.rendezvous = channel;
      if (receive.code.enabled(frame) || frame.violation != null) {
        if (frame.violation == null) {
          receive.code.execute(frame);
        }
        frame.rendezvous = 0;
        frame.point(sender, step.target);
        frame.point(process, receive.target);
        writer.end(sender, step, process, receive);
        any = true;
        escape = receive.escape;
        prepared = false;
      }
    }
    if (prepared && program.trace != null) {
      writer.restore();
    }
    return any;
  }

  private void prepare(int sender, TransitionCode step, int channel) {
    frame.enter(sender);
    Objects.requireNonNull(step.offer).execute(frame);
    if (frame.violation == null) {
      frame.happened(true, channel, ChannelOperations.HANDED_OVER);
    }
  }
}
