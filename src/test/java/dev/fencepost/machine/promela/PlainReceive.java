// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.promela;

import dev.fencepost.ir.promela.FieldPattern;
import dev.fencepost.ir.promela.Place;
import dev.fencepost.ir.promela.Statement;
import java.util.Arrays;

/** A receive. */
final class PlainReceive implements StepCode {
  private final ExprCode channel;
  private final ExprCode[] matches;
  private final PlainPlace[] places;
  private final Statement.Receive receive;

  PlainReceive(
      ExprCode channel, ExprCode[] matches, PlainPlace[] places, Statement.Receive receive) {
    this.channel = channel;
    this.matches = matches;
    this.places = places;
    this.receive = receive;
  }

  @Override
  public boolean enabled(PromelaFrame frame) {
    int number = channel.eval(frame);
    int index = frame.channel(number);
    if (index < 0) {
      return false;
    }
    if (frame.channelCode[index].isRendezvous()) {
      if (receive.keep()) {
        frame.fail(PromelaViolation.POLLED_RENDEZVOUS);
        return false;
      }
      return frame.rendezvous == number && meets(frame, frame.channelCode[index]);
    }
    return frame.rendezvous == 0
        && PlainChannels.find(frame, index, matches, receive.anywhere()) >= 0;
  }

  private boolean meets(PromelaFrame frame, ChannelCode code) {
    for (int i = 0; i < matches.length && i < code.types.length; i++) {
      if (matches[i] != null && matches[i].eval(frame) != code.types[i].wrap(frame.message[i], 0)) {
        return false;
      }
    }
    return true;
  }

  @Override
  public void execute(PromelaFrame frame) {
    int index = channel.eval(frame) - 1;
    ChannelCode code = frame.channelCode[index];
    if (matches.length != code.types.length) {
      frame.fail(PromelaViolation.FIELDS);
      return;
    }
    if (code.isRendezvous()) {
      frame.happened(false, index + 1, ChannelOperations.HANDED_OVER);
      for (int i = 0; i < places.length; i++) {
        store(frame, i, code.types[i].wrap(frame.message[i], 0));
      }
      frame.rendezvous = 0;
      return;
    }
    int slot = PlainChannels.find(frame, index, matches, receive.anywhere());
    int at = frame.channelAt[index];
    int message = at + 1 + slot * code.messageBytes;
    for (int i = 0; i < places.length; i++) {
      store(frame, i, Bytes.get(frame.bytes, message + code.offsets[i], code.types[i], 0));
    }
    if (!receive.keep()) {
      frame.happened(false, index + 1, at + 1);
      remove(frame, code, at, slot);
    }
  }

  private void store(PromelaFrame frame, int field, int value) {
    if (places[field] != null) {
      int at = places[field].at(frame, frame.variables);
      if (at >= 0) {
        Place place = ((FieldPattern.Store) receive.patterns().get(field)).place();
        Bytes.put(frame.bytes, at, place.type(), place.width(), value);
      }
    }
  }

  private static void remove(PromelaFrame frame, ChannelCode code, int at, int slot) {
    int length = (frame.bytes[at] & 0xff) - 1;
    int message = at + 1 + slot * code.messageBytes;
    int last = at + 1 + length * code.messageBytes;
    System.arraycopy(
        frame.bytes, message + code.messageBytes, frame.bytes, message, last - message);
    Arrays.fill(frame.bytes, last, last + code.messageBytes, (byte) 0);
    frame.bytes[at] = (byte) length;
  }
}
