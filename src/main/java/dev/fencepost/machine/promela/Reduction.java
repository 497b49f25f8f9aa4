// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.promela;

/** Which steps are left out and which states are skipped. */
enum Reduction {
  /** None: every step of SPIN's verifiers without their reductions. */
  NONE,
  /** What assertions and ends do not need. */
  SAFETY,
  /** What neither they nor properties without next need. */
  TEMPORAL;

  /** Whether the steps of a process where it stands are its own affair. */
  boolean isLocal(Frame frame, int process) {
    ProcessCode code = frame.processCode[process];
    return switch (this) {
      case NONE -> false;
      case SAFETY -> code.local[frame.point(process)];
      case TEMPORAL -> code.localUnseen[frame.point(process)];
    };
  }
}
