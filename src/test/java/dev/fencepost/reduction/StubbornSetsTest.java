// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.reduction;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fencepost.transition.ActionSystem;
import dev.fencepost.transition.ActionSystem.ActionGenerator;
import dev.fencepost.transition.Successors;
import dev.fencepost.transition.WrappedGenerator;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Closures of actions whose conflicts are drawn by hand. */
class StubbornSetsTest {
  private final StubbornSets sets = new StubbornSets();

  private static long bits(int... actions) {
    long set = 0;
    for (int action : actions) {
      set |= 1L << action;
    }
    return set;
  }

  @Test
  void aSetHasAllThatItsActionsConflictWith() {
    Conflicts drawing = new Conflicts(0, 1, 2, 3, 4).conflict(0, 3).conflict(3, 1);
    sets.find(drawing, 5);
    assertThat(sets.from(0)).isEqualTo(bits(0, 1, 3));
    assertThat(sets.from(1)).isEqualTo(bits(0, 1, 3));
    assertThat(sets.from(2)).isEqualTo(bits(2));
    assertThat(sets.smallest()).isEqualTo(bits(2));
    assertThat(sets.all()).isEqualTo(bits(0, 1, 2, 3, 4));
    assertThat(sets.count()).isEqualTo(5);
  }

  @Test
  void aSetHasAllActionsOfWhoDisturbsItLater() {
    Conflicts drawing = new Conflicts(0, 1, 1, 2, 1).disturb(0, 1).conflict(2, 3);
    sets.find(drawing, 5);
    assertThat(sets.from(0)).isEqualTo(bits(0, 1, 2, 3, 4));
    assertThat(sets.from(1)).isEqualTo(bits(1));
    assertThat(sets.smallest()).isEqualTo(bits(1));
  }

  @Test
  void aSetHasTheActionsOfThoseForWhomADisturberWaits() {
    Conflicts drawing =
        new Conflicts(0, 1, 2, 3, 4).disturb(0, 1).await(1, 3).await(3, 4).await(4, 1);
    sets.find(drawing, 5);
    assertThat(sets.from(0)).isEqualTo(bits(0, 1, 3, 4));
    assertThat(sets.from(2)).isEqualTo(bits(2));
  }

  @Test
  void whoDisturbsTwoActionsIsLookedAtOnce() {
    Conflicts drawing =
        new Conflicts(0, 1, 2, 3).disturb(0, 1).disturb(2, 1).conflict(0, 2).await(1, 3);
    sets.find(drawing, 4);
    drawing.asked.clear();
    assertThat(sets.from(0)).isEqualTo(bits(0, 1, 2, 3));
    assertThat(drawing.asked).containsOnlyOnce("awaited 1");
  }

  @Test
  void theFirstOfTheSmallestSetsIsTaken() {
    Conflicts drawing =
        new Conflicts(0, 1, 2, 3, 4, 5, 6)
            .conflict(0, 1)
            .conflict(1, 2)
            .conflict(3, 4)
            .conflict(5, 6);
    sets.find(drawing, 7);
    assertThat(sets.smallest()).isEqualTo(bits(3, 4));
  }

  @Test
  void theLookForSetsEndsWithOneOfOneAction() {
    Conflicts drawing = new Conflicts(0, 1, 2, 3).conflict(2, 3);
    sets.find(drawing, 4);
    assertThat(sets.smallest()).isEqualTo(bits(0));
    assertThat(drawing.asked).containsExactly("conflicting 0", "disturbing 0");
  }

  @Test
  void theFirstSetOfOneActionIsFound() {
    assertThat(sets.findOne(new Conflicts(0, 1, 2, 3).conflict(0, 1).disturb(2, 0), 4))
        .isEqualTo(bits(3));
    assertThat(sets.findOne(new Conflicts(0, 1).conflict(0, 1), 2)).isZero();
    assertThat(sets.findOne(new Conflicts(0), 1)).isEqualTo(bits(0));
    assertThat(sets.findOne(new Conflicts(), 0)).isZero();
  }

  @Test
  void eachActionIsAskedOnceForItsConflicts() {
    Conflicts drawing = new Conflicts(0, 1, 2, 3).conflict(0, 1).conflict(2, 3).disturb(1, 2);
    sets.find(drawing, 4);
    sets.from(0);
    sets.from(3);
    assertThat(drawing.asked.stream().filter(asked -> !asked.startsWith("awaited")))
        .doesNotHaveDuplicates();
    drawing.asked.clear();
    sets.find(drawing, 4);
    assertThat(drawing.asked).contains("conflicting 0", "disturbing 0");
  }

  @Test
  void whatWasFoundInOneStateIsNotFoundInTheNext() {
    sets.find(new Conflicts(0, 0, 1).disturb(2, 0), 3);
    assertThat(sets.from(2)).isEqualTo(bits(0, 1, 2));
    sets.find(new Conflicts(1, 0, 1).disturb(2, 0), 3);
    assertThat(sets.from(2)).isEqualTo(bits(1, 2));
    assertThat(sets.from(0)).isEqualTo(bits(0));
  }

  @Test
  void asManyActionsAsHaveABitAreOneSet() {
    int most = ActionSystem.MAX_ACTIONS;
    Conflicts drawing = new Conflicts(new int[most]);
    for (int action = 1; action < most; action++) {
      drawing.conflict(action - 1, action);
    }
    sets.find(drawing, most);
    assertThat(sets.all()).isEqualTo(-1L);
    assertThat(sets.smallest()).isEqualTo(-1L);
    assertThat(sets.from(most - 1)).isEqualTo(-1L);
    sets.find(new Conflicts(), 0);
    assertThat(sets.all()).isZero();
    assertThat(sets.smallest()).isZero();
  }

  /** Who takes each action, and what it is said to conflict with; notes what is asked. */
  private static final class Conflicts extends WrappedGenerator<ActionGenerator>
      implements ActionGenerator {
    private final int[] actors;
    private final long[] conflicts;
    private final int[] disturbs;
    private final int[] awaits = new int[Integer.SIZE];
    final List<String> asked = new ArrayList<>();

    Conflicts(int... actors) {
      super(new Counters(1).newGenerator());
      this.actors = actors;
      conflicts = new long[actors.length];
      disturbs = new int[actors.length];
    }

    Conflicts conflict(int first, int second) {
      conflicts[first] |= 1L << second;
      conflicts[second] |= 1L << first;
      return this;
    }

    Conflicts disturb(int action, int actor) {
      disturbs[action] |= 1 << actor;
      return this;
    }

    Conflicts await(int actor, int other) {
      awaits[actor] |= 1 << other;
      return this;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) {
      return actors.length;
    }

    @Override
    public int actor(int action) {
      return actors[action];
    }

    @Override
    public boolean isVisible(int action) {
      return false;
    }

    @Override
    public long conflicting(int action) {
      asked.add("conflicting " + action);
      return conflicts[action];
    }

    @Override
    public int disturbing(int action) {
      asked.add("disturbing " + action);
      return disturbs[action];
    }

    @Override
    public int awaited(int actor) {
      asked.add("awaited " + actor);
      return awaits[actor];
    }

    @Override
    public void successors(long actions, Successors out) {
      out.clear();
    }

    @Override
    public long progress(byte[] bytes, int offset, int length) {
      return 0;
    }
  }
}
