// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.cli;

import com.google.gson.GsonBuilder;
import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.fencepost.check.CheckResult;
import dev.fencepost.report.JsonReport;
import java.util.List;
import java.util.Map;

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
    JsonArray array = new JsonArray();
    results.forEach(result -> array.add(json(result, withTrace)));
    JsonObject document = document("check");
    document.add("results", array);
    write(terminal, document);
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
    terminal.println(
        new GsonBuilder().setPrettyPrinting().disableHtmlEscaping().create().toJson(document));
  }
}
