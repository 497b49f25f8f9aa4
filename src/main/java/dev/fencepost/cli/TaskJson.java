// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.cli;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.fencepost.check.CheckTask;
import dev.fencepost.check.CheckTask.Bounds;
import dev.fencepost.check.CheckTask.Ltl;
import dev.fencepost.check.CheckTask.Order;
import dev.fencepost.check.CheckTask.Strategy;
import dev.fencepost.check.CheckTask.Switches;
import dev.fencepost.check.IncludePath;
import dev.fencepost.check.Optimisation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;

/** A task to JSON and back. */
final class TaskJson {

  private TaskJson() {}

  static JsonObject write(CheckTask task) {
    JsonObject json = new JsonObject();
    json.addProperty("file", task.file());
    task.text().ifPresent(text -> json.addProperty("text", text));
    json.addProperty("model", task.model());
    JsonObject defines = new JsonObject();
    task.defines().forEach(defines::addProperty);
    json.add("defines", defines);
    write(json, "include", task.includes().folders());
    write(json, "allowInclude", task.includes().allowed());
    json.addProperty("allowDeadlock", task.deadlockAllowed());
    task.ltl()
        .ifPresent(
            ltl -> {
              json.addProperty("ltl", ltl.name());
              json.addProperty("fair", ltl.fair());
              write(json, "fairTo", ltl.fairTo());
            });
    Strategy strategy = task.strategy();
    json.addProperty("search", strategy.order().name().toLowerCase(Locale.ROOT));
    json.addProperty("threads", strategy.threads());
    json.addProperty("seed", strategy.seed());
    write(json, "without", words(strategy.without()));
    write(json, "with", words(strategy.with()));
    if (strategy.exhaustive()) {
      json.addProperty("exhaustive", true);
    }
    Bounds bounds = task.bounds();
    bounds.time().ifPresent(time -> json.addProperty("timeMillis", time.toMillis()));
    bounds.memory().ifPresent(bytes -> json.addProperty("memoryBytes", bytes));
    bounds.states().ifPresent(states -> json.addProperty("states", states));
    bounds.window().ifPresent(window -> json.addProperty("window", window));
    bounds.instances().ifPresent(count -> json.addProperty("instances", count));
    return json;
  }

  /**
   * Reads what {@link #write} wrote.
   *
   * @throws RuntimeException of many kinds if it did not
   */
  static CheckTask read(JsonObject json) {
    SequencedMap<String, String> defines = new LinkedHashMap<>();
    for (Map.Entry<String, JsonElement> define : json.getAsJsonObject("defines").entrySet()) {
      defines.put(define.getKey(), define.getValue().getAsString());
    }
    return new CheckTask(
        json.get("file").getAsString(),
        json.has("text") ? Optional.of(json.get("text").getAsString()) : Optional.empty(),
        json.get("model").getAsString(),
        defines,
        json.get("allowDeadlock").getAsBoolean(),
        new Strategy(
            Order.valueOf(json.get("search").getAsString().toUpperCase(Locale.ROOT)),
            json.get("threads").getAsBigDecimal().intValueExact(),
            json.get("seed").getAsBigDecimal().longValueExact(),
            new Switches(optimisations(json, "without"), optimisations(json, "with")),
            json.has("exhaustive") && json.get("exhaustive").getAsBoolean()),
        bounds(json),
        json.has("ltl") ? Optional.of(ltl(json)) : Optional.empty(),
        new IncludePath(read(json, "include"), read(json, "allowInclude")));
  }

  private static Ltl ltl(JsonObject json) {
    boolean fair = json.get("fair").getAsBoolean();
    return new Ltl(json.get("ltl").getAsString(), fair, read(json, "fairTo"));
  }

  private static List<String> words(List<Optimisation> optimisations) {
    return optimisations.stream().map(Optimisation::word).toList();
  }

  /** An empty list is left out. */
  private static void write(JsonObject json, String name, List<String> words) {
    if (!words.isEmpty()) {
      JsonArray array = new JsonArray();
      words.forEach(array::add);
      json.add(name, array);
    }
  }

  private static List<String> read(JsonObject json, String name) {
    List<String> words = new ArrayList<>();
    if (json.has(name)) {
      json.getAsJsonArray(name).forEach(word -> words.add(word.getAsString()));
    }
    return words;
  }

  private static List<Optimisation> optimisations(JsonObject json, String name) {
    return read(json, name).stream().map(Optimisation::of).toList();
  }

  private static Bounds bounds(JsonObject json) {
    Bounds bounds = Bounds.none();
    if (json.has("timeMillis")) {
      bounds =
          bounds.withTime(
              Duration.ofMillis(json.get("timeMillis").getAsBigDecimal().longValueExact()));
    }
    if (json.has("memoryBytes")) {
      bounds = bounds.withMemory(json.get("memoryBytes").getAsBigDecimal().longValueExact());
    }
    if (json.has("states")) {
      bounds = bounds.withStates(json.get("states").getAsBigDecimal().longValueExact());
    }
    if (json.has("window")) {
      bounds = bounds.withWindow(json.get("window").getAsBigDecimal().intValueExact());
    }
    if (json.has("instances")) {
      bounds = bounds.withInstances(json.get("instances").getAsBigDecimal().intValueExact());
    }
    return bounds;
  }
}
