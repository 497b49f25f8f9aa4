// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.cli;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.fencepost.check.CheckTask;
import dev.fencepost.check.CheckTask.Bounds;
import dev.fencepost.check.CheckTask.Demands;
import dev.fencepost.check.CheckTask.Disk;
import dev.fencepost.check.CheckTask.Ltl;
import dev.fencepost.check.CheckTask.Order;
import dev.fencepost.check.CheckTask.Strategy;
import dev.fencepost.check.IncludePath;
import dev.fencepost.check.Optimisation;
import dev.fencepost.report.Json;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.SequencedMap;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** A task as JSON has it: flat. */
record TaskJson(
    String file,
    Optional<String> text,
    String model,
    SequencedMap<String, String> defines,
    List<String> include,
    List<String> allowInclude,
    boolean allowDeadlock,
    Optional<Boolean> raceFree,
    Optional<String> ltl,
    Optional<Boolean> fair,
    List<String> fairTo,
    Order search,
    int threads,
    long seed,
    List<String> without,
    List<String> with,
    Optional<Boolean> exhaustive,
    Optional<Long> timeMillis,
    OptionalLong memoryBytes,
    OptionalLong states,
    OptionalInt window,
    OptionalInt instances) {

  /** A task in JSON; empty lists are left out. */
  static JsonObject write(CheckTask task) {
    Strategy strategy = task.strategy();
    Bounds bounds = task.bounds();
    JsonObject json =
        Json.object(
            new TaskJson(
                task.file(),
                task.text(),
                task.model(),
                task.defines(),
                task.includes().folders(),
                task.includes().allowed(),
                task.demands().deadlockAllowed(),
                Optional.of(true).filter(yes -> task.demands().raceFree()),
                task.ltl().map(Ltl::name),
                task.ltl().map(Ltl::fair),
                task.ltl().map(Ltl::fairTo).orElse(List.of()),
                strategy.order(),
                strategy.threads(),
                strategy.seed(),
                strategy.without().stream().map(Optimisation::word).toList(),
                strategy.with().stream().map(Optimisation::word).toList(),
                Optional.of(true).filter(yes -> strategy.exhaustive()),
                bounds.time().map(Duration::toMillis),
                bounds.memory(),
                bounds.states(),
                bounds.window(),
                bounds.instances()));
    json.asMap().values().removeIf(TaskJson::isEmptyList);
    return json;
  }

  private static boolean isEmptyList(JsonElement json) {
    return json.isJsonArray() && json.getAsJsonArray().isEmpty();
  }

  /**
   * Reads what {@link #write} wrote.
   *
   * @throws RuntimeException of many kinds if it did not
   */
  static CheckTask read(JsonElement json) {
    return Json.read(json, TaskJson.class).task();
  }

  private CheckTask task() {
    LongStream numbers =
        Stream.of(
                LongStream.of(threads),
                timeMillis.stream().mapToLong(Long::longValue),
                memoryBytes.stream(),
                states.stream(),
                window.stream().asLongStream(),
                instances.stream().asLongStream())
            .flatMapToLong(number -> number);
    if (numbers.anyMatch(number -> number < 1)) {
      throw new IllegalArgumentException("the numbers of a task are at least 1");
    }
    return new CheckTask(
        file,
        text,
        model,
        defines,
        new Demands(allowDeadlock, raceFree.orElse(false)),
        new Strategy(
            search,
            threads,
            seed,
            optimisations(without),
            optimisations(with),
            exhaustive.orElse(false),
            false,
            Disk.NONE),
        new Bounds(timeMillis.map(Duration::ofMillis), memoryBytes, states, window, instances),
        ltl.map(name -> new Ltl(name, fair.orElseThrow(), fairTo)),
        new IncludePath(include, allowInclude));
  }

  private static List<Optimisation> optimisations(List<String> words) {
    return words.stream().map(Optimisation::of).toList();
  }
}
