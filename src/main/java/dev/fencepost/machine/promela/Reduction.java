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

  /** By process type and control point, whether the steps there are the process's own affair. */
  boolean[][] amplePoints(PromelaProgram program) {
    boolean[][] local = new boolean[program.types.length][];
    for (ProcessCode type : program.types) {
      local[type.index] =
          switch (this) {
            case NONE -> new boolean[type.points.length];
            case SAFETY -> type.local;
            case TEMPORAL -> type.localUnseen;
          };
    }
    return local;
  }
}
