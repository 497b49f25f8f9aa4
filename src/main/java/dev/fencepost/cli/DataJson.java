// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.cli;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import com.google.gson.JsonSerializer;
import dev.fencepost.source.preprocess.Token;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Locale;

/** Plain data as JSON: docs/result-json.md. */
final class DataJson {
  private static final Gson GSON =
      new GsonBuilder()
          .disableHtmlEscaping()
          .registerTypeHierarchyAdapter(
              Enum.class,
              (JsonSerializer<Enum<?>>)
                  (word, type, context) -> new JsonPrimitive(word.name().toLowerCase(Locale.ROOT)))
          .create();

  private DataJson() {}

  /** A record, or a list of them: their members under their own names. */
  static JsonElement of(Object data) {
    return GSON.toJsonTree(data);
  }

  static JsonArray tokens(List<Token> tokens) {
    JsonArray array = new JsonArray();
    for (Token token : tokens) {
      JsonObject json = new JsonObject();
      json.addProperty("file", token.span().file());
      json.addProperty("line", token.span().line());
      json.addProperty("column", token.span().column());
      json.addProperty("kind", token.kind().name().toLowerCase(Locale.ROOT));
      json.addProperty("text", token.text());
      array.add(json);
    }
    return array;
  }

  /** Lines that are indented by two spaces for each level, as a forest. */
  static JsonArray tree(String lines) {
    JsonArray roots = new JsonArray();
    Deque<JsonArray> open = new ArrayDeque<>();
    open.push(roots);
    for (String line : lines.lines().toList()) {
      int depth = (line.length() - line.stripLeading().length()) / 2;
      while (open.size() > depth + 1) {
        open.pop();
      }
      JsonObject node = new JsonObject();
      JsonArray children = new JsonArray();
      node.addProperty("text", line.strip());
      node.add("children", children);
      open.element().add(node);
      open.push(children);
    }
    return roots;
  }

  /** Rows below a header, each as an object: column to text. */
  static JsonArray rows(List<String> header, List<List<String>> rows) {
    JsonArray array = new JsonArray();
    for (List<String> row : rows) {
      JsonObject json = new JsonObject();
      for (int i = 0; i < row.size(); i++) {
        json.addProperty(header.get(i), row.get(i));
      }
      array.add(json);
    }
    return array;
  }
}
