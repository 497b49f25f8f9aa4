// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.suite;

import dev.fencepost.source.InvalidInputException;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Runs jobs on several threads and waits for all of them. */
final class SideBySide {

  private SideBySide() {}

  static void run(List<Callable<Void>> jobs, int threads) throws InvalidInputException {
    ExecutorService pool =
        Executors.newFixedThreadPool(threads, Thread.ofPlatform().daemon().factory());
    try {
      for (Future<Void> job : pool.invokeAll(jobs)) {
        job.get();
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
