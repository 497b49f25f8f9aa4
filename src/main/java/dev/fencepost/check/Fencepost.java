// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.check;

import dev.fencepost.check.CheckTask.Bounds;
import dev.fencepost.check.CheckTask.Demands;
import dev.fencepost.check.CheckTask.Ltl;
import dev.fencepost.check.CheckTask.Order;
import dev.fencepost.frontend.FrontEnd.Models;
import dev.fencepost.frontend.FrontEnds;
import dev.fencepost.source.InvalidInputException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The Java API: describes a check step by step and runs it.
 *
 * <pre>{@code
 * Fencepost.check(Path.of("my.c")).model("tso").define("SCENARIO", "WR").run().assertHolds();
 * }</pre>
 */
public final class Fencepost {
  private CheckTask task;

  private Fencepost(String file) {
    task =
        CheckTask.of(file, FrontEnds.of(file).hasMemoryModels() ? "sc" : Models.None.PLACEHOLDER);
  }

  /**
   * Checks a C or Promela file, or one of the packed library, such as library/gc/chicken/chicken.c.
   */
  public static Fencepost check(Path file) {
    return new Fencepost(file.toString().replace('\\', '/'));
  }

  /** Checks a text; {@code name} is what places in it are called, Promela's end in .pml. */
  public static Fencepost checkText(String name, String text) {
    Fencepost check = new Fencepost(name);
    check.task = check.task.withText(text);
    return check;
  }

  /**
   * Under this memory model, or the one in this file; {@code sc} if none is named. Not for Promela.
   */
  public Fencepost model(String name) {
    task = task.withModel(name);
    return this;
  }

  /** With this macro, as {@code -D name=value} defines it. */
  public Fencepost define(String name, String value) {
    task = task.withDefine(name, value);
    return this;
  }

  /** A deadlock is no violation. */
  public Fencepost allowDeadlock() {
    task = task.withDemands(new Demands(true, task.demands().raceFree()));
    return this;
  }

  /** A data race on plain accesses is a violation. */
  public Fencepost forbidRaces() {
    task = task.withDemands(new Demands(task.demands().deadlockAllowed(), true));
    return this;
  }

  /** Checks this temporal property, in place of assertions and ends. */
  public Fencepost ltl(String name) {
    return ltl(new Ltl(name, false));
  }

  /** Checks this temporal property on weakly fair runs only. */
  public Fencepost fairLtl(String name) {
    return ltl(new Ltl(name, true));
  }

  /**
   * Checks this temporal property on runs that are fair to these threads, as traces name them; the
   * others may stop for ever anywhere.
   */
  public Fencepost fairLtl(String name, List<String> threads) {
    return ltl(new Ltl(name, true, threads));
  }

  /** Depth-first: often quicker to a violation, but the trace is not the shortest. */
  public Fencepost depthFirst() {
    task = task.withStrategy(task.strategy().withOrder(Order.DFS));
    return this;
  }

  /** On up to this many threads. */
  public Fencepost threads(int threads) {
    task = task.withStrategy(task.strategy().withThreads(threads));
    return this;
  }

  /** At most this many instructions of a thread in a loop are under way at once. */
  public Fencepost window(int window) {
    return bounds(task.bounds().withWindow(window));
  }

  /** The general laws of the memory model may relate this many instructions at once. */
  public Fencepost instances(int instances) {
    return bounds(task.bounds().withInstances(instances));
  }

  /** Inconclusive after this time. */
  public Fencepost time(Duration time) {
    return bounds(task.bounds().withTime(time));
  }

  /** Inconclusive when the states take this many bytes. */
  public Fencepost memory(long bytes) {
    return bounds(task.bounds().withMemory(bytes));
  }

  /** Inconclusive when this many states are known. */
  public Fencepost states(long states) {
    return bounds(task.bounds().withStates(states));
  }

  /** Looks for headers in this folder too. */
  public Fencepost include(Path folder) {
    List<String> folders = new ArrayList<>(task.includes().folders());
    folders.add(folder.toString());
    task = task.withIncludes(new IncludePath(folders, task.includes().allowed()));
    return this;
  }

  private Fencepost ltl(Ltl property) {
    task = task.withLtl(Optional.of(property));
    return this;
  }

  private Fencepost bounds(Bounds bounds) {
    task = task.withBounds(bounds);
    return this;
  }

  /** The check as data. */
  public CheckTask task() {
    return task;
  }

  /**
   * Runs the check.
   *
   * @throws InvalidInputException if there is no such file or model, or the text has errors
   */
  public CheckResult run() throws InvalidInputException {
    return Checker.check(task, CheckListener.NONE);
  }
}
