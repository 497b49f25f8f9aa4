// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.promela;

/** For which properties successors are left out. */
enum Reduction {
  /** No reduction: the states of SPIN's verifiers without theirs. */
  NONE,
  /** Keeps assertions and invalid ends. */
  SAFETY,
  /** Keeps temporal properties without next too. */
  TEMPORAL;

  /** The {@link AmplePoints} by process type and control point. */
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
