// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.suite;

import dev.fencepost.check.CheckResult;
import dev.fencepost.source.Phrase;
import java.util.List;

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
    return Phrase.of("%,d", states);
  }

  String memoryText() {
    return Phrase.of("%.1f MB", bytes / 1e6);
  }

  String timeText() {
    return Phrase.of("%.3f s", seconds);
  }

  /** The seconds for programs. */
  String secondsData() {
    return Phrase.of("%.4f", seconds);
  }
}
