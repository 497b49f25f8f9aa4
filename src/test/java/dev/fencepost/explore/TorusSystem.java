// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.explore;

import dev.fencepost.transition.Successors;
import dev.fencepost.transition.TransitionSystem;
import java.util.Arrays;

/**
 * Counters that go round, one step of one counter at a time: size to the power of dimensions
 * states, each with as many successors as there are dimensions. Violating is the step to a state in
 * which each counter has the forbidden value.
 */
public final class TorusSystem implements TransitionSystem {
  private final int dimensions;
  private final int size;
  private final int forbidden;

  public TorusSystem(int dimensions, int size, int forbidden) {
    this.dimensions = dimensions;
    this.size = size;
    this.forbidden = forbidden;
  }

  @Override
  public Generator newGenerator() {
    return new Generator() {
      @Override
      public void initial(Successors out) {
        out.clear();
        byte[] target = out.reserve(dimensions);
        Arrays.fill(target, 0, dimensions, (byte) 0);
        out.add(dimensions, Successors.FINE);
      }

      @Override
      public void successors(byte[] bytes, int offset, int length, Successors out) {
        out.clear();
        for (int d = 0; d < dimensions; d++) {
          byte[] target = out.reserve(length);
          int start = out.end();
          System.arraycopy(bytes, offset, target, start, length);
          target[start + d] = (byte) ((target[start + d] + 1) % size);
          out.add(start + length, allForbidden(target, start) ? 1 : Successors.FINE);
        }
      }

      private boolean allForbidden(byte[] target, int start) {
        for (int d = 0; d < dimensions; d++) {
          if (target[start + d] != forbidden) {
            return false;
          }
        }
        return true;
      }

      @Override
      public long[] marks() {
        return new long[0];
      }

      @Override
      public boolean boundHit() {
        return false;
      }
    };
  }
}
