// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.level;

import java.util.List;

/**
 * The states of one depth: one run, or one run for each share of them.
 *
 * @param sharing how states are shared out among the runs
 */
record LevelRuns(List<Run> runs, ShareRule sharing) {

  LevelRuns {
    runs = List.copyOf(runs);
  }

  static LevelRuns of(Run run) {
    return new LevelRuns(List.of(run), ShareRule.NONE);
  }

  long count() {
    return runs.stream().mapToLong(Run::count).sum();
  }

  void delete() {
    runs.forEach(Run::delete);
  }

  /** The name of a run of a level. */
  static String name(int level, int share, ShareRule sharing) {
    return sharing.isShared() ? "level-" + level + "." + share : "level-" + level;
  }
}
