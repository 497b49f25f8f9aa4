// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.collapse;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fencepost.collect.Identifiers;
import dev.fencepost.transition.Successors;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class MemoTableTest {
  private final AtomicLong room = new AtomicLong(1 << 20);
  private final MemoTable table = new MemoTable(room);

  private static FoundSteps steps(int code, View... targets) {
    FoundSteps steps = new FoundSteps();
    for (View target : targets) {
      steps.add(target, code);
    }
    return steps;
  }

  @Test
  void whatWasNotAddedIsUnknown() {
    table.add(View.of(1, 2).bits(), MemoEntry.BLOCKED);
    assertThat(table.find(View.of(2, 1).bits()).isUnknown()).isTrue();
    assertThat(table.find(View.of(1, 2).bits()).isBlocked()).isTrue();
  }

  @Test
  void oneStepIsItsTarget() {
    MemoEntry entry = table.add(1, steps(Successors.FINE, View.of(3, 4)));
    assertThat(entry.isOneStep()).isTrue();
    assertThat(entry.isList()).isFalse();
    assertThat(entry.target()).isEqualTo(View.of(3, 4));
  }

  @Test
  void aProcessThatEndsHasNoIdentifier() {
    MemoEntry entry = table.add(1, steps(Successors.FINE, View.of(1, Identifiers.NONE)));
    assertThat(entry.isOneStep()).isTrue();
    assertThat(entry.target().process()).isEqualTo(Identifiers.NONE);
  }

  @Test
  void severalStepsAreAList() {
    MemoEntry entry = table.add(1, steps(Successors.FINE, View.of(3, 4), View.of(5, 6)));
    assertThat(entry.isList()).isTrue();
    assertThat(entry.isCoded()).isFalse();
    assertThat(entry.count()).isEqualTo(2);
    assertThat(table.view(entry, 1)).isEqualTo(View.of(5, 6));
    assertThat(table.code(entry, 1)).isEqualTo(Successors.FINE);
  }

  @Test
  void aStepWithACodeIsAList() {
    table.add(1, steps(Successors.FINE, View.of(1, 1), View.of(2, 2)));
    MemoEntry entry = table.add(2, steps(7, View.of(3, 4)));
    assertThat(entry.isCoded()).isTrue();
    assertThat(table.view(entry, 0)).isEqualTo(View.of(3, 4));
    assertThat(table.code(entry, 0)).isEqualTo(7);
  }

  @Test
  void theFirstEntryOfAKeyStays() {
    table.add(1, steps(Successors.FINE, View.of(3, 4)));
    assertThat(table.add(1, MemoEntry.FRUITLESS).target()).isEqualTo(View.of(3, 4));
  }

  @Test
  void aTableGrowsAndTakesRoom() {
    for (int i = 1; i <= 10_000; i++) {
      table.add(View.of(i, i).bits(), steps(Successors.FINE, View.of(i, 1), View.of(i, 2)));
    }
    for (int i = 1; i <= 10_000; i++) {
      MemoEntry entry = table.find(View.of(i, i).bits());
      assertThat(table.view(entry, 1)).isEqualTo(View.of(i, 2));
    }
    assertThat(room.get()).isLessThan((1 << 20) - 10_000 * 4 * Long.BYTES);
  }
}
