// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.report;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.fencepost.source.Diagnostic;
import dev.fencepost.verdict.Statistics;
import dev.fencepost.verdict.Verdict;
import java.util.List;

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

  public static JsonArray diagnostics(List<Diagnostic> diagnostics) {
    JsonArray json = new JsonArray();
    diagnostics.forEach(diagnostic -> json.add(JsonTrace.diagnostic(diagnostic)));
    return json;
  }
}
