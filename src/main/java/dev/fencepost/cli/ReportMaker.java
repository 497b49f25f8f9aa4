// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.cli;

import dev.fencepost.budget.Budget;
import dev.fencepost.budget.OutOfBudget;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * Makes the texts of reports on a thread beside, so that a long one keeps nobody waiting: it is
 * left where its time is over, and with all others two seconds after somebody asked to stop.
 */
final class ReportMaker {
  private static final long LOOK_MILLIS = 50;
  private static final Duration LEAST = Duration.ofSeconds(10);
  private static final Duration AFTER_REQUEST = Duration.ofSeconds(2);
  private static final Duration FOR_EVER = Duration.ofDays(10_000);

  private final BooleanSupplier stop;
  private Duration time = FOR_EVER;

  /** When all reports are to be ready, once somebody has asked to stop. */
  private OptionalLong endAfterRequest = OptionalLong.empty();

  ReportMaker(BooleanSupplier stop) {
    this.stop = stop;
  }

  /** The time of a report: as much as a check has, but not less than some seconds. */
  static Duration time(Optional<Duration> check) {
    return check.map(given -> given.compareTo(LEAST) < 0 ? LEAST : given).orElse(FOR_EVER);
  }

  /** Gives each report to come so much time. */
  void limit(Duration newTime) {
    time = newTime;
  }

  /** The time that each report has. */
  Duration limit() {
    return time;
  }

  /**
   * The text of a report.
   *
   * @throws OutOfBudget if it is not ready in time
   */
  String make(Supplier<String> text) {
    boolean[] left = {false};
    Budget budget = Budget.current().withoutStop().withStop(() -> left[0]);
    FutureTask<String> task = new FutureTask<>(() -> budget.run(text::get));
    Thread.ofPlatform().daemon().start(task);
    long end = after(time);
    while (true) {
      try {
        return task.get(LOOK_MILLIS, TimeUnit.MILLISECONDS);
      } catch (TimeoutException e) {
        boolean requested = stop.getAsBoolean();
        if (requested && endAfterRequest.isEmpty()) {
          endAfterRequest = OptionalLong.of(after(AFTER_REQUEST));
        }
        if (System.nanoTime() - Math.min(end, endAfterRequest.orElse(end)) > 0) {
          left[0] = true;
          throw new OutOfBudget(requested ? Budget.Limit.REQUEST : Budget.Limit.TIME);
        }
      } catch (InterruptedException e) {
        left[0] = true;
        throw new OutOfBudget(Budget.Limit.REQUEST);
      } catch (ExecutionException e) {
        throw thrown(Objects.requireNonNull(e.getCause()));
      }
    }
  }

  private static long after(Duration wait) {
    return System.nanoTime() + (wait.compareTo(FOR_EVER) < 0 ? wait : FOR_EVER).toNanos();
  }

  /** What a report throws is unchecked. */
  private static RuntimeException thrown(Throwable problem) {
    if (problem instanceof Error error) {
      throw error;
    }
    return (RuntimeException) problem;
  }
}
