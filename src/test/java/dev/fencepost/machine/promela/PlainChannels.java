// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.promela;

import dev.fencepost.ir.promela.FieldPattern;
import dev.fencepost.ir.promela.Place;
import dev.fencepost.ir.promela.PromelaExpr;
import dev.fencepost.ir.promela.Statement;
import java.util.List;

/** Makes ready what looks at channels or uses them. */
final class PlainChannels {
  private final PlainExpressions expressions;

  PlainChannels(PlainExpressions expressions) {
    this.expressions = expressions;
  }

  ExprCode test(PromelaExpr.ChannelQuestion question, ExprCode channel) {
    return switch (question) {
      case LEN -> frame -> length(frame, channel);
      case FULL -> frame -> isFull(frame, channel) ? 1 : 0;
      case NFULL -> frame -> isFull(frame, channel) ? 0 : 1;
      case EMPTY -> frame -> length(frame, channel) == 0 ? 1 : 0;
      case NEMPTY -> frame -> length(frame, channel) > 0 ? 1 : 0;
    };
  }

  private static int length(PromelaFrame frame, ExprCode channel) {
    int index = frame.channel(channel.eval(frame));
    if (index < 0 || frame.channelCode[index].isRendezvous()) {
      return 0;
    }
    return frame.bytes[frame.channelAt[index]] & 0xff;
  }

  private static boolean isFull(PromelaFrame frame, ExprCode channel) {
    int index = frame.channel(channel.eval(frame));
    if (index < 0 || frame.channelCode[index].isRendezvous()) {
      return false;
    }
    return (frame.bytes[frame.channelAt[index]] & 0xff) == frame.channelCode[index].capacity;
  }

  /** What a receive asks of a message; a field that is only stored has no expression here. */
  private ExprCode[] matches(List<FieldPattern> patterns) {
    ExprCode[] matches = new ExprCode[patterns.size()];
    for (int i = 0; i < matches.length; i++) {
      matches[i] =
          patterns.get(i) instanceof FieldPattern.Match(PromelaExpr value)
              ? expressions.compile(value)
              : null;
    }
    return matches;
  }

  ExprCode poll(PromelaExpr.Poll poll) {
    ExprCode channel = expressions.compile(poll.channel());
    ExprCode[] matches = matches(poll.patterns());
    boolean anywhere = poll.anywhere();
    return frame -> {
      int index = frame.channel(channel.eval(frame));
      if (index < 0) {
        return 0;
      }
      if (frame.channelCode[index].isRendezvous()) {
        frame.fail(PromelaViolation.POLLED_RENDEZVOUS);
        return 0;
      }
      return find(frame, index, matches, anywhere) >= 0 ? 1 : 0;
    };
  }

  /** The first message that matches, or -1. */
  static int find(PromelaFrame frame, int index, ExprCode[] matches, boolean anywhere) {
    ChannelCode code = frame.channelCode[index];
    if (matches.length > code.types.length) {
      frame.fail(PromelaViolation.FIELDS);
      return -1;
    }
    int at = frame.channelAt[index];
    int length = frame.bytes[at] & 0xff;
    int last = anywhere ? length : Math.min(length, 1);
    for (int slot = 0; slot < last; slot++) {
      int message = at + 1 + slot * code.messageBytes;
      if (matches(frame, code, message, matches)) {
        return slot;
      }
    }
    return -1;
  }

  private static boolean matches(
      PromelaFrame frame, ChannelCode code, int message, ExprCode[] matches) {
    for (int i = 0; i < matches.length; i++) {
      if (matches[i] != null
          && matches[i].eval(frame)
              != Bytes.get(frame.bytes, message + code.offsets[i], code.types[i], 0)) {
        return false;
      }
    }
    return true;
  }

  PlainSend send(Statement.Send send) {
    ExprCode[] values = send.values().stream().map(expressions::compile).toArray(ExprCode[]::new);
    return new PlainSend(expressions.compile(send.channel()), send.sorted(), values);
  }

  StepCode receive(Statement.Receive receive) {
    int count = receive.patterns().size();
    PlainPlace[] places = new PlainPlace[count];
    for (int i = 0; i < count; i++) {
      if (receive.patterns().get(i) instanceof FieldPattern.Store(Place place)
          && place.region() != Place.Region.NOWHERE) {
        places[i] = expressions.place(place);
      }
    }
    return new PlainReceive(
        expressions.compile(receive.channel()), matches(receive.patterns()), places, receive);
  }
}
