// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.cli;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.fencepost.check.CheckResult;
import dev.fencepost.report.Json;
import dev.fencepost.report.JsonReport;
import dev.fencepost.verdict.Verdict;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.Set;
import java.util.function.Supplier;

/** Documents in JSON (docs/result-json.md), written whole when all is done. */
final class JsonOutput {
  static final int SCHEMA = 1;

  private JsonOutput() {}

  /** The document for these results. */
  static JsonObject document(List<CheckResult> results, boolean withTrace) {
    JsonObject document = document("check");
    document.add("results", results(results, withTrace));
    if (withTrace) {
      document.add("sources", sources(results));
    }
    return document;
  }

  /** The texts of the files that traces speak of. */
  static JsonElement sources(List<CheckResult> results) {
    SequencedMap<String, String> texts = new LinkedHashMap<>();
    for (CheckResult result : results) {
      if (result.verdict() instanceof Verdict.Violated violated) {
        Set<String> files = JsonReport.files(violated.trace());
        result.inputs().stream()
            .filter(input -> files.contains(input.name()))
            .forEach(input -> texts.put(input.name(), input.text()));
      }
    }
    return Json.of(texts);
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

  static JsonElement results(List<CheckResult> results, boolean withTrace) {
    return Json.of(results.stream().map(result -> json(result, withTrace)).toList());
  }

  static JsonObject json(CheckResult result, boolean withTrace) {
    JsonObject json = new JsonObject();
    json.add("task", TaskJson.write(result.task()));
    json.add("inputs", Json.of(result.inputs().stream().map(Input::of).toList()));
    JsonReport.verdict(result.verdict(), withTrace).asMap().forEach(json::add);
    if (!result.warnings().isEmpty()) {
      json.add("warnings", Json.of(result.warnings()));
    }
    json.add("statistics", JsonReport.statistics(result.statistics()));
    return json;
  }

  /** A text that was read, by its hash. */
  record Input(String name, String sha256) {
    private static Input of(CheckResult.InputText input) {
      return new Input(input.name(), input.sha256());
    }
  }

  /** Writes a document of one member beside its head. */
  static void write(Terminal terminal, String command, String member, Object data) {
    JsonObject document = document(command);
    document.add(member, Json.of(data));
    write(terminal, document);
  }

  /** Writes a document that may take long to make. */
  static void write(Terminal terminal, Supplier<JsonObject> document) {
    terminal.print("the result", () -> Json.text(document.get()) + System.lineSeparator());
  }

  static void write(Terminal terminal, JsonObject document) {
    write(terminal, () -> document);
  }
}
