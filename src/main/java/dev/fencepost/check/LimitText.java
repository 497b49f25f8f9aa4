// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.check;

import dev.fencepost.budget.OutOfBudget;
import dev.fencepost.explore.SearchResult.Limit;
import dev.fencepost.explore.SearchResult.Stopped;
import dev.fencepost.source.Phrase;
import java.time.Duration;

/** Says which limit stopped a check, and how to raise it. */
final class LimitText {

  private LimitText() {}

  static String of(CheckTask task, OutOfBudget ended) {
    return of(task, new Stopped(Limit.of(ended.limit()), ""));
  }

  static String of(CheckTask task, Stopped stopped) {
    return switch (stopped.limit()) {
      case TIME ->
          "the time limit of "
              + seconds(task.bounds().time().orElse(Duration.ZERO))
              + " was reached (--time)";
      case MEMORY ->
          "the memory limit of "
              + megabytes(Checker.budget(task, CheckListener.NONE, 0).bytes())
              + " for states was reached (--memory, and -Xmx in FENCEPOST_JAVA_OPTS)";
      case HEAP ->
          "the Java heap of "
              + megabytes(Runtime.getRuntime().maxMemory())
              + " is nearly full (-Xmx in FENCEPOST_JAVA_OPTS)";
      case STATES ->
          Phrase.of(
              "the limit of %,d states was reached (--states)", task.bounds().states().orElse(0));
      case REQUEST -> Checker.STOPPED;
      case SYSTEM -> stopped.detail();
    };
  }

  private static String seconds(Duration time) {
    return time.toMillis() % 1000 == 0
        ? time.toSeconds() + " s"
        : Phrase.of("%.3f s", time.toMillis() / 1000.0);
  }

  private static String megabytes(long bytes) {
    return Phrase.of("%,d MB", bytes >> 20);
  }
}
