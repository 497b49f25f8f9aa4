// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.explore;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/** Threads for concurrent jobs; they are started with the second job. */
public final class Crew implements AutoCloseable {
  private @Nullable ExecutorService threads;

  /** Runs the jobs and returns when all have ended; one job runs on the caller's thread. */
  public void run(List<Runnable> jobs) {
    List<Future<?>> others = new ArrayList<>();
    for (Runnable job : jobs.subList(1, jobs.size())) {
      if (threads == null) {
        threads = Executors.newCachedThreadPool(Thread.ofPlatform().daemon().factory());
      }
      others.add(threads.submit(job));
    }
    try {
      jobs.getFirst().run();
    } finally {
      others.forEach(Crew::await);
    }
  }

  private static void await(Future<?> job) {
    boolean interrupted = false;
    try {
      while (true) {
        try {
          job.get();
          return;
        } catch (InterruptedException e) {
          interrupted = true;
        } catch (ExecutionException e) {
          throw new IllegalStateException("a search thread failed", e.getCause());
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  @Override
  public void close() {
    if (threads != null) {
      threads.shutdown();
    }
  }
}
