// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.report;

import com.google.gson.Gson;
import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.fencepost.source.Printable;
import dev.fencepost.source.TextFile;
import dev.fencepost.trace.Trace;
import dev.fencepost.verdict.Verdict;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A result as one HTML file that needs nothing else: the result in JSON, and the scripts and styles
 * beside this class. A content security policy lets only those run; what comes from a model file is
 * data, escaped as JSON and shown as text.
 */
public final class HtmlReport {
  private static final List<String> SCRIPTS =
      List.of(
          "dom.js",
          "help.js",
          "syntax.js",
          "run.js",
          "lanes.js",
          "panels.js",
          "watch.js",
          "heap.js",
          "source.js",
          "explorer.js",
          "table.js",
          "fences.js",
          "app.js");
  private static final List<String> STYLES =
      List.of("base.css", "explorer.css", "lanes.css", "table.css", "fences.css", "extras.css");
  private static final Pattern PLACE = Pattern.compile("@([A-Z_]+)@");

  private HtmlReport() {}

  /**
   * The page for a document of {@code check}, {@code table} or {@code fences}.
   *
   * @throws RuntimeException of many kinds if it is none
   */
  public static String of(JsonObject document) {
    JsonObject data = withOwnResults(document);
    StringBuilder text = new StringBuilder();
    for (JsonObject result : JsonReport.results(data)) {
      addStory(result, text);
    }
    String script = "'use strict';\n(() => {\n" + all(SCRIPTS) + "})();\n";
    String style = all(STYLES);
    Map<String, String> parts =
        Map.of(
            "TITLE",
            escaped(title(data)),
            "VERSION",
            escaped(data.get("version").getAsString()),
            "SCRIPT_HASH",
            hash(script),
            "STYLE_HASH",
            hash(style),
            "STYLE",
            style,
            "SCRIPT",
            script,
            "TEXT",
            escapedLines(text.toString()),
            "DATA",
            Printable.lines(Json.text(new Gson(), data)));
    return PLACE
        .matcher(resource("page.html"))
        .replaceAll(found -> Matcher.quoteReplacement(parts.get(found.group(1))));
  }

  /** A copy whose results can be added to; runs may be long and are shared. */
  private static JsonObject withOwnResults(JsonObject document) {
    JsonObject data = copy(document);
    if (data.has("cells")) {
      JsonArray cells = new JsonArray();
      for (JsonElement cell : data.getAsJsonArray("cells")) {
        cells.add(withOwnResults(cell.getAsJsonObject()));
      }
      data.add("cells", cells);
    }
    if (data.has("results")) {
      JsonArray results = new JsonArray();
      data.getAsJsonArray("results").forEach(item -> results.add(copy(item.getAsJsonObject())));
      data.add("results", results);
    }
    return data;
  }

  private static JsonObject copy(JsonObject object) {
    JsonObject copy = new JsonObject();
    object.asMap().forEach(copy::add);
    return copy;
  }

  private static String title(JsonObject data) {
    if (data.has("title")) {
      return data.get("title").getAsString();
    }
    List<JsonObject> results = JsonReport.results(data);
    if (results.size() != 1) {
      return results.size() + " checks";
    }
    JsonObject task = results.getFirst().getAsJsonObject("task");
    return task.get("file").getAsString() + " under " + task.get("model").getAsString();
  }

  /**
   * Adds the story of a result's run to it, and the run to the text for browsers without scripts.
   */
  private static void addStory(JsonObject result, StringBuilder text) {
    JsonObject task = result.getAsJsonObject("task");
    String file = task.get("file").getAsString();
    String verdict = result.get("verdict").getAsString();
    String model = task.get("model").getAsString();
    String heading = Printable.line(file + ", " + model + ": " + verdict);
    text.append(heading).append("\n\n");
    if (!result.has("trace")) {
      return;
    }
    Trace trace = Json.read(result.get("trace"), Trace.class);
    Story story = StoryWriter.write(trace, file);
    story.sentences().forEach(each -> text.append(Printable.line(each.text())).append('\n'));
    text.append('\n')
        .append(TextTrace.of(new Verdict.Violated(trace), file, TextTrace.Layout.FILE))
        .append("\n\n");
    result.add("story", Json.of(story));
  }

  private static String all(List<String> names) {
    return names.stream().map(name -> resource(name) + "\n").collect(Collectors.joining());
  }

  private static String resource(String name) {
    return TextFile.packed("dev/fencepost/report/" + name).orElseThrow();
  }

  private static String hash(String text) {
    try {
      byte[] bytes =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return "sha256-" + Base64.getEncoder().encodeToString(bytes);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  /** A text of one line in HTML and XML, as printable as on the terminal. */
  static String escaped(String text) {
    return entities(Printable.line(text));
  }

  /** The same for a text of several lines. */
  static String escapedLines(String text) {
    return entities(Printable.lines(text));
  }

  private static String entities(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;")
        .replace("'", "&#39;");
  }
}
