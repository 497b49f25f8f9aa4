// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.promela;

import dev.fencepost.ir.promela.ProcessType;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A process type with its code and the layout of its processes. */
final class ProcessCode {
  final ProcessType type;
  final int index;
  final boolean widePoint;

  /** The bytes before the variables: type and control point. */
  final int header;

  final ChannelCode[] channels;

  /** The bytes of a process, its channels included. */
  final int bytes;

  TransitionCode[][] points = {};

  /** The {@link AmplePoints}: for assertions and ends, and for temporal properties. */
  boolean[] local = {};

  boolean[] localUnseen = {};

  /** The {@code provided} clause, or null. */
  @Nullable ExprCode provided;

  /** The initial values of the variables that are no parameters. */
  @SuppressWarnings("NullAway.Init") // PromelaProgram compiles it, with the points
  InitialValues start;

  /** The control point of a process at a position of a state. */
  int point(byte[] state, int at) {
    return widePoint ? Bytes.getShort(state, at + 1) & 0xffff : state[at + 1] & 0xff;
  }

  ProcessCode(ProcessType type, int index) {
    this.type = type;
    this.index = index;
    widePoint = type.points().size() > 256;
    header = widePoint ? 3 : 2;
    channels = ChannelCode.of(type.variables());
    int held = Arrays.stream(channels).mapToInt(channel -> channel.bytes).sum();
    bytes = header + type.bytes() + held;
  }
}
