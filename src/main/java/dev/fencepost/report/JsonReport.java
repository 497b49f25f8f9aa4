// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.report;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.fencepost.trace.Reordering;
import dev.fencepost.trace.Trace;
import dev.fencepost.trace.TraceAccess;
import dev.fencepost.trace.TraceStep;
import dev.fencepost.verdict.Statistics;
import dev.fencepost.verdict.Verdict;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Stream;

/** Verdicts, runs and statistics as JSON; docs/result-json.md has the schema. */
public final class JsonReport {

  private JsonReport() {}

  /** The verdict, with its trace unless that is not wanted. */
  public static JsonObject verdict(Verdict verdict, boolean withTrace) {
    JsonObject json = new JsonObject();
    json.addProperty("verdict", verdict.word());
    switch (verdict) {
      case Verdict.Holds holds ->
          holds.window().ifPresent(window -> json.addProperty("window", window));
      case Verdict.Inconclusive inconclusive -> json.addProperty("limit", inconclusive.limit());
      case Verdict.Violated violated -> {
        json.addProperty("steps", violated.trace().length());
        if (withTrace && violated.trace().isKnown()) {
          json.add("trace", trace(violated.trace()));
        } else if (withTrace) {
          json.addProperty("unexplained", violated.trace().failure().message());
        }
      }
    }
    return json;
  }

  /** A run, with what follows from it: step numbers, reorderings, which accesses are pending. */
  static JsonObject trace(Trace trace) {
    JsonObject json = Json.object(trace);
    JsonObject ordered = new JsonObject();
    ordered.add("threads", json.get("threads"));
    JsonArray steps = new JsonArray();
    for (JsonElement step : json.getAsJsonArray("steps")) {
      JsonObject numbered = new JsonObject();
      numbered.addProperty("number", steps.size());
      step.getAsJsonObject().asMap().forEach(numbered::add);
      steps.add(numbered);
    }
    ordered.add("steps", steps);
    JsonArray accesses = json.getAsJsonArray("accesses");
    for (int i = 0; i < accesses.size(); i++) {
      JsonObject access = accesses.get(i).getAsJsonObject();
      JsonElement readsFrom = access.remove("readsFrom");
      access.addProperty("pending", trace.accesses().get(i).pending());
      if (readsFrom != null) {
        access.add("readsFrom", readsFrom);
      }
    }
    ordered.add("accesses", accesses);
    Map<TraceAccess, Integer> numbers = new HashMap<>();
    for (int i = 0; i < trace.accesses().size(); i++) {
      numbers.putIfAbsent(trace.accesses().get(i), i);
    }
    JsonArray reorderings = new JsonArray();
    for (Reordering pair : trace.reorderings()) {
      JsonObject indices = new JsonObject();
      indices.addProperty("earlier", numbers.get(pair.earlier()));
      indices.addProperty("later", numbers.get(pair.later()));
      reorderings.add(indices);
    }
    ordered.add("reorderings", reorderings);
    json.asMap().forEach((name, member) -> ordered.asMap().putIfAbsent(name, member));
    return ordered;
  }

  public static JsonObject statistics(Statistics statistics) {
    JsonObject json = Json.object(statistics);
    json.addProperty("seconds", Math.round(statistics.seconds() * 1e6) / 1e6);
    return json;
  }

  /**
   * Reads what {@link #verdict} wrote. Of a violation without its run only the number of steps is
   * known.
   *
   * @throws RuntimeException of many kinds if it did not
   */
  public static Verdict readVerdict(JsonObject json) {
    return switch (json.get("verdict").getAsString()) {
      case "holds" ->
          new Verdict.Holds(
              json.has("window")
                  ? OptionalInt.of(json.get("window").getAsInt())
                  : OptionalInt.empty());
      case "inconclusive" -> new Verdict.Inconclusive(json.get("limit").getAsString());
      case "violated" ->
          new Verdict.Violated(
              json.has("trace")
                  ? trace(json.get("trace"))
                  : Trace.unknown(json.get("steps").getAsInt(), "the run was not kept"));
      default -> throw new IllegalArgumentException("no verdict");
    };
  }

  private static Trace trace(JsonElement json) {
    Trace trace = Json.read(json, Trace.class);
    if (!trace.isWhole()) {
      throw new IllegalArgumentException("no whole run");
    }
    return trace;
  }

  /** The results of a document, those of a table cell by cell. */
  public static List<JsonObject> results(JsonObject document) {
    Stream<JsonElement> owners =
        document.has("cells")
            ? document.getAsJsonArray("cells").asList().stream()
            : Stream.of(document);
    return owners
        .flatMap(owner -> owner.getAsJsonObject().getAsJsonArray("results").asList().stream())
        .map(JsonElement::getAsJsonObject)
        .toList();
  }

  /** The source files that a trace speaks of. */
  public static Set<String> files(Trace trace) {
    Set<String> files = new LinkedHashSet<>();
    files.add(trace.failure().origin().span().file());
    trace.accesses().forEach(access -> files.add(access.origin().span().file()));
    for (TraceStep step : trace.steps()) {
      files.add(step.origin().span().file());
      step.views().forEach(view -> files.add(view.place().file()));
    }
    files.remove("");
    return files;
  }
}
