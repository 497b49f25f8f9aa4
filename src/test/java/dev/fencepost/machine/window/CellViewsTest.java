// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.window;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** Each cell keeps its own views, however many cells there are and in whichever order they come. */
class CellViewsTest {
  private static final int CELLS = 10;

  private static List<Function<CellViews, long[]>> kinds() {
    return List.of(
        views -> views.olderReads,
        views -> views.lastReads,
        views -> views.ownWrite,
        views -> views.accesses);
  }

  /** The views of a cell are 40 times the cell, and up to 3 more. */
  private static CellViews descending() {
    CellViews views = new CellViews();
    for (int cell = CELLS; cell > 0; cell--) {
      int at = views.add(cell);
      for (int i = 0; i < kinds().size(); i++) {
        kinds().get(i).apply(views)[at] = 40L * cell + i;
      }
    }
    return views;
  }

  private static void requireOwn(CellViews views) {
    assertThat(Arrays.copyOf(views.cell, views.count))
        .containsExactly(1, 2, 3, 4, 5, 6, 7, 8, 9, 10);
    for (int cell = 1; cell <= CELLS; cell++) {
      int at = views.add(cell);
      assertThat(views.cell[at]).isEqualTo(cell);
      for (int i = 0; i < kinds().size(); i++) {
        assertThat(kinds().get(i).apply(views)[at]).isEqualTo(40L * cell + i);
      }
      assertThat(views.has(cell)).isTrue();
      assertThat(views.accesses(cell)).isEqualTo(40L * cell + 3);
    }
    assertThat(views.count).isEqualTo(CELLS);
    assertThat(views.has(0)).isFalse();
    assertThat(views.has(CELLS + 1)).isFalse();
    assertThat(views.accesses(CELLS + 1)).isZero();
  }

  @Test
  void everyCellHasItsOwnViews() {
    requireOwn(descending());
  }

  @Test
  void aCopyHasAllCells() {
    CellViews copy = new CellViews();
    copy.copyFrom(descending());
    requireOwn(copy);
  }

  @Test
  void aCellThatComesAgainBetweenOthersHasNoViews() {
    CellViews views = descending();
    views.keep(cell -> cell != 5);
    assertThat(views.has(5)).isFalse();
    int at = views.add(5);
    for (Function<CellViews, long[]> kind : kinds()) {
      assertThat(kind.apply(views)[at]).isZero();
      assertThat(kind.apply(views)[at + 1]).isBetween(240L, 243L);
    }
  }

  /** One view of four is enough, and the cell must matter. */
  @Test
  void cellsWithoutViewsAreNotKept() {
    for (Function<CellViews, long[]> kind : kinds()) {
      CellViews views = new CellViews();
      views.add(3);
      views.add(4);
      views.add(6);
      kind.apply(views)[1] = 1;
      kind.apply(views)[2] = 2;
      views.keep(cell -> cell != 6);
      assertThat(views.count).isEqualTo(1);
      assertThat(views.has(4)).isTrue();
      assertThat(kind.apply(views)[0]).isEqualTo(1);
    }
  }

  @Test
  void aChangeIsMadeOfAllViews() {
    CellViews views = descending();
    views.map(view -> view + 1);
    views.map(view -> view - 1);
    requireOwn(views);
    views.map(view -> 7);
    for (Function<CellViews, long[]> kind : kinds()) {
      assertThat(Arrays.copyOf(kind.apply(views), CELLS)).containsOnly(7);
    }
  }
}
