// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.cli;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.fencepost.budget.OutOfBudget;
import dev.fencepost.check.CheckResult;
import dev.fencepost.check.CheckResult.InputText;
import dev.fencepost.report.Json;
import dev.fencepost.report.JsonReport;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.source.TextFile;
import dev.fencepost.verdict.Statistics;
import dev.fencepost.verdict.Warning;
import java.util.List;
import java.util.function.Supplier;

/** Reads results in JSON (docs/result-json.md). */
final class ResultFile {

  private ResultFile() {}

  /** The document, of one of these commands. */
  static JsonObject read(String file, List<String> commands) throws InvalidInputException {
    return parse(file, TextFile.read(TextFile.path(file)), commands);
  }

  /** The document that a text is. */
  static JsonObject parse(String file, String text, List<String> commands)
      throws InvalidInputException {
    JsonObject document = use(file, () -> JsonParser.parseString(text).getAsJsonObject());
    int schema = use(file, () -> document.get("schema").getAsInt());
    if (schema != JsonOutput.SCHEMA) {
      throw new InvalidInputException(
          file + " has another schema than this version of Fencepost reads");
    }
    String command = use(file, () -> document.get("command").getAsString());
    if (!commands.contains(command)) {
      throw new InvalidInputException(
          file + " is a result of " + command + ", not of " + String.join(" or ", commands));
    }
    return document;
  }

  /** Does something with a document; what is not as expected there is bad input. */
  static <T> T use(String file, Supplier<T> reading) throws InvalidInputException {
    try {
      return reading.get();
    } catch (OutOfBudget e) {
      throw e;
    } catch (RuntimeException e) {
      throw new InvalidInputException(
          file + " is not a result that fencepost wrote with --format json");
    }
  }

  /** The results of a document, those of a table cell by cell. */
  static List<CheckResult> results(JsonObject document) {
    return JsonReport.results(document).stream().map(ResultFile::result).toList();
  }

  private static CheckResult result(JsonObject json) {
    List<InputText> inputs =
        json.getAsJsonArray("inputs").asList().stream()
            .map(item -> Json.read(item, JsonOutput.Input.class))
            .map(input -> new InputText(input.name(), input.sha256(), ""))
            .toList();
    return result(json, inputs);
  }

  /** A result that read these texts. */
  static CheckResult result(JsonElement element, List<InputText> inputs) {
    JsonObject json = element.getAsJsonObject();
    return new CheckResult(
        TaskJson.read(json.get("task")),
        JsonReport.readVerdict(json),
        Json.read(json.get("statistics"), Statistics.class),
        warnings(json),
        inputs);
  }

  private static List<Warning> warnings(JsonObject json) {
    return json.has("warnings")
        ? json.getAsJsonArray("warnings").asList().stream()
            .map(warning -> Json.read(warning, Warning.class))
            .toList()
        : List.of();
  }
}
