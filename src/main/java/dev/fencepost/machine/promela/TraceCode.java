// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.promela;

import dev.fencepost.ir.promela.ControlPoint;
import dev.fencepost.ir.promela.EventTrace;
import dev.fencepost.ir.promela.FieldPattern;
import dev.fencepost.ir.promela.PromelaExpr;
import dev.fencepost.ir.promela.Statement;
import dev.fencepost.ir.promela.Transition;
import java.util.ArrayList;
import java.util.List;

/**
 * The automaton of a trace assertion, which steps with the sends and receives on the channels that
 * it names. As in SPIN, a receive matches by the first message of the channel.
 */
final class TraceCode {
  private final boolean negated;
  private final int at;
  private final int start;
  private final Event[][] points;
  private final List<Event> events = new ArrayList<>();
  private final boolean[] end;
  private int last;

  /** A transition of the automaton; a field without expression matches every value. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Event(boolean send, ExprCode channel, ExprCode[] matches, int target) {}

  /**
   * @param at the position of the automaton's control point
   */
  TraceCode(EventTrace trace, int at, ModelCode code) {
    negated = trace.negated();
    this.at = at;
    start = trace.automaton().start();
    List<ControlPoint> all = trace.automaton().points();
    points = new Event[all.size()][];
    end = new boolean[all.size()];
    for (int i = 0; i < points.length; i++) {
      List<Event> here = new ArrayList<>();
      for (Transition step : all.get(i).transitions()) {
        switch (step.statement()) {
          case Statement.Send send -> here.add(sending(send, step.target(), code));
          case Statement.Receive receive -> here.add(receiving(receive, step.target(), code));
          case Statement.End ended -> last = i;
          default -> {
            // a join, where no run of the automaton stops
          }
        }
      }
      points[i] = here.toArray(Event[]::new);
      end[i] = all.get(i).end();
      events.addAll(here);
    }
  }

  private static Event sending(Statement.Send send, int target, ModelCode code) {
    ExprCode[] matches =
        send.values().stream()
            .map(value -> value instanceof PromelaExpr.Constant ? code.expression(value) : null)
            .toArray(ExprCode[]::new);
    return new Event(true, code.expression(send.channel()), matches, target);
  }

  private static Event receiving(Statement.Receive receive, int target, ModelCode code) {
    ExprCode[] matches =
        receive.patterns().stream()
            .map(p -> p instanceof FieldPattern.Match match ? code.expression(match.value()) : null)
            .toArray(ExprCode[]::new);
    return new Event(false, code.expression(receive.channel()), matches, target);
  }

  void begin(PromelaFrame frame) {
    Bytes.putShort(frame.bytes, at, start);
  }

  /** Whether the automaton accepts the end of a run. */
  boolean mayEnd(PromelaFrame frame) {
    return end[point(frame)];
  }

  private int point(PromelaFrame frame) {
    return Bytes.getShort(frame.bytes, at) & 0xffff;
  }

  /**
   * Steps with a send, or with a receive before the message is removed.
   *
   * @param message its position in the state, or {@link ChannelOperations#HANDED_OVER}
   */
  void follow(PromelaFrame frame, boolean send, int channel, int message) {
    if (!isWatched(frame, send, channel)) {
      return;
    }
    int point = point(frame);
    Event taken = null;
    for (Event event : points[point]) {
      if (event.send == send
          && event.channel.eval(frame) == channel
          && matches(frame, event, channel, message)) {
        if (taken != null) {
          frame.fail(PromelaViolation.TRACE_CHOICE);
          return;
        }
        taken = event;
        if (negated && taken.target == last) {
          break;
        }
      }
    }
    if (taken == null) {
      missed(frame);
    } else {
      Bytes.putShort(frame.bytes, at, taken.target);
      if (negated && taken.target == last) {
        frame.fail(PromelaViolation.NOTRACE);
      }
    }
  }

  private void missed(PromelaFrame frame) {
    if (negated) {
      Bytes.putShort(frame.bytes, at, last);
    } else {
      frame.fail(PromelaViolation.TRACE);
    }
  }

  private boolean isWatched(PromelaFrame frame, boolean send, int channel) {
    for (Event event : events) {
      if (event.send == send && event.channel.eval(frame) == channel) {
        return true;
      }
    }
    return false;
  }

  private static boolean matches(PromelaFrame frame, Event event, int channel, int message) {
    ChannelCode code = frame.channelCode[channel - 1];
    for (int i = 0; i < event.matches.length && i < code.types.length; i++) {
      if (event.matches[i] != null) {
        int value = ChannelOperations.field(channel, message, i, frame);
        if (event.matches[i].eval(frame) != value) {
          return false;
        }
      }
    }
    return true;
  }
}
