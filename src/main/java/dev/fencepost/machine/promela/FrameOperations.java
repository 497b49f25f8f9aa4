// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.promela;

import dev.fencepost.budget.Budget;

/** The operations on a frame that generated code calls. */
final class FrameOperations {
  private FrameOperations() {}

  /**
   * The position of an array's element; negative where this index or one before is out of bounds.
   */
  static int element(int at, int index, int length, int stride, PromelaFrame frame) {
    if (index < 0 || index >= length) {
      frame.fail(PromelaViolation.INDEX);
      return -1;
    }
    return at < 0 ? -1 : at + index * stride;
  }

  static int getByte(int at, PromelaFrame frame) {
    return at < 0 ? 0 : frame.bytes[at] & 0xff;
  }

  static int getShort(int at, PromelaFrame frame) {
    return at < 0 ? 0 : Bytes.getShort(frame.bytes, at);
  }

  static int getUnsignedShort(int at, PromelaFrame frame) {
    return at < 0 ? 0 : Bytes.getShort(frame.bytes, at) & 0xffff;
  }

  static int getInt(int at, PromelaFrame frame) {
    return at < 0 ? 0 : Bytes.getInt(frame.bytes, at);
  }

  static void setByte(int value, int at, PromelaFrame frame) {
    if (at >= 0) {
      frame.bytes[at] = (byte) value;
    }
  }

  static void setShort(int value, int at, PromelaFrame frame) {
    if (at >= 0) {
      Bytes.putShort(frame.bytes, at, value);
    }
  }

  static void setInt(int value, int at, PromelaFrame frame) {
    if (at >= 0) {
      Bytes.putInt(frame.bytes, at, value);
    }
  }

  static int divide(int left, int right, PromelaFrame frame) {
    if (right == 0) {
      frame.fail(PromelaViolation.DIVISION);
      return 0;
    }
    return left / right;
  }

  static int remainder(int left, int right, PromelaFrame frame) {
    if (right == 0) {
      frame.fail(PromelaViolation.DIVISION);
      return 0;
    }
    return left % right;
  }

  static void failAssertion(PromelaFrame frame) {
    frame.fail(PromelaViolation.ASSERTION);
  }

  static void failBlocked(PromelaFrame frame) {
    frame.fail(PromelaViolation.BLOCKED);
  }

  /** Gives a deterministic step up that takes too long. */
  static void giveUp(PromelaFrame frame) {
    frame.endless = true;
  }

  /** Asks whether a step may go on. */
  static void ask(PromelaFrame frame) {
    Budget.look();
  }

  /** Whether a violation ends the step here. */
  static boolean isStopped(PromelaFrame frame) {
    return frame.violation != null && frame.violation.isFatal();
  }

  /** Sets a field of a message, or an argument of a new process. */
  static void setField(int value, int field, PromelaFrame frame) {
    frame.message[field] = value;
  }

  static int run(int type, PromelaFrame frame) {
    return frame.addProcess(type);
  }

  static void end(PromelaFrame frame) {
    frame.removeProcess();
  }

  /** Whether a process can take a step; a violation where that depends on the same question. */
  static boolean enabled(int process, PromelaFrame frame) {
    if (process < 0 || process >= frame.processes) {
      return false;
    }
    if (frame.questions > frame.processes) {
      frame.fail(PromelaViolation.ENABLED_SELF);
      return false;
    }
    frame.questions++;
    int pid = frame.pid;
    int variables = frame.variables;
    frame.enter(process);
    boolean can = false;
    for (TransitionCode step : frame.processCode[process].points[frame.point(process)]) {
      can |=
          switch (step.kind) {
            case PLAIN, SEND, RECEIVE -> step.code.enabled(frame);
            case ELSE -> true;
            case END -> process == frame.processes - 1;
          };
    }
    frame.pid = pid;
    frame.variables = variables;
    frame.questions--;
    return can;
  }

  /** The control point of a process; 0 where there is none of this number. */
  static int point(int process, PromelaFrame frame) {
    return process < 0 || process >= frame.processes ? 0 : frame.point(process);
  }

  static boolean isAt(int process, int point, PromelaFrame frame) {
    return point(process, frame) == point;
  }

  /** The oldest process of a type, or -1. */
  static int oldest(int type, PromelaFrame frame) {
    for (int i = 0; i < frame.processes; i++) {
      if (frame.processCode[i].index == type) {
        return i;
      }
    }
    return -1;
  }

  /** The position of the variables of a process; -1 if there is no such process of this type. */
  static int variables(int process, int type, PromelaFrame frame) {
    boolean there =
        process >= 0 && process < frame.processes && frame.processCode[process].index == type;
    return there ? frame.processAt[process] + frame.processCode[process].header : -1;
  }
}
