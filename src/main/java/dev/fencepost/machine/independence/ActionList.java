// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.independence;

import dev.fencepost.machine.window.Footprint;
import dev.fencepost.transition.ActionSystem;
import java.util.ArrayList;
import java.util.List;

/** The actions of a thread while they are found, and what it may do later. */
final class ActionList {
  private final int words;
  final List<Action> actions = new ArrayList<>();

  /** Whether all actions of the thread found room; where not, none counts. */
  boolean complete = true;

  /** What the thread may access by steps that are no actions yet, after none for certain. */
  final Footprint later;

  /** What loads of the thread that cannot go yet may read now: they run ahead. */
  final long[] early;

  ActionList(int words) {
    this.words = words;
    later = new Footprint(words);
    early = new long[words];
  }

  /** Adds an action without a footprint; gives its number. */
  int add(int index, int target, int memory) {
    complete &= actions.size() < ActionSystem.MAX_ACTIONS;
    actions.add(new Action(index, target, memory, new Footprint(words), new Footprint(words)));
    return actions.size() - 1;
  }

  Action get(int action) {
    return actions.get(action);
  }

  /** What may be accessed after an action alone; after {@link Enablers#NONE}, at any time. */
  Footprint behind(int action) {
    return action == Enablers.NONE ? later : get(action).behind();
  }

  /** Any of them may be followed at once by what lies behind a place. */
  void followedBy(Footprint place) {
    actions.replaceAll(action -> action.followedBy(place));
  }
}
