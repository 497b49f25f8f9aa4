// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.explore;

import dev.fencepost.budget.OutOfBudget;
import dev.fencepost.collect.ByteWriter;
import dev.fencepost.collect.Cursor;
import dev.fencepost.collect.IntList;
import dev.fencepost.collect.RecordSet;
import dev.fencepost.transition.AcceptingSystem;
import dev.fencepost.transition.AcceptingSystem.AcceptingGenerator;
import dev.fencepost.transition.Successors;
import dev.fencepost.transition.TransitionSystem.LimitException;
import java.util.concurrent.locks.LockSupport;

/**
 * One thread that expands states ahead of a search. What is out of the ordinary, a violation or a
 * limit, it leaves to the search.
 */
final class Scout implements Runnable {
  private static final long PATIENCE_NANOS = 500_000;

  private final Scouts scouts;
  private final AcceptingGenerator generator;
  private final ConditionSets sets;
  private final ByteWriter writer;
  private final Successors successors = new Successors();
  private final Cursor state = new Cursor();
  private final IntList block = new IntList();

  Scout(Scouts scouts, AcceptingSystem system, ConditionSets sets) {
    this.scouts = scouts;
    this.sets = sets;
    generator = system.newGenerator();
    writer = scouts.states.newWriter();
  }

  @Override
  public void run() {
    try {
      while (!scouts.isOver()) {
        if (scouts.next(block)) {
          expandBlock();
        } else {
          LockSupport.parkNanos(PATIENCE_NANOS);
        }
      }
    } catch (OutOfBudget | OutOfMemoryError e) {
      // the search runs into the same limit, unless scouts alone have reached it
    } finally {
      scouts.end();
    }
  }

  private void expandBlock() {
    long kept = 0;
    writer.open();
    try {
      int end = block.pop();
      for (int at = block.pop(); at != end && !scouts.isOver(); at = state.next()) {
        scouts.states.read(at, state);
        if (scouts.isWanted(at)) {
          kept += expand(at);
        }
      }
      scouts.add(writer);
    } finally {
      writer.close();
    }
    scouts.kept(kept);
  }

  /** Expands a state; the bytes of what was kept. */
  private long expand(int reference) {
    try {
      writer.giveWay();
      generator.successors(state.bytes(), state.offset(), state.length(), successors);
      int[] steps = new int[2 * successors.count()];
      for (int i = 0, at = steps.length - 2; at >= 0; i++, at -= 2) {
        if (isUnusual(i)) {
          return 0;
        }
        steps[at] = target(i);
        steps[at + 1] = sets.met(generator, i);
      }
      return scouts.keep(reference, steps);
    } catch (LimitException e) {
      // the search ends there, too, unless it finds a violation before
      scouts.end();
      return 0;
    }
  }

  private boolean isUnusual(int index) {
    return successors.code(index) != Successors.FINE
        || successors.length(index) > RecordSet.MAX_LENGTH;
  }

  private int target(int index) throws LimitException {
    int length = successors.length(index);
    int reference =
        writer.intern(successors.bytes(), successors.start(index), length, ComponentSearch.UNMET);
    if (reference == RecordSet.FULL) {
      throw new LimitException("there is no room for states");
    }
    return reference;
  }

  boolean boundHit() {
    return generator.boundHit();
  }
}
