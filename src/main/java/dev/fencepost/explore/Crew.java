// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.explore;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/** Threads for concurrent jobs; they are started when they are needed. */
public final class Crew implements AutoCloseable {
  private @Nullable ExecutorService threads;

  /** The jobs that were started. */
  private final List<Future<?>> started = new ArrayList<>();

  /** Runs the jobs and returns when all have ended; one job runs on the caller's thread. */
  public void run(List<Runnable> jobs) {
    jobs.subList(1, jobs.size()).forEach(this::start);
    try {
      jobs.getFirst().run();
    } finally {
      await();
    }
  }

  /** Starts a job on a thread of its own. */
  void start(Runnable job) {
    if (threads == null) {
      threads = Executors.newCachedThreadPool(Thread.ofPlatform().daemon().factory());
    }
    started.add(threads.submit(job));
  }

  /** Returns when all jobs that were started have ended; fails then, if one has failed. */
  void await() {
    List<Throwable> failures =
        started.stream().map(Crew::failure).filter(Objects::nonNull).toList();
    started.clear();
    if (!failures.isEmpty()) {
      throw new IllegalStateException("a search thread failed", failures.getFirst());
    }
  }

  /** Waits for a job's end; what it has thrown, or null. */
  private static @Nullable Throwable failure(Future<?> job) {
    boolean interrupted = false;
    try {
      while (true) {
        try {
          job.get();
          return null;
        } catch (InterruptedException e) {
          interrupted = true;
        } catch (ExecutionException e) {
          return e.getCause();
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
