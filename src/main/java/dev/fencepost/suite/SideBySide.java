// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.suite;

import dev.fencepost.budget.Budget;
import dev.fencepost.budget.OutOfBudget;
import dev.fencepost.check.CheckListener;
import dev.fencepost.source.InvalidInputException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
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

  /** Runs all jobs; the number of those that are not done, as {@link #runAll} has it. */
  static int runAll(List<Job> jobs, int threads, CheckListener listener) {
    return runAll(jobs.stream().map(SideBySide::call).toList(), threads, done -> {}, listener);
  }

  private static Callable<Boolean> call(Job job) {
    return () -> {
      job.run();
      return true;
    };
  }

  /**
   * Runs jobs that find something. The first one that fails ends them all.
   *
   * @param found is given each result as soon as those before it are there
   * @throws OutOfBudget where somebody asked to stop
   */
  public static <T> void run(List<Callable<T>> jobs, int threads, Consumer<T> found)
      throws InvalidInputException {
    if (run(jobs, threads, found, SideBySide::end) > 0) {
      throw new OutOfBudget(Budget.Limit.REQUEST);
    }
  }

  /**
   * Runs jobs that find something, until somebody asks to stop. One that fails is reported to the
   * listener, and ends no other.
   *
   * @param found is given each result as soon as those before it are there, or are not to come
   * @return the number of jobs that are not done
   */
  public static <T> int runAll(
      List<Callable<T>> jobs, int threads, Consumer<T> found, CheckListener listener) {
    return run(jobs, threads, found, listener::failed);
  }

  /** What becomes of a job that fails. */
  private interface Failed<E extends Exception> {
    void with(Throwable problem) throws E;
  }

  private static <T, E extends Exception> int run(
      List<Callable<T>> jobs, int threads, Consumer<T> found, Failed<E> failed) throws E {
    int busy = Math.clamp(jobs.size(), 1, threads);
    ExecutorService pool =
        Executors.newFixedThreadPool(busy, Thread.ofPlatform().daemon().factory());
    try {
      Budget each = Budget.current().sharedBy(busy);
      int left = 0;
      for (Future<Optional<T>> job :
          each.run(() -> jobs.stream().map(call -> pool.submit(() -> result(call))).toList())) {
        Optional<T> result = Optional.empty();
        try {
          result = job.get();
        } catch (ExecutionException e) {
          failed.with(Objects.requireNonNullElse(e.getCause(), e));
        }
        result.ifPresent(found);
        left += result.isPresent() ? 0 : 1;
      }
      return left;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    } finally {
      pool.shutdownNow();
    }
  }

  private static void end(Throwable problem) throws InvalidInputException {
    switch (problem) {
      case InvalidInputException invalid -> throw invalid;
      case OutOfBudget ended -> throw ended;
      default -> throw new IllegalStateException("a check failed", problem);
    }
  }

  /** The result of a job, unless somebody asked to stop. */
  private static <T> Optional<T> result(Callable<T> job) throws Exception {
    try {
      Budget.askToGoOn();
      return Optional.of(job.call());
    } catch (OutOfBudget e) {
      if (e.limit() == Budget.Limit.REQUEST) {
        return Optional.empty();
      }
      throw e;
    }
  }
}
