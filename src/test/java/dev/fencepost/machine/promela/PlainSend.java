// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.promela;

/** A send. */
final class PlainSend implements StepCode {
  private final ExprCode channel;
  private final boolean sorted;
  private final ExprCode[] values;

  PlainSend(ExprCode channel, boolean sorted, ExprCode[] values) {
    this.channel = channel;
    this.sorted = sorted;
    this.values = values;
  }

  /** Whether the channel has room; a rendezvous has, as far as the sender knows. */
  @Override
  public boolean enabled(PromelaFrame frame) {
    int index = frame.channel(channel.eval(frame));
    if (index < 0) {
      return false;
    }
    ChannelCode code = frame.channelCode[index];
    return code.isRendezvous() || (frame.bytes[frame.channelAt[index]] & 0xff) < code.capacity;
  }

  /** Evaluates the message, wrapped to the types of its fields. */
  boolean prepare(PromelaFrame frame) {
    int number = channel.eval(frame);
    ChannelCode code = frame.channelCode[number - 1];
    if (values.length != code.types.length) {
      frame.fail(PromelaViolation.FIELDS);
      return false;
    }
    for (int i = 0; i < values.length; i++) {
      frame.message[i] = values[i].eval(frame);
    }
    return true;
  }

  @Override
  public void execute(PromelaFrame frame) {
    int index = channel.eval(frame) - 1;
    ChannelCode code = frame.channelCode[index];
    if (!prepare(frame) || frame.violation != null && frame.violation.isFatal()) {
      return;
    }
    if (code.isRendezvous()) {
      frame.fail(PromelaViolation.RENDEZVOUS_INSIDE);
      return;
    }
    int at = frame.channelAt[index];
    int length = frame.bytes[at] & 0xff;
    int first = at + 1;
    int slot = sorted ? place(frame, code, first, length) : length;
    int message = first + slot * code.messageBytes;
    if (slot < length) {
      System.arraycopy(
          frame.bytes,
          message,
          frame.bytes,
          message + code.messageBytes,
          (length - slot) * code.messageBytes);
    }
    for (int i = 0; i < values.length; i++) {
      Bytes.put(frame.bytes, message + code.offsets[i], code.types[i], 0, frame.message[i]);
    }
    frame.bytes[at] = (byte) (length + 1);
    frame.happened(true, index + 1, first + length * code.messageBytes);
  }

  /** Before the first message that is greater. */
  private int place(PromelaFrame frame, ChannelCode code, int first, int length) {
    for (int slot = 0; slot < length; slot++) {
      int message = first + slot * code.messageBytes;
      for (int i = 0; i < values.length; i++) {
        int there = Bytes.get(frame.bytes, message + code.offsets[i], code.types[i], 0);
        if (frame.message[i] > there) {
          break;
        }
        if (frame.message[i] < there) {
          return slot;
        }
      }
    }
    return length;
  }
}
