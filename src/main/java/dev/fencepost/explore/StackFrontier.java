// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.explore;

import dev.fencepost.collect.Cursor;
import dev.fencepost.collect.IntList;
import dev.fencepost.collect.RecordSet;

/** Last in, first out. */
final class StackFrontier implements Frontier {
  private final RecordSet states;
  private final IntList references = new IntList();
  private final IntList depths = new IntList();
  private int depth = -1;
  private int deepest;

  StackFrontier(RecordSet states) {
    this.states = states;
  }

  @Override
  public boolean next(Cursor cursor) {
    if (references.isEmpty()) {
      return false;
    }
    states.read(references.pop(), cursor);
    depth = depths.pop();
    return true;
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

  int deepest() {
    return deepest;
  }
}
