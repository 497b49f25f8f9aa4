// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.cli;

import com.google.gson.GsonBuilder;
import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.fencepost.check.CheckResult;
import dev.fencepost.report.JsonReport;
import dev.fencepost.verdict.Verdict;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;

/** Results as one JSON object, written when all checks are done; docs/result-json.md. */
final class JsonOutput implements CheckOutput {
  static final int SCHEMA = 1;

  private final Terminal terminal;
  private final boolean withTrace;

  JsonOutput(Terminal terminal, boolean withTrace) {
    this.terminal = terminal;
    this.withTrace = withTrace;
  }

  @Override
  public void result(CheckResult result) {
    // All at the end, so that nothing is half-written.
  }

  @Override
  public void end(List<CheckResult> results) {
    write(terminal, document(results, withTrace));
  }

  /** The document for these results. */
  static JsonObject document(List<CheckResult> results, boolean withTrace) {
    JsonArray array = new JsonArray();
    results.forEach(result -> array.add(json(result, withTrace)));
    JsonObject document = document("check");
    document.add("results", array);
    if (withTrace) {
      document.add("sources", sources(results));
    }
    return document;
  }

  /** The texts of the files that traces speak of. */
  static JsonObject sources(List<CheckResult> results) {
    SequencedMap<String, String> texts = new LinkedHashMap<>();
    for (CheckResult result : results) {
      if (result.verdict() instanceof Verdict.Violated violated) {
        Set<String> files = JsonReport.files(violated.trace());
        result.inputs().stream()
            .filter(input -> files.contains(input.name()))
            .forEach(input -> texts.put(input.name(), input.text()));
      }
    }
    JsonObject json = new JsonObject();
    texts.forEach(json::addProperty);
    return json;
  }

  /** The head of every document. */
  static JsonObject document(String command) {
    JsonObject document = new JsonObject();
    document.addProperty("schema", SCHEMA);
    document.addProperty("tool", "fencepost");
    document.addProperty("version", Version.number());
    document.addProperty("command", command);
    return document;
  }

  static JsonObject json(CheckResult result, boolean withTrace) {
    JsonObject json = new JsonObject();
    json.add("task", TaskJson.write(result.task()));
    JsonArray inputs = new JsonArray();
    for (CheckResult.InputText input : result.inputs()) {
      JsonObject item = new JsonObject();
      item.addProperty("name", input.name());
      item.addProperty("sha256", input.sha256());
      inputs.add(item);
    }
    json.add("inputs", inputs);
    for (Map.Entry<String, JsonElement> member :
        JsonReport.verdict(result.verdict(), withTrace).entrySet()) {
      json.add(member.getKey(), member.getValue());
    }
    json.add("statistics", JsonReport.statistics(result.statistics()));
    return json;
  }

  static void write(Terminal terminal, JsonObject document) {
    String text =
        new GsonBuilder().setPrettyPrinting().disableHtmlEscaping().create().toJson(document);
    terminal.print(text + System.lineSeparator());
  }
}
