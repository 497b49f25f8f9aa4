// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.transition;

import java.util.List;
import java.util.stream.Stream;

/**
 * An infinite run: the steps of the stem, then those of the loop again and again.
 *
 * @param stem an index into the initial states, then indices of successors
 * @param loop indices of successors, at least one; {@link #STUTTER} where the state repeats
 */
public record Lasso(List<Integer> stem, List<Integer> loop) {

  /** No step is taken that can be seen, and the state stays as it is. */
  public static final int STUTTER = -1;

  public Lasso {
    stem = List.copyOf(stem);
    loop = List.copyOf(loop);
    if (stem.isEmpty() || loop.isEmpty()) {
      throw new IllegalArgumentException("a lasso begins somewhere and goes on for ever");
    }
  }

  /** The steps of the stem and those of the loop, once. */
  public List<Integer> steps() {
    return Stream.concat(stem.stream(), loop.stream()).toList();
  }
}
