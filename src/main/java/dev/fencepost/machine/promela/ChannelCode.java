// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.promela;

import dev.fencepost.ir.promela.ChannelType;
import dev.fencepost.ir.promela.ValueType;
import dev.fencepost.ir.promela.Variable;
import java.util.Collections;
import java.util.List;

/** The layout of a channel in a state: its length, then its messages; unused bytes are 0. */
final class ChannelCode {
  final int capacity;
  final ValueType[] types;
  final int[] offsets;

  /** By field, the set of names of its values. */
  final String[] mtypes;

  final int messageBytes;
  final int bytes;

  ChannelCode(ChannelType type) {
    capacity = type.capacity();
    int count = type.fields().size();
    types = new ValueType[count];
    offsets = new int[count];
    mtypes = new String[count];
    int offset = 0;
    for (int i = 0; i < count; i++) {
      types[i] = type.fields().get(i).type();
      offsets[i] = offset;
      mtypes[i] = type.fields().get(i).mtype();
      offset += types[i].bytes(0);
    }
    messageBytes = offset;
    // the contents of a rendezvous are never part of a state
    bytes = capacity == 0 ? 0 : 1 + capacity * messageBytes;
  }

  /** The channels that variables make, in their order. */
  static ChannelCode[] of(List<Variable> variables) {
    return variables.stream()
        .filter(variable -> variable.channel().isPresent())
        .flatMap(
            v ->
                Collections.nCopies(v.length(), new ChannelCode(v.channel().orElseThrow()))
                    .stream())
        .toArray(ChannelCode[]::new);
  }

  boolean isRendezvous() {
    return capacity == 0;
  }

  /** The position of a message, given that of the channel. */
  int message(int channel, int slot) {
    return channel + 1 + slot * messageBytes;
  }

  /** The value of a field of a message. */
  int field(byte[] state, int message, int field) {
    return Bytes.get(state, message + offsets[field], types[field], 0);
  }
}
