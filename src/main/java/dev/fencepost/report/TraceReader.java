// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.report;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.fencepost.source.Origin;
import dev.fencepost.source.SourceSpan;
import dev.fencepost.trace.HeapView;
import dev.fencepost.trace.NamedValue;
import dev.fencepost.trace.Trace;
import dev.fencepost.trace.TraceAccess;
import dev.fencepost.trace.TraceStep;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;

/**
 * Reads what {@link JsonTrace} wrote. Members that may be absent, as in traces of older or other
 * programs: {@code passed}, {@code readsFrom}, {@code place}, {@code waits}, {@code heap}, {@code
 * loop}.
 */
final class TraceReader {

  private TraceReader() {}

  /**
   * The trace.
   *
   * @throws RuntimeException of many kinds if it is none
   */
  static Trace read(JsonObject json) {
    return new Trace(
        list(json, "threads", JsonElement::getAsString),
        list(json, "steps", item -> step(item.getAsJsonObject())),
        list(json, "accesses", item -> access(item.getAsJsonObject())),
        failure(json.getAsJsonObject("failure")),
        list(json, "schedule", JsonElement::getAsInt),
        json.has("loop") ? OptionalInt.of(json.get("loop").getAsInt()) : OptionalInt.empty(),
        json.has("heap") ? Optional.of(heap(json.getAsJsonObject("heap"))) : Optional.empty());
  }

  static <T> List<T> list(JsonObject json, String name, Function<JsonElement, T> item) {
    List<T> list = new ArrayList<>();
    if (json.has(name)) {
      json.getAsJsonArray(name).forEach(element -> list.add(item.apply(element)));
    }
    return list;
  }

  private static TraceStep step(JsonObject json) {
    return new TraceStep(
        json.get("thread").getAsInt(),
        TraceStep.Kind.valueOf(text(json, "kind").toUpperCase(Locale.ROOT)),
        origin(json),
        json.get("access").getAsInt(),
        text(json, "effect"),
        list(json, "local", item -> local(item.getAsJsonObject())),
        values(json, "memory"),
        list(json, "views", item -> view(item.getAsJsonObject())),
        list(json, "passed", item -> passed(item.getAsJsonObject())));
  }

  private static TraceStep.LocalEvent local(JsonObject json) {
    return new TraceStep.LocalEvent(
        json.get("thread").getAsInt(), origin(json), text(json, "text"));
  }

  private static TraceStep.Passed passed(JsonObject json) {
    return new TraceStep.Passed(json.get("access").getAsInt(), text(json, "why"));
  }

  private static TraceStep.ThreadView view(JsonObject json) {
    return new TraceStep.ThreadView(
        text(json, "name"),
        text(json, "at"),
        json.has("place") ? span(json.getAsJsonObject("place")) : SourceSpan.NONE,
        values(json, "registers"),
        list(json, "window", item -> pending(item.getAsJsonObject())));
  }

  private static TraceStep.Pending pending(JsonObject json) {
    return new TraceStep.Pending(
        text(json, "text"),
        json.get("access").getAsInt(),
        list(json, "waits", item -> wait(item.getAsJsonObject())));
  }

  private static TraceStep.Wait wait(JsonObject json) {
    return new TraceStep.Wait(json.get("on").getAsInt(), text(json, "why"));
  }

  private static TraceAccess access(JsonObject json) {
    TraceAccess access =
        new TraceAccess(
            json.get("thread").getAsInt(),
            json.get("order").getAsInt(),
            text(json, "kind"),
            origin(json),
            text(json, "location"),
            text(json, "value"),
            json.get("issuedAt").getAsInt(),
            json.get("performedAt").getAsInt());
    if (!json.has("readsFrom")) {
      return access;
    }
    JsonObject from = json.getAsJsonObject("readsFrom");
    return access.from(
        new TraceAccess.Source(from.get("access").getAsInt(), from.get("step").getAsInt()));
  }

  private static Trace.Failure failure(JsonObject json) {
    return new Trace.Failure(
        text(json, "kind"),
        text(json, "message"),
        json.get("thread").getAsInt(),
        origin(json),
        values(json, "values"));
  }

  private static HeapView heap(JsonObject json) {
    return new HeapView(
        list(json, "objects", item -> object(item.getAsJsonObject())),
        list(json, "roots", JsonElement::getAsString),
        list(
            json,
            "targets",
            item ->
                new HeapView.Target(
                    text(item.getAsJsonObject(), "value"),
                    item.getAsJsonObject().get("object").getAsInt())));
  }

  private static HeapView.HeapObject object(JsonObject json) {
    return new HeapView.HeapObject(
        text(json, "name"),
        text(json, "space"),
        list(json, "fields", item -> field(item.getAsJsonObject())));
  }

  private static HeapView.Field field(JsonObject json) {
    return new HeapView.Field(
        text(json, "cell"),
        text(json, "label"),
        HeapView.Role.valueOf(text(json, "role").toUpperCase(Locale.ROOT)));
  }

  private static Origin origin(JsonObject json) {
    JsonObject origin = json.getAsJsonObject("origin");
    return new Origin(span(origin), text(origin, "statement"), text(origin, "function"));
  }

  private static SourceSpan span(JsonObject json) {
    int line = json.get("line").getAsInt();
    return line == 0
        ? SourceSpan.NONE
        : SourceSpan.at(text(json, "file"), line, json.get("column").getAsInt(), 0);
  }

  private static List<NamedValue> values(JsonObject json, String name) {
    return list(
        json,
        name,
        item ->
            new NamedValue(
                text(item.getAsJsonObject(), "name"), text(item.getAsJsonObject(), "value")));
  }

  static String text(JsonObject json, String name) {
    return json.get(name).getAsString();
  }
}
