// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.suite;

import dev.fencepost.budget.Budget;
import dev.fencepost.source.InvalidInputException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;

/** Runs jobs on several threads, which share the budget, and waits for all of them. */
public final class SideBySide {

  private SideBySide() {}

  /** A piece of work. */
  interface Job {
    void run() throws InvalidInputException;
  }

  static void run(List<Job> jobs, int threads) throws InvalidInputException {
    List<Callable<Boolean>> calls = new ArrayList<>();
    for (Job job : jobs) {
      calls.add(
          () -> {
            job.run();
            return true;
          });
    }
    run(calls, threads, done -> {});
  }

  /**
   * Runs jobs that find something.
   *
   * @param found is given each result as soon as those before it are there
   */
  public static <T> void run(List<Callable<T>> jobs, int threads, Consumer<T> found)
      throws InvalidInputException {
    ExecutorService pool =
        Executors.newFixedThreadPool(threads, Thread.ofPlatform().daemon().factory());
    try {
      Budget each = Budget.current().sharedBy(threads);
      for (Future<T> job : each.run(() -> jobs.stream().map(pool::submit).toList())) {
        found.accept(job.get());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof InvalidInputException invalid) {
        throw invalid;
      }
      throw new IllegalStateException("a check failed", e.getCause());
    } finally {
      pool.shutdownNow();
    }
  }
}
