// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.explore;

import dev.fencepost.collect.Cursor;
import dev.fencepost.collect.IntList;
import dev.fencepost.collect.RecordSet;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** Last in, first out; with a seed, the successors of a state are shuffled. */
final class StackFrontier implements Frontier {
  private final RecordSet states;
  private final IntList references = new IntList();
  private final IntList depths = new IntList();
  private final @Nullable SplittableRandom chance;

  /** Where the successors of the state expanded last begin. */
  private int newest;

  private int depth = -1;
  private int deepest;

  /**
   * An empty one.
   *
   * @param seed 0 for no chance
   */
  StackFrontier(RecordSet states, long seed) {
    this.states = states;
    chance = seed == 0 ? null : new SplittableRandom(seed);
  }

  @Override
  public boolean next(Cursor cursor) {
    if (references.isEmpty()) {
      return false;
    }
    if (chance != null) {
      shuffle(chance);
    }
    states.read(references.pop(), cursor);
    depth = depths.pop();
    newest = references.size();
    return true;
  }

  @Override
  public boolean isEmpty() {
    return references.isEmpty();
  }

  @Override
  public int ahead() {
    return 1;
  }

  @Override
  public void push(int reference) {
    references.add(reference);
    depths.add(depth + 1);
    deepest = Math.max(deepest, depth + 1);
  }

  /** Shuffles the newest successors: all have one depth, so that only references are exchanged. */
  private void shuffle(SplittableRandom random) {
    for (int last = references.size() - 1; last > newest; last--) {
      int other = newest + random.nextInt(last + 1 - newest);
      int reference = references.get(last);
      references.set(last, references.get(other));
      references.set(other, reference);
    }
  }

  int deepest() {
    return deepest;
  }
}
