// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.check;

import dev.fencepost.check.CheckTask.Bounds;
import dev.fencepost.check.CheckTask.Ltl;
import dev.fencepost.check.CheckTask.Order;
import dev.fencepost.check.CheckTask.Strategy;
import dev.fencepost.frontend.FrontEnd.Models;
import dev.fencepost.frontend.FrontEnds;
import dev.fencepost.source.InvalidInputException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;

/**
 * The Java API: describes a check step by step and runs it.
 *
 * <pre>{@code
 * Fencepost.check(Path.of("my.c")).model("tso").define("SCENARIO", "WR").run().assertHolds();
 * }</pre>
 */
public final class Fencepost {
  private final String file;
  private final Optional<String> text;
  private final SequencedMap<String, String> defines = new LinkedHashMap<>();
  private String model = "";
  private boolean deadlockAllowed;
  private Strategy strategy = Strategy.usual();
  private Bounds bounds = Bounds.none();
  private Optional<Ltl> ltl = Optional.empty();
  private IncludePath includes = IncludePath.USUAL;

  private Fencepost(String file, Optional<String> text) {
    this.file = file;
    this.text = text;
  }

  /**
   * Checks a C or Promela file, or one of the packed library, such as library/gc/chicken/chicken.c.
   */
  public static Fencepost check(Path file) {
    return new Fencepost(file.toString().replace('\\', '/'), Optional.empty());
  }

  /** Checks a text; {@code name} is what places in it are called, Promela's end in .pml. */
  public static Fencepost checkText(String name, String text) {
    return new Fencepost(name, Optional.of(text));
  }

  /**
   * Under this memory model, or the one in this file; {@code sc} if none is named. Not for Promela.
   */
  public Fencepost model(String name) {
    model = name;
    return this;
  }

  /** With this macro, as {@code -D name=value} defines it. */
  public Fencepost define(String name, String value) {
    defines.put(name, value);
    return this;
  }

  /** A deadlock is no violation. */
  public Fencepost allowDeadlock() {
    deadlockAllowed = true;
    return this;
  }

  /** Checks this temporal property, in place of assertions and ends. */
  public Fencepost ltl(String name) {
    ltl = Optional.of(new Ltl(name, false));
    return this;
  }

  /** Checks this temporal property on weakly fair runs only. */
  public Fencepost fairLtl(String name) {
    ltl = Optional.of(new Ltl(name, true));
    return this;
  }

  /**
   * Checks this temporal property on runs that are fair to these threads, as traces name them; the
   * others may stop for ever anywhere.
   */
  public Fencepost fairLtl(String name, List<String> threads) {
    ltl = Optional.of(new Ltl(name, true, threads));
    return this;
  }

  /** Depth-first: often quicker to a violation, but the trace is not the shortest. */
  public Fencepost depthFirst() {
    strategy = new Strategy(Order.DFS, strategy.threads(), strategy.seed());
    return this;
  }

  /** On up to this many threads. */
  public Fencepost threads(int threads) {
    strategy = new Strategy(strategy.order(), threads, strategy.seed());
    return this;
  }

  /** At most this many instructions of a thread in a loop are under way at once. */
  public Fencepost window(int window) {
    bounds = bounds.withWindow(window);
    return this;
  }

  /** The general laws of the memory model may relate this many instructions at once. */
  public Fencepost instances(int instances) {
    bounds = bounds.withInstances(instances);
    return this;
  }

  /** Inconclusive after this time. */
  public Fencepost time(Duration time) {
    bounds = bounds.withTime(time);
    return this;
  }

  /** Inconclusive when the states take this many bytes. */
  public Fencepost memory(long bytes) {
    bounds = bounds.withMemory(bytes);
    return this;
  }

  /** Inconclusive when this many states are known. */
  public Fencepost states(long states) {
    bounds = bounds.withStates(states);
    return this;
  }

  /** Looks for headers in this folder too. */
  public Fencepost include(Path folder) {
    List<String> folders = new ArrayList<>(includes.folders());
    folders.add(folder.toString());
    includes = new IncludePath(folders, includes.allowed());
    return this;
  }

  /** The check as data. */
  public CheckTask task() {
    String named = model.isEmpty() ? usualModel() : model;
    return new CheckTask(
        file, text, named, defines, deadlockAllowed, strategy, bounds, ltl, includes);
  }

  private String usualModel() {
    return FrontEnds.of(file).hasMemoryModels() ? "sc" : Models.None.PLACEHOLDER;
  }

  /**
   * Runs the check.
   *
   * @throws InvalidInputException if there is no such file or model, or the text has errors
   */
  public CheckResult run() throws InvalidInputException {
    return Checker.check(task(), CheckListener.NONE);
  }
}
