// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.promela;

import dev.fencepost.ir.promela.ControlPoint;
import dev.fencepost.ir.promela.PromelaModel;
import dev.fencepost.ir.promela.Variable;
import java.util.Arrays;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** A state in which a process executes statements, with the positions of its parts. */
final class PromelaFrame {
  static final int MOST_PROCESSES = PromelaModel.MAX_PROCESSES;
  static final int MOST_CHANNELS = PromelaModel.MAX_CHANNELS;

  private final PromelaProgram program;

  /** The state and its length. */
  byte[] bytes = new byte[1024];

  int length;

  int processes;
  int channels;
  final int[] processAt = new int[MOST_PROCESSES + 1];
  final ProcessCode[] processCode = new ProcessCode[MOST_PROCESSES + 1];
  final int[] channelAt = new int[MOST_CHANNELS + 1];
  final ChannelCode[] channelCode = new ChannelCode[MOST_CHANNELS + 1];

  /** Whether a process was added or removed since the positions were computed. */
  boolean moved = true;

  /** The process at work and the position of its variables. */
  int pid;

  int variables;

  /** Whether no process can step without a timeout: the value of {@code timeout}. */
  boolean timeout;

  /** The message that is sent, or the arguments of a new process. */
  final int[] message = new int[PromelaModel.MAX_FIELDS];

  /** The number of the channel that hands a message over, or 0. */
  int rendezvous;

  /** Whether another transition of the control point is executable. */
  boolean otherTaken;

  /** How many evaluations of {@code enabled} are nested. */
  int questions;

  /** Whether no process is at a progress label: the value of {@code np_}. */
  boolean nonProgress;

  /** Whether a deterministic step was given up because it took too long. */
  boolean endless;

  /** The violation of the step, or null. */
  @Nullable PromelaViolation violation;

  PromelaFrame(PromelaProgram program) {
    this.program = program;
    System.arraycopy(program.globalChannelAt, 0, channelAt, 0, program.globalChannelAt.length);
    System.arraycopy(program.globalChannels, 0, channelCode, 0, program.globalChannels.length);
  }

  /** Loads a state and computes the positions of its parts. */
  void load(byte[] source, int offset, int size) {
    room(size);
    System.arraycopy(source, offset, bytes, 0, size);
    length = size;
    violation = null;
    if (moved || !isSameShape()) {
      locate();
    }
  }

  /** Whether the positions of the last state hold for this one too. */
  private boolean isSameShape() {
    if (processes != (bytes[0] & 0xff)) {
      return false;
    }
    for (int i = 0; i < processes; i++) {
      if (bytes[processAt[i]] != (byte) processCode[i].index) {
        return false;
      }
    }
    return true;
  }

  /** Goes back to the state that was loaded last. */
  void restore(byte[] source, int offset, int size) {
    System.arraycopy(source, offset, bytes, 0, size);
    length = size;
    violation = null;
    if (moved) {
      locate();
    }
  }

  private void room(int size) {
    if (bytes.length < size + program.largestProcess) {
      bytes = Arrays.copyOf(bytes, Math.max(size + program.largestProcess, 2 * bytes.length));
    }
  }

  void locate() {
    moved = false;
    violation = null;
    processes = bytes[0] & 0xff;
    channels = program.globalChannels.length;
    int at = program.firstProcess;
    for (int i = 0; i < processes; i++) {
      at = place(i, at);
    }
  }

  private int place(int process, int at) {
    ProcessCode code = program.type(bytes, at);
    processAt[process] = at;
    processCode[process] = code;
    int channel = at + code.header + code.type.bytes();
    for (ChannelCode made : code.channels) {
      channelAt[channels] = channel;
      channelCode[channels] = made;
      channels++;
      channel += made.bytes;
    }
    return at + code.bytes;
  }

  /** Puts a process to work. */
  void enter(int process) {
    pid = process;
    variables = processAt[process] + processCode[process].header;
  }

  int point(int process) {
    return processCode[process].point(bytes, processAt[process]);
  }

  /** Whether some process is at a control point of a kind. */
  boolean isAnyAt(Predicate<ControlPoint> kind) {
    for (int i = 0; i < processes; i++) {
      if (kind.test(processCode[i].type.points().get(point(i)))) {
        return true;
      }
    }
    return false;
  }

  void point(int process, int point) {
    int at = processAt[process] + 1;
    if (processCode[process].widePoint) {
      Bytes.putShort(bytes, at, point);
    } else {
      bytes[at] = (byte) point;
    }
  }

  /** Shows the trace assertion a send, or a receive before the message is removed. */
  void happened(boolean send, int channel, int message) {
    if (program.trace != null) {
      program.trace.follow(this, send, channel, message);
    }
  }

  /** Drops a violation that was written already. */
  void drop(PromelaViolation written) {
    if (violation == written) {
      violation = null;
    }
  }

  void fail(PromelaViolation what) {
    if (violation == null) {
      violation = what;
    }
  }

  /**
   * Adds a process of a type, with the frame's message as its arguments; its number, or 0 with a
   * violation where there are too many.
   */
  int addProcess(int type) {
    ProcessCode code = program.types[type];
    if (processes >= MOST_PROCESSES) {
      fail(PromelaViolation.TOO_MANY_PROCESSES);
      return 0;
    }
    if (channels + code.channels.length > MOST_CHANNELS) {
      fail(PromelaViolation.TOO_MANY_CHANNELS);
      return 0;
    }
    moved = true;
    int number = processes;
    room(length + code.bytes);
    Arrays.fill(bytes, length, length + code.bytes, (byte) 0);
    bytes[length] = (byte) code.index;
    int firstChannel = channels;
    length = place(number, length);
    processes++;
    bytes[0] = (byte) processes;
    point(number, code.type.start());
    start(number, code, firstChannel);
    return number;
  }

  private void start(int number, ProcessCode code, int firstChannel) {
    int oldPid = pid;
    int oldVariables = variables;
    enter(number);
    for (int i = 0; i < code.type.parameters(); i++) {
      Variable parameter = code.type.variables().get(i);
      int at = variables + parameter.offset();
      Bytes.put(bytes, at, parameter.type(), parameter.width(), message[i]);
    }
    code.start.apply(this, variables, firstChannel);
    pid = oldPid;
    variables = oldVariables;
  }

  /** Removes the youngest process. */
  void removeProcess() {
    moved = true;
    processes--;
    bytes[0] = (byte) processes;
    length = processAt[processes];
    channels -= processCode[processes].channels.length;
  }

  /** The index of a channel, or -1 with a violation. */
  int channel(int number) {
    if (number <= 0 || number > channels) {
      fail(PromelaViolation.NO_CHANNEL);
      return -1;
    }
    return number - 1;
  }
}
