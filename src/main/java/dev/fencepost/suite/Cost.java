// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.suite;

import dev.fencepost.check.CheckResult;
import java.util.List;
import java.util.Locale;

/** What checks took together. */
record Cost(long states, long bytes, double seconds) {

  static Cost of(List<CheckResult> results) {
    Cost sum = new Cost(0, 0, 0);
    for (CheckResult result : results) {
      sum =
          new Cost(
              sum.states + result.statistics().states(),
              sum.bytes + result.statistics().bytes(),
              sum.seconds + result.statistics().seconds());
    }
    return sum;
  }

  String statesText() {
    return String.format(Locale.ROOT, "%,d", states);
  }

  String memoryText() {
    return String.format(Locale.ROOT, "%.1f MB", bytes / 1e6);
  }

  String timeText() {
    return String.format(Locale.ROOT, "%.3f s", seconds);
  }

  /** The seconds for programs. */
  String secondsData() {
    return String.format(Locale.ROOT, "%.4f", seconds);
  }
}
