// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.report;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.fencepost.source.Diagnostic;
import dev.fencepost.source.Origin;
import dev.fencepost.source.SourceSpan;
import dev.fencepost.trace.Trace;
import dev.fencepost.trace.TraceStep;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Violations and diagnostics in SARIF 2.1.0, the format that editors and code hosts read. A run is
 * a code flow, with a thread flow for each thread.
 */
public final class SarifReport {
  private static final String SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json";
  private static final String INVALID_INPUT = "invalid-input";

  private final JsonArray results = new JsonArray();
  private final List<String> rules = new ArrayList<>();

  /**
   * Adds a violation.
   *
   * @param checked what was checked, such as {@code stopless.c under pso-no}
   * @param file the file to point at where the failure itself has no place
   */
  public void violation(Trace trace, String checked, String file) {
    Trace.Failure failure = trace.failure();
    Story story = StoryWriter.write(trace, file);
    List<String> sentences = new ArrayList<>(List.of(checked + "."));
    story.sentences().forEach(sentence -> sentences.add(sentence.text()));
    story.fences().forEach(fence -> sentences.add(fence.text()));
    JsonObject result =
        result(rule(failure.kind()), String.join(" ", sentences), place(failure.origin(), file));
    JsonArray flows = new JsonArray();
    flows.add(flow(trace));
    result.add("codeFlows", flows);
    results.add(result);
  }

  /** Adds what is wrong with an input. */
  public void diagnostic(Diagnostic diagnostic) {
    String hint = diagnostic.hint().isEmpty() ? "" : " Hint: " + diagnostic.hint();
    results.add(result(rule(INVALID_INPUT), diagnostic.message() + hint, diagnostic.span()));
  }

  private int rule(String kind) {
    String id =
        kind.startsWith("ltl ") ? "ltl" : kind.replaceAll("\\W+", "-").toLowerCase(Locale.ROOT);
    if (!rules.contains(id)) {
      rules.add(id);
    }
    return rules.indexOf(id);
  }

  private static SourceSpan place(Origin origin, String file) {
    return origin.span().equals(SourceSpan.NONE) ? SourceSpan.at(file, 1, 1, 0) : origin.span();
  }

  private JsonObject result(int rule, String message, SourceSpan span) {
    JsonObject result = new JsonObject();
    result.addProperty("ruleId", rules.get(rule));
    result.addProperty("ruleIndex", rule);
    result.addProperty("level", "error");
    result.add("message", message(message));
    JsonArray locations = new JsonArray();
    if (!span.file().isEmpty()) {
      locations.add(location(span));
    }
    result.add("locations", locations);
    return result;
  }

  private static JsonObject message(String text) {
    JsonObject message = new JsonObject();
    message.addProperty("text", text);
    return message;
  }

  private static JsonObject location(SourceSpan span) {
    JsonObject artifact = new JsonObject();
    artifact.addProperty("uri", uri(span.file()));
    JsonObject region = new JsonObject();
    region.addProperty("startLine", Math.max(1, span.line()));
    region.addProperty("startColumn", Math.max(1, span.column()));
    JsonObject physical = new JsonObject();
    physical.add("artifactLocation", artifact);
    physical.add("region", region);
    JsonObject location = new JsonObject();
    location.add("physicalLocation", physical);
    return location;
  }

  private static String uri(String file) {
    try {
      return new URI(file.startsWith("/") ? "file" : null, null, file, null).toASCIIString();
    } catch (URISyntaxException e) {
      return file;
    }
  }

  private static JsonObject flow(Trace trace) {
    JsonArray threads = new JsonArray();
    for (int thread = 0; thread < trace.threads().size(); thread++) {
      JsonArray locations = new JsonArray();
      for (int i = 1; i < trace.steps().size(); i++) {
        TraceStep step = trace.steps().get(i);
        if (step.thread() == thread && !step.origin().span().equals(SourceSpan.NONE)) {
          JsonObject place = location(step.origin().span());
          place.add("message", message(step.effect()));
          JsonObject item = new JsonObject();
          item.addProperty("executionOrder", i);
          item.add("location", place);
          locations.add(item);
        }
      }
      if (!locations.isEmpty()) {
        JsonObject flow = new JsonObject();
        flow.addProperty("id", trace.threads().get(thread));
        flow.add("locations", locations);
        threads.add(flow);
      }
    }
    JsonObject flow = new JsonObject();
    flow.add("threadFlows", threads);
    return flow;
  }

  /** The document. */
  public JsonObject document(String version) {
    JsonArray described = new JsonArray();
    for (String id : rules) {
      JsonObject rule = new JsonObject();
      rule.addProperty("id", id);
      rule.add("shortDescription", message(id.replace('-', ' ')));
      described.add(rule);
    }
    JsonObject driver = new JsonObject();
    driver.addProperty("name", "Fencepost");
    driver.addProperty("version", version);
    driver.add("rules", described);
    JsonObject tool = new JsonObject();
    tool.add("driver", driver);
    JsonObject run = new JsonObject();
    run.add("tool", tool);
    run.addProperty("columnKind", "utf16CodeUnits");
    run.add("results", results);
    JsonArray runs = new JsonArray();
    runs.add(run);
    JsonObject document = new JsonObject();
    document.addProperty("$schema", SCHEMA);
    document.addProperty("version", "2.1.0");
    document.add("runs", runs);
    return document;
  }
}
