// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.explore;

import dev.fencepost.collect.Cursor;
import dev.fencepost.collect.IntList;
import dev.fencepost.collect.RecordSet;
import dev.fencepost.collect.Writer;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * All states of one depth, in blocks that workers take in order. States of the next depth stay with
 * the writers until {@link #advance}, or in the order of batches; so first in is first out, and the
 * store itself is the queue.
 */
final class Level {
  private final RecordSet states;
  private final IntList blocks = new IntList();
  private final AtomicInteger taken = new AtomicInteger();

  /** What batches in a line have added to the next depth. */
  private final IntList following = new IntList();

  Level(RecordSet states) {
    this.states = states;
  }

  /** Goes on to the states that the writers have added since; no worker may be at work. */
  void advance(List<Writer> writers) {
    blocks.clear();
    taken.set(0);
    blocks.addAll(following);
    following.clear();
    for (Writer writer : writers) {
      writer.takeBlocks(blocks);
    }
  }

  boolean isEmpty() {
    return blocks.isEmpty();
  }

  /** What is left of this level, for one worker. */
  Frontier share() {
    return new Share();
  }

  /** What is left of this level, for workers in one line. */
  Frontier queue() {
    return new Share() {
      @Override
      public void added(Writer writer) {
        writer.takeBlocks(following);
      }
    };
  }

  private class Share implements Frontier {
    private int next;
    private int end;

    @Override
    public boolean next(Cursor cursor) {
      if (next == end && !takeBlock()) {
        return false;
      }
      states.read(next, cursor);
      next = cursor.next();
      return true;
    }

    @Override
    public boolean isEmpty() {
      return next == end && 2 * taken.get() >= blocks.size();
    }

    @Override
    public int ahead() {
      return Batch.MOST;
    }

    @Override
    public void push(int reference) {
      // It waits in the writer's blocks.
    }

    private boolean takeBlock() {
      int index = 2 * taken.getAndIncrement();
      if (index >= blocks.size()) {
        return false;
      }
      next = blocks.get(index);
      end = blocks.get(index + 1);
      return true;
    }
  }
}
