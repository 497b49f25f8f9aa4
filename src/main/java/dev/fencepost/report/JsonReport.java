// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.report;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.fencepost.source.Diagnostic;
import dev.fencepost.trace.Trace;
import dev.fencepost.trace.TraceStep;
import dev.fencepost.verdict.Statistics;
import dev.fencepost.verdict.Verdict;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;

/** Verdicts, statistics and diagnostics as JSON; docs/result-json.md has the schema. */
public final class JsonReport {

  private JsonReport() {}

  /** The verdict, with its trace unless that is not wanted. */
  public static JsonObject verdict(Verdict verdict, boolean withTrace) {
    JsonObject json = new JsonObject();
    json.addProperty("verdict", VerdictWords.of(verdict));
    switch (verdict) {
      case Verdict.Holds holds ->
          holds.window().ifPresent(window -> json.addProperty("window", window));
      case Verdict.Inconclusive inconclusive -> json.addProperty("limit", inconclusive.limit());
      case Verdict.Violated violated -> {
        json.addProperty("steps", violated.trace().length());
        if (withTrace) {
          json.add("trace", JsonTrace.of(violated.trace()));
        }
      }
    }
    return json;
  }

  public static JsonObject statistics(Statistics statistics) {
    JsonObject json = new JsonObject();
    json.addProperty("states", statistics.states());
    json.addProperty("transitions", statistics.transitions());
    json.addProperty("depth", statistics.depth());
    json.addProperty("bytes", statistics.bytes());
    json.addProperty("seconds", Math.round(statistics.seconds() * 1e6) / 1e6);
    json.addProperty("complete", statistics.complete());
    json.add("reached", JsonTrace.strings(statistics.reached()));
    json.add("unreached", JsonTrace.strings(statistics.unreached()));
    return json;
  }

  /**
   * Reads what {@link #verdict} wrote. Of a violation without its run only the number of steps is
   * known.
   *
   * @throws RuntimeException of many kinds if it did not
   */
  public static Verdict readVerdict(JsonObject json) {
    return switch (TraceReader.text(json, "verdict")) {
      case "holds" ->
          new Verdict.Holds(
              json.has("window")
                  ? OptionalInt.of(json.get("window").getAsInt())
                  : OptionalInt.empty());
      case "inconclusive" -> new Verdict.Inconclusive(TraceReader.text(json, "limit"));
      case "violated" ->
          new Verdict.Violated(
              json.has("trace")
                  ? TraceReader.read(json.getAsJsonObject("trace"))
                  : Trace.unknown(json.get("steps").getAsInt()));
      default -> throw new IllegalArgumentException("no verdict");
    };
  }

  /** Reads what {@link #statistics} wrote. */
  public static Statistics readStatistics(JsonObject json) {
    return new Statistics(
        json.get("states").getAsLong(),
        json.get("transitions").getAsLong(),
        json.get("depth").getAsInt(),
        json.get("bytes").getAsLong(),
        json.get("seconds").getAsDouble(),
        json.get("complete").getAsBoolean(),
        TraceReader.list(json, "reached", JsonElement::getAsString),
        TraceReader.list(json, "unreached", JsonElement::getAsString));
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

  public static JsonArray diagnostics(List<Diagnostic> diagnostics) {
    JsonArray json = new JsonArray();
    diagnostics.forEach(diagnostic -> json.add(JsonTrace.diagnostic(diagnostic)));
    return json;
  }
}
