// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.cli;

import dev.fencepost.budget.Budget;
import dev.fencepost.check.CheckListener;
import dev.fencepost.check.CheckTask;
import dev.fencepost.source.Phrase;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/**
 * How far one check or several have got, in one line. States are those that were searched so far,
 * also in attempts that were left, so that their number never falls.
 */
final class CheckProgress implements CheckListener {
  /** An estimate wants some checks, and some time. */
  private static final int CHECKS_TO_ESTIMATE = 3;

  private static final double SECONDS_TO_ESTIMATE = 2;

  private final Terminal terminal;
  private final String title;
  private final boolean verbose;
  private final Supplier<Double> clock;
  private final long limit = Math.max(1, Budget.current().bytes());
  private final One alone = new One();
  private final Set<One> running = new LinkedHashSet<>();
  private int planned;
  private int done;
  private long statesDone;

  /**
   * @param verbose whether an account of each check is written too
   * @param clock the seconds since the first check
   */
  CheckProgress(Terminal terminal, String title, boolean verbose, Supplier<Double> clock) {
    this.terminal = terminal;
    this.title = title;
    this.verbose = verbose;
    this.clock = clock;
  }

  /** Of some checks with one memory limit, by the name of the only one. */
  static CheckListener of(Terminal terminal, List<CheckTask> tasks, boolean verbose) {
    CheckTask first = tasks.getFirst();
    String title = tasks.size() == 1 ? first.title() : "check";
    CheckListener all =
        Budget.current()
            .withBytes(first.bounds().memory().orElse(Long.MAX_VALUE))
            .run(() -> terminal.listener(title, verbose));
    all.planned(tasks.size());
    return all;
  }

  @Override
  public void note(Supplier<String> lines) {
    if (verbose) {
      terminal.messageLines(lines.get());
    }
  }

  @Override
  public void failed(Throwable problem) {
    terminal.failed(problem);
  }

  @Override
  public boolean stopRequested() {
    return terminal.stopRequested();
  }

  @Override
  public void progress(Progress progress) {
    alone.progress(progress);
  }

  @Override
  public synchronized void planned(int checks) {
    planned += checks;
    show();
  }

  @Override
  public synchronized CheckListener next() {
    return new One();
  }

  /** One of several checks. */
  private final class One implements CheckListener {
    /** The states of attempts that were left. */
    private long before;

    private long states;
    private long frontier;
    private long bytes;

    @Override
    public void note(Supplier<String> lines) {
      CheckProgress.this.note(lines);
    }

    @Override
    public boolean stopRequested() {
      return CheckProgress.this.stopRequested();
    }

    @Override
    public void progress(Progress progress) {
      synchronized (CheckProgress.this) {
        running.add(this);
        before += progress.states() < states ? states : 0;
        states = progress.states();
        frontier = progress.frontier();
        bytes = progress.bytes();
        show();
      }
    }

    @Override
    public void done(long found) {
      synchronized (CheckProgress.this) {
        running.remove(this);
        done++;
        statesDone += before + Math.max(states, found);
        show();
      }
    }
  }

  private void show() {
    terminal.progressLine(this::line);
  }

  /** The line, in words. */
  synchronized String line() {
    long states = statesDone;
    long frontier = 0;
    long bytes = 0;
    for (One one : running) {
      states += one.before + one.states;
      frontier += one.frontier;
      bytes += one.bytes;
    }
    double seconds = clock.get();
    StringBuilder line = new StringBuilder(title).append(": ");
    if (planned > 1) {
      line.append(Phrase.of("%,d of %,d checks, ", done, planned));
    }
    line.append(
        Phrase.of(
            "%,d states, %,.0f states/s, %,d to go, %d%% of %,d MB",
            states,
            seconds == 0 ? 0 : states / seconds,
            frontier,
            100 * bytes / limit,
            limit >> 20));
    if (planned > done && done >= CHECKS_TO_ESTIMATE && seconds >= SECONDS_TO_ESTIMATE) {
      line.append(", about ").append(text(seconds / done * (planned - done))).append(" left");
    }
    return line.toString();
  }

  private static String text(double seconds) {
    return seconds < 90 ? Phrase.of("%.0f s", seconds) : Phrase.of("%.0f min", seconds / 60);
  }
}
