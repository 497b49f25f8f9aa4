// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.cli;

import dev.fencepost.check.CheckTask;
import dev.fencepost.check.CheckTask.Bounds;
import dev.fencepost.check.CheckTask.Demands;
import dev.fencepost.check.CheckTask.Disk;
import dev.fencepost.check.CheckTask.Order;
import dev.fencepost.check.CheckTask.Strategy;
import dev.fencepost.check.Optimisation;
import dev.fencepost.check.Scenarios;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options that make a task of a file. */
final class TaskOptions {
  @Option(
      names = {"-m", "--model"},
      paramLabel = "MODEL",
      split = ",",
      description =
          "Memory models: names that 'fencepost models' lists, or files such as ./my-cpu.mcm or,"
              + " with settings, ./my-cpu.mcm:cas=no; a group stands for several: cpus is x86,"
              + " armv8, riscv and power. Without this option sc and the"
              + " processors; sparc is the six of the papers.")
  List<String> models = List.of();

  @Mixin SourceOptions source = new SourceOptions();

  @Option(
      names = "--mutators",
      paramLabel = "N",
      description = "The number of mutators, for models that use the framework: -D MUTATORS=N.")
  @Nullable Integer mutators;

  @Option(
      names = "--scenario",
      paramLabel = "NAME",
      description =
          "A scenario of a work-packet file: -D SCENARIO=NAME. Without this option each one.")
  @Nullable String scenario;

  @Option(
      names = "--window",
      paramLabel = "N",
      description =
          "How many instructions of a thread in a loop may be under way at once (6). With this"
              + " option a verdict within the bound counts as one: exit status 0.")
  @Nullable Integer window;

  @Option(
      names = "--instances",
      paramLabel = "N",
      description =
          "How many instructions those laws of a memory model may relate at once that are not of"
              + " program order (32).")
  @Nullable Integer instances;

  @Option(
      names = "--search",
      paramLabel = "ORDER",
      description = "bfs: breadth-first, shortest traces; dfs: depth-first (bfs).")
  Order order = Order.BFS;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "How many threads a large search may use (all cores).")
  int threads = Runtime.getRuntime().availableProcessors();

  @Option(
      names = "--time",
      paramLabel = "TIME",
      converter = Units.Time.class,
      description = "Give up after this time: 60s, 5m.")
  @Nullable Duration time;

  @Option(
      names = "--memory",
      paramLabel = "SIZE",
      converter = Units.Bytes.class,
      description = "Give up when the states take this much memory: 4G (70%% of the heap).")
  @Nullable Long memory;

  @Option(
      names = "--states",
      paramLabel = "N",
      converter = Units.Count.class,
      description = "Give up when this many states are known: 2M.")
  @Nullable Long states;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description =
          "--search dfs: another order in which steps are followed, by chance; so another violating"
              + " run may be found, or one sooner. Changes no verdict of a complete search, and"
              + " nothing of bfs (0: the usual order).")
  long seed;

  @Option(
      names = "--without",
      paramLabel = "NAME",
      split = ",",
      description =
          "Switches off what makes searches smaller or faster: ${COMPLETION-CANDIDATES}. Promela"
              + " has cache, packing and reduction. The verdict stays the same; without guards,"
              + " predicates or table a loop may come to the window bound, and some models are"
              + " refused.")
  List<Optimisation> without = List.of();

  @Option(
      names = "--exhaustive",
      description =
          "Goes on when a violation was found, so that the counts are those of all states.")
  boolean exhaustive;

  @Option(
      names = "--with",
      paramLabel = "NAME",
      split = ",",
      completionCandidates = Reductions.class,
      description =
          "Uses a reduction from the first state on, or refuses the check where it is not sound:"
              + " ${COMPLETION-CANDIDATES}. Without this, large searches use all that are sound.")
  List<Optimisation> with = List.of();

  /** What a data race is. */
  enum Races {
    IGNORE,
    ERROR
  }

  @Option(
      names = "--races",
      paramLabel = "WHAT",
      description =
          "error: a data race is a violation, as in C11: two threads may access one cell at once,"
              + " one of them writes, and one access is plain. Without this option plain accesses"
              + " are relaxed atomics.")
  Races races = Races.IGNORE;

  @Option(names = "--allow-deadlock", description = "A deadlock is no violation.")
  boolean allowDeadlock;

  /** The task for a file and a memory model. */
  CheckTask task(String file, String model) {
    CheckTask task =
        source
            .apply(CheckTask.of(file, model))
            .withDemands(new Demands(allowDeadlock, races == Races.ERROR))
            .withStrategy(
                new Strategy(order, threads, seed, without, with, exhaustive, false, Disk.NONE))
            .withBounds(bounds());
    task = scenario == null ? task : task.withDefine(Scenarios.DEFINE, scenario);
    return mutators == null ? task : task.withDefine("MUTATORS", Integer.toString(mutators));
  }

  private Bounds bounds() {
    Bounds bounds = Bounds.none();
    bounds = time == null ? bounds : bounds.withTime(time);
    bounds = memory == null ? bounds : bounds.withMemory(memory);
    bounds = states == null ? bounds : bounds.withStates(states);
    bounds = instances == null ? bounds : bounds.withInstances(instances);
    return window == null ? bounds : bounds.withWindow(window);
  }

  /** What is wrong with the values, if anything is. */
  Optional<String> problem() {
    Optional<String> small =
        Stream.of(
                small("--mutators", mutators),
                small("--window", window),
                small("--instances", instances),
                small("--threads", threads))
            .flatMap(Optional::stream)
            .findFirst();
    if (small.isPresent()) {
      return small;
    }
    if (isZero(states) || isZero(memory) || time != null && time.isZero()) {
      return Optional.of("--states, --memory and --time must be more than 0");
    }
    Optional<Optimisation> both = with.stream().filter(without::contains).findFirst();
    if (both.isPresent()) {
      return Optional.of("--with and --without exclude each other: " + both.get().word());
    }
    return source.defines.keySet().stream()
        .filter(name -> !name.matches("[A-Za-z_]\\w*(\\([\\w, .]*\\))?"))
        .findFirst()
        .map(name -> "-D " + name + ": not the name of a macro");
  }

  /** What {@code --with} takes. */
  static final class Reductions implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return Optimisation.REDUCTIONS.stream().map(Optimisation::word).iterator();
    }
  }

  private static boolean isZero(@Nullable Long number) {
    return number != null && number == 0;
  }

  private static Optional<String> small(String option, @Nullable Integer value) {
    return value != null && value < 1
        ? Optional.of(option + " must be at least 1")
        : Optional.empty();
  }
}
