// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.check;

import dev.fencepost.frontend.FrontEnd;
import dev.fencepost.frontend.FrontEnds;
import dev.fencepost.level.ClusterSite;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.SequencedMap;

/**
 * Everything that decides the outcome of one check, and nothing else: the same task on the same
 * inputs gives the same result.
 *
 * @param file the name of the source file, as the user wrote it
 * @param text the source text itself, where it is not to be read from {@code file}
 * @param model the name of the memory model, or of its file
 * @param defines macros for the preprocessor, in order: name to replacement
 * @param demands what is demanded of every program
 * @param ltl the temporal property that is checked; without one, all else is
 * @param includes where headers may come from
 */
public record CheckTask(
    String file,
    Optional<String> text,
    String model,
    SequencedMap<String, String> defines,
    Demands demands,
    Strategy strategy,
    Bounds bounds,
    Optional<Ltl> ltl,
    IncludePath includes) {

  public CheckTask {
    defines = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(defines));
  }

  /** A task with nothing but a file and a model: breadth-first, on one thread, without limits. */
  public static CheckTask of(String file, String model) {
    return new CheckTask(
        file,
        Optional.empty(),
        model,
        new LinkedHashMap<>(),
        Demands.USUAL,
        Strategy.usual(),
        Bounds.none(),
        Optional.empty(),
        IncludePath.USUAL);
  }

  public CheckTask withText(String newText) {
    return new CheckTask(
        file, Optional.of(newText), model, defines, demands, strategy, bounds, ltl, includes);
  }

  public CheckTask withModel(String newModel) {
    return new CheckTask(file, text, newModel, defines, demands, strategy, bounds, ltl, includes);
  }

  public CheckTask withDefines(SequencedMap<String, String> newDefines) {
    return new CheckTask(file, text, model, newDefines, demands, strategy, bounds, ltl, includes);
  }

  /** This task with one more macro. */
  public CheckTask withDefine(String name, String value) {
    SequencedMap<String, String> more = new LinkedHashMap<>(defines);
    more.put(name, value);
    return withDefines(more);
  }

  public CheckTask withDemands(Demands newDemands) {
    return new CheckTask(file, text, model, defines, newDemands, strategy, bounds, ltl, includes);
  }

  public CheckTask withBounds(Bounds newBounds) {
    return new CheckTask(file, text, model, defines, demands, strategy, newBounds, ltl, includes);
  }

  public CheckTask withLtl(Optional<Ltl> newLtl) {
    return new CheckTask(file, text, model, defines, demands, strategy, bounds, newLtl, includes);
  }

  public CheckTask withIncludes(IncludePath path) {
    return new CheckTask(file, text, model, defines, demands, strategy, bounds, ltl, path);
  }

  /** The language of the file. */
  public FrontEnd frontEnd() {
    return FrontEnds.of(file);
  }

  /** The memory model and the temporal property, which distinguish tasks of one file. */
  public String title() {
    String kind = frontEnd().hasMemoryModels() ? model + " " : "";
    return ltl.map(block -> kind + block.title()).orElse(model);
  }

  /**
   * A property of infinite runs: FENCEPOST_LTL in C, an ltl block in Promela, or the absence of
   * cycles there.
   *
   * @param name of an ltl block; or {@link #ACCEPTANCE} or {@link #NON_PROGRESS}, which no block
   *     can have
   * @param fair whether only weakly fair runs count
   * @param fairTo where fairness is for some threads alone, their names; the others may stop for
   *     ever anywhere
   */
  public record Ltl(String name, boolean fair, List<String> fairTo) {
    /** No run stands at acceptance labels again and again. */
    public static final String ACCEPTANCE = ":acceptance:";

    /** Every run that goes on for ever stands at progress labels again and again. */
    public static final String NON_PROGRESS = ":non-progress:";

    public Ltl {
      fairTo = List.copyOf(fairTo);
      if (!fair && !fairTo.isEmpty()) {
        throw new IllegalArgumentException("fairness to some threads is fairness");
      }
    }

    /** Over all runs, or those that are fair to all threads. */
    public Ltl(String name, boolean fair) {
      this(name, fair, List.of());
    }

    /** This property over the runs that are fair to these threads, if there are any. */
    public Ltl withFairTo(List<String> threads) {
      return new Ltl(name, fair || !threads.isEmpty(), threads);
    }

    /** Whether it is no property that a text states. */
    boolean isBuiltIn() {
      return name.equals(ACCEPTANCE) || name.equals(NON_PROGRESS);
    }

    /** What it is, in the user's words. */
    public String title() {
      String what =
          switch (name) {
            case ACCEPTANCE -> "acceptance cycles";
            case NON_PROGRESS -> "non-progress cycles";
            default -> "ltl " + name;
          };
      String to = fairTo.isEmpty() ? "" : " to " + String.join(", ", fairTo);
      return what + (fair ? ", fair" + to : "");
    }
  }

  public CheckTask withStrategy(Strategy newStrategy) {
    return new CheckTask(file, text, model, defines, demands, newStrategy, bounds, ltl, includes);
  }

  /** The order in which states are searched. */
  public enum Order {
    /** Breadth-first: shortest traces. */
    BFS,
    /** Depth-first: often quicker to a violation. */
    DFS
  }

  /**
   * The use of a disk.
   *
   * @param whenFull whether a search that has no more memory begins anew with its states on disk
   * @param folder where given, states are kept there from the first one on, and stay. A check whose
   *     states are there already goes on
   * @param identity of the check and its texts, which the folder is of
   * @param site the files of the folder and who works on them, where that is not this machine alone
   */
  public record Disk(
      boolean whenFull, Optional<String> folder, String identity, Optional<ClusterSite> site) {
    public static final Disk NONE = new Disk(false, Optional.empty(), "", Optional.empty());

    /** In a temporary folder, when memory is full. */
    public static final Disk WHEN_FULL = new Disk(true, Optional.empty(), "", Optional.empty());

    /** In this folder. */
    public static Disk in(String folder) {
      return new Disk(false, Optional.of(folder), "", Optional.empty());
    }

    /** In this folder, with other machines. */
    public static Disk on(ClusterSite site, String folder) {
      return new Disk(false, Optional.of(folder), "", Optional.of(site));
    }

    Disk of(String newIdentity) {
      return new Disk(whenFull, folder, newIdentity, site);
    }
  }

  /**
   * How to search.
   *
   * @param threads how many threads one large search may use
   * @param seed of a depth-first search: the order in which it follows the steps of a state; 0 for
   *     the machine's own
   * @param without the optimisations that are switched off
   * @param with the reductions that are used from the first state on; the check is refused if one
   *     is unsound
   * @param exhaustive whether the search goes on behind a violation, so that its counts are those
   *     of all states
   * @param anyRun whether any shortest violating run will do; else the easiest to read is found
   * @param disk where states go for which there is no memory; changes no outcome
   */
  public record Strategy(
      Order order,
      int threads,
      long seed,
      List<Optimisation> without,
      List<Optimisation> with,
      boolean exhaustive,
      boolean anyRun,
      Disk disk) {
    public Strategy {
      without = List.copyOf(without);
      with = List.copyOf(with);
    }

    /** Breadth-first to the first violation, on one thread, with everything switched on. */
    public static Strategy usual() {
      return new Strategy(Order.BFS, 1, 0, List.of(), List.of(), false, false, Disk.NONE);
    }

    public Strategy withOrder(Order newOrder) {
      return new Strategy(newOrder, threads, seed, without, with, exhaustive, anyRun, disk);
    }

    public Strategy withThreads(int newThreads) {
      return new Strategy(order, newThreads, seed, without, with, exhaustive, anyRun, disk);
    }

    public Strategy withExhaustive(boolean newExhaustive) {
      return new Strategy(order, threads, seed, without, with, newExhaustive, anyRun, disk);
    }

    public Strategy withAnyRun(boolean newAnyRun) {
      return new Strategy(order, threads, seed, without, with, exhaustive, newAnyRun, disk);
    }

    public Strategy withDisk(Disk newDisk) {
      return new Strategy(order, threads, seed, without, with, exhaustive, anyRun, newDisk);
    }

    public Strategy without(List<Optimisation> newWithout) {
      return new Strategy(order, threads, seed, newWithout, with, exhaustive, anyRun, disk);
    }

    public Strategy with(List<Optimisation> newWith) {
      return new Strategy(order, threads, seed, without, newWith, exhaustive, anyRun, disk);
    }

    /** With {@link Optimisation#REDUCTIONS} switched off, and nothing else. */
    public Strategy unreduced() {
      return without(Optimisation.REDUCTIONS);
    }
  }

  /**
   * What is demanded of every program.
   *
   * @param deadlockAllowed whether a deadlock is no violation
   * @param raceFree whether a data race is one
   */
  public record Demands(boolean deadlockAllowed, boolean raceFree) {
    public static final Demands USUAL = new Demands(false, false);
  }

  /**
   * Where to give up.
   *
   * @param memory the bytes that the store of states may take
   * @param window how many instructions of a thread in a loop may be under way at once
   * @param instances how many instructions the general laws of a memory model may relate at once
   */
  public record Bounds(
      Optional<Duration> time,
      OptionalLong memory,
      OptionalLong states,
      OptionalInt window,
      OptionalInt instances) {

    /** The window bound where none is given. */
    public static final int USUAL_WINDOW = 6;

    public static Bounds none() {
      return new Bounds(
          Optional.empty(),
          OptionalLong.empty(),
          OptionalLong.empty(),
          OptionalInt.empty(),
          OptionalInt.empty());
    }

    public Bounds withTime(Duration newTime) {
      return new Bounds(Optional.of(newTime), memory, states, window, instances);
    }

    public Bounds withMemory(long newMemory) {
      return new Bounds(time, OptionalLong.of(newMemory), states, window, instances);
    }

    public Bounds withStates(long newStates) {
      return new Bounds(time, memory, OptionalLong.of(newStates), window, instances);
    }

    public Bounds withWindow(int newWindow) {
      return new Bounds(time, memory, states, OptionalInt.of(newWindow), instances);
    }

    public Bounds withInstances(int newInstances) {
      return new Bounds(time, memory, states, window, OptionalInt.of(newInstances));
    }
  }
}
