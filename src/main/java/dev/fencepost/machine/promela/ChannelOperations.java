// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.promela;

import java.util.Arrays;

/**
 * The operations on channels that generated code calls. Channels have numbers from 1. A message is
 * its position in the state, or {@link #HANDED_OVER}.
 */
final class ChannelOperations {
  /** The message that a rendezvous hands over: it lies in the frame. */
  static final int HANDED_OVER = 0;

  private static final int NO_MESSAGE = -1;

  private ChannelOperations() {}

  static int len(int number, PromelaFrame frame) {
    int index = frame.channel(number);
    return index < 0 ? 0 : length(index, frame);
  }

  private static int length(int index, PromelaFrame frame) {
    return frame.channelCode[index].isRendezvous() ? 0 : frame.bytes[frame.channelAt[index]] & 0xff;
  }

  static boolean empty(int number, PromelaFrame frame) {
    return len(number, frame) == 0;
  }

  static boolean nempty(int number, PromelaFrame frame) {
    return len(number, frame) > 0;
  }

  static boolean full(int number, PromelaFrame frame) {
    int index = frame.channel(number);
    return index >= 0
        && !frame.channelCode[index].isRendezvous()
        && length(index, frame) == frame.channelCode[index].capacity;
  }

  static boolean nfull(int number, PromelaFrame frame) {
    return !full(number, frame);
  }

  /** Whether a channel has room; for the sender alone, a rendezvous always has. */
  static boolean canSend(int number, PromelaFrame frame) {
    int index = frame.channel(number);
    if (index < 0) {
      return false;
    }
    ChannelCode code = frame.channelCode[index];
    return code.isRendezvous() || length(index, frame) < code.capacity;
  }

  /** Whether the messages of a channel have so many fields; otherwise that is a violation. */
  static boolean hasFields(int number, int count, PromelaFrame frame) {
    boolean fits = frame.channelCode[number - 1].types.length == count;
    if (!fits) {
      frame.fail(PromelaViolation.FIELDS);
    }
    return fits;
  }

  /** Puts the frame's message behind the others. */
  static void send(int number, PromelaFrame frame) {
    if (isSendable(number, frame)) {
      insert(number - 1, length(number - 1, frame), frame);
    }
  }

  /** Puts the frame's message before the first that is greater. */
  static void sendSorted(int number, PromelaFrame frame) {
    if (isSendable(number, frame)) {
      int slot = 0;
      while (slot < length(number - 1, frame) && !isGreater(number - 1, slot, frame)) {
        slot++;
      }
      insert(number - 1, slot, frame);
    }
  }

  /** Whether the message was evaluated and the channel has a buffer for it. */
  private static boolean isSendable(int number, PromelaFrame frame) {
    if (FrameOperations.isStopped(frame)) {
      return false;
    }
    boolean buffered = !frame.channelCode[number - 1].isRendezvous();
    if (!buffered) {
      frame.fail(PromelaViolation.RENDEZVOUS_INSIDE);
    }
    return buffered;
  }

  private static boolean isGreater(int index, int slot, PromelaFrame frame) {
    ChannelCode code = frame.channelCode[index];
    int message = code.message(frame.channelAt[index], slot);
    for (int i = 0; i < code.types.length; i++) {
      int there = code.field(frame.bytes, message, i);
      if (frame.message[i] != there) {
        return frame.message[i] < there;
      }
    }
    return false;
  }

  private static void insert(int index, int slot, PromelaFrame frame) {
    ChannelCode code = frame.channelCode[index];
    int at = frame.channelAt[index];
    int length = length(index, frame);
    int message = code.message(at, slot);
    int end = code.message(at, length);
    System.arraycopy(frame.bytes, message, frame.bytes, message + code.messageBytes, end - message);
    for (int i = 0; i < code.types.length; i++) {
      Bytes.put(frame.bytes, message + code.offsets[i], code.types[i], 0, frame.message[i]);
    }
    frame.bytes[at] = (byte) (length + 1);
    frame.happened(true, index + 1, end);
  }

  /** The first message that a poll looks at, or a negative number. */
  static int firstPolled(int number, int fields, PromelaFrame frame) {
    int index = frame.channel(number);
    if (index < 0) {
      return NO_MESSAGE;
    }
    if (frame.channelCode[index].isRendezvous()) {
      frame.fail(PromelaViolation.POLLED_RENDEZVOUS);
      return NO_MESSAGE;
    }
    return first(index, fields, frame);
  }

  /** The first message that a receive looks at which keeps it, or a negative number. */
  static int firstKept(int number, int fields, PromelaFrame frame) {
    int index = frame.channel(number);
    boolean handsOver =
        frame.rendezvous != 0 && index >= 0 && !frame.channelCode[index].isRendezvous();
    return handsOver ? NO_MESSAGE : firstPolled(number, fields, frame);
  }

  /** The first message that a receive looks at, or a negative number. */
  static int firstReceived(int number, int fields, PromelaFrame frame) {
    int index = frame.channel(number);
    if (index < 0) {
      return NO_MESSAGE;
    }
    if (frame.channelCode[index].isRendezvous()) {
      return frame.rendezvous == number ? HANDED_OVER : NO_MESSAGE;
    }
    return frame.rendezvous == 0 ? first(index, fields, frame) : NO_MESSAGE;
  }

  private static int first(int index, int fields, PromelaFrame frame) {
    ChannelCode code = frame.channelCode[index];
    if (fields > code.types.length) {
      frame.fail(PromelaViolation.FIELDS);
      return NO_MESSAGE;
    }
    return length(index, frame) == 0 ? NO_MESSAGE : code.message(frame.channelAt[index], 0);
  }

  /** The message behind another one, or a negative number. */
  static int next(int number, int message, PromelaFrame frame) {
    int index = number - 1;
    ChannelCode code = frame.channelCode[index];
    int next = message + code.messageBytes;
    boolean there =
        message != HANDED_OVER && next < code.message(frame.channelAt[index], length(index, frame));
    return there ? next : NO_MESSAGE;
  }

  /** Whether a field of a message has a value; a field that it does not have has every value. */
  static boolean matches(int value, int number, int message, int field, PromelaFrame frame) {
    return field >= frame.channelCode[number - 1].types.length
        || value == field(number, message, field, frame);
  }

  static int field(int number, int message, int field, PromelaFrame frame) {
    ChannelCode code = frame.channelCode[number - 1];
    return message == HANDED_OVER
        ? code.types[field].wrap(frame.message[field], 0)
        : code.field(frame.bytes, message, field);
  }

  /** The first half of a receive: a rendezvous is an event before anything is stored. */
  static void meet(int number, int message, PromelaFrame frame) {
    if (message == HANDED_OVER) {
      frame.happened(false, number, HANDED_OVER);
      frame.rendezvous = 0;
    }
  }

  /** Removes a message that was received from the channel. */
  static void remove(int number, int message, PromelaFrame frame) {
    if (message == HANDED_OVER) {
      return;
    }
    ChannelCode code = frame.channelCode[number - 1];
    int at = frame.channelAt[number - 1];
    frame.happened(false, number, code.message(at, 0));
    int length = length(number - 1, frame) - 1;
    int last = code.message(at, length);
    System.arraycopy(
        frame.bytes, message + code.messageBytes, frame.bytes, message, last - message);
    Arrays.fill(frame.bytes, last, last + code.messageBytes, (byte) 0);
    frame.bytes[at] = (byte) length;
  }
}
