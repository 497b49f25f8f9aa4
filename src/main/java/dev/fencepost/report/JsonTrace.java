// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.report;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.fencepost.source.Diagnostic;
import dev.fencepost.source.Origin;
import dev.fencepost.source.SourceSpan;
import dev.fencepost.trace.HeapView;
import dev.fencepost.trace.NamedValue;
import dev.fencepost.trace.Reordering;
import dev.fencepost.trace.Trace;
import dev.fencepost.trace.TraceAccess;
import dev.fencepost.trace.TraceStep;
import java.util.List;
import java.util.Locale;

/** A trace as JSON; docs/result-json.md has the schema. */
final class JsonTrace {

  private JsonTrace() {}

  static JsonObject of(Trace trace) {
    JsonObject json = new JsonObject();
    json.add("threads", strings(trace.threads()));
    JsonArray steps = new JsonArray();
    trace.steps().forEach(step -> steps.add(step(step, steps.size())));
    json.add("steps", steps);
    JsonArray accesses = new JsonArray();
    trace.accesses().forEach(access -> accesses.add(access(access)));
    json.add("accesses", accesses);
    JsonArray reorderings = new JsonArray();
    for (Reordering pair : trace.reorderings()) {
      JsonObject indices = new JsonObject();
      indices.addProperty("earlier", trace.accesses().indexOf(pair.earlier()));
      indices.addProperty("later", trace.accesses().indexOf(pair.later()));
      reorderings.add(indices);
    }
    json.add("reorderings", reorderings);
    json.add("failure", failure(trace.failure()));
    JsonArray schedule = new JsonArray();
    trace.schedule().forEach(schedule::add);
    json.add("schedule", schedule);
    trace.loop().ifPresent(loop -> json.addProperty("loop", loop));
    trace.heap().ifPresent(heap -> json.add("heap", heap(heap)));
    return json;
  }

  private static JsonObject step(TraceStep step, int number) {
    JsonObject json = new JsonObject();
    json.addProperty("number", number);
    json.addProperty("thread", step.thread());
    json.addProperty("kind", step.kind().name().toLowerCase(Locale.ROOT));
    json.add("origin", origin(step.origin()));
    json.addProperty("access", step.access());
    json.addProperty("effect", step.effect());
    JsonArray local = new JsonArray();
    for (TraceStep.LocalEvent event : step.local()) {
      JsonObject item = new JsonObject();
      item.addProperty("thread", event.thread());
      item.add("origin", origin(event.origin()));
      item.addProperty("text", event.text());
      local.add(item);
    }
    json.add("local", local);
    json.add("memory", values(step.memory()));
    JsonArray views = new JsonArray();
    step.views().forEach(view -> views.add(view(view)));
    json.add("views", views);
    JsonArray passed = new JsonArray();
    for (TraceStep.Passed access : step.passed()) {
      JsonObject item = new JsonObject();
      item.addProperty("access", access.access());
      item.addProperty("why", access.why());
      passed.add(item);
    }
    json.add("passed", passed);
    return json;
  }

  private static JsonObject view(TraceStep.ThreadView view) {
    JsonObject json = new JsonObject();
    json.addProperty("name", view.name());
    json.addProperty("at", view.at());
    json.add("place", place(view.place()));
    json.add("registers", values(view.registers()));
    JsonArray window = new JsonArray();
    for (TraceStep.Pending pending : view.window()) {
      JsonObject item = new JsonObject();
      item.addProperty("text", pending.text());
      item.addProperty("access", pending.access());
      JsonArray waits = new JsonArray();
      for (TraceStep.Wait wait : pending.waits()) {
        JsonObject reason = new JsonObject();
        reason.addProperty("on", wait.on());
        reason.addProperty("why", wait.why());
        waits.add(reason);
      }
      item.add("waits", waits);
      window.add(item);
    }
    json.add("window", window);
    return json;
  }

  private static JsonObject heap(HeapView heap) {
    JsonObject json = new JsonObject();
    JsonArray objects = new JsonArray();
    for (HeapView.HeapObject object : heap.objects()) {
      JsonObject item = new JsonObject();
      item.addProperty("name", object.name());
      item.addProperty("space", object.space());
      JsonArray fields = new JsonArray();
      for (HeapView.Field field : object.fields()) {
        JsonObject member = new JsonObject();
        member.addProperty("cell", field.cell());
        member.addProperty("label", field.label());
        member.addProperty("role", field.role().name().toLowerCase(Locale.ROOT));
        fields.add(member);
      }
      item.add("fields", fields);
      objects.add(item);
    }
    json.add("objects", objects);
    json.add("roots", strings(heap.roots()));
    JsonArray targets = new JsonArray();
    for (HeapView.Target target : heap.targets()) {
      JsonObject item = new JsonObject();
      item.addProperty("value", target.value());
      item.addProperty("object", target.object());
      targets.add(item);
    }
    json.add("targets", targets);
    return json;
  }

  private static JsonObject access(TraceAccess access) {
    JsonObject json = new JsonObject();
    json.addProperty("thread", access.thread());
    json.addProperty("order", access.order());
    json.addProperty("kind", access.kind());
    json.add("origin", origin(access.origin()));
    json.addProperty("location", access.location());
    json.addProperty("value", access.value());
    json.addProperty("issuedAt", access.fetchedAt());
    json.addProperty("performedAt", access.performedAt());
    json.addProperty("pending", access.pending());
    access
        .source()
        .ifPresent(
            source -> {
              JsonObject from = new JsonObject();
              from.addProperty("access", source.access());
              from.addProperty("step", source.step());
              json.add("readsFrom", from);
            });
    return json;
  }

  private static JsonObject failure(Trace.Failure failure) {
    JsonObject json = new JsonObject();
    json.addProperty("kind", failure.kind());
    json.addProperty("message", failure.message());
    json.addProperty("thread", failure.thread());
    json.add("origin", origin(failure.origin()));
    json.add("values", values(failure.values()));
    return json;
  }

  private static JsonObject origin(Origin origin) {
    JsonObject json = place(origin.span());
    json.addProperty("statement", origin.text());
    json.addProperty("function", origin.function());
    return json;
  }

  private static JsonObject place(SourceSpan span) {
    JsonObject json = new JsonObject();
    json.addProperty("file", span.file());
    json.addProperty("line", span.line());
    json.addProperty("column", span.column());
    return json;
  }

  static JsonObject diagnostic(Diagnostic diagnostic) {
    JsonObject json = place(diagnostic.span());
    json.addProperty("message", diagnostic.message());
    json.addProperty("hint", diagnostic.hint());
    return json;
  }

  private static JsonArray values(List<NamedValue> values) {
    JsonArray json = new JsonArray();
    for (NamedValue value : values) {
      JsonObject item = new JsonObject();
      item.addProperty("name", value.name());
      item.addProperty("value", value.value());
      json.add(item);
    }
    return json;
  }

  static JsonArray strings(List<String> strings) {
    JsonArray json = new JsonArray();
    strings.forEach(json::add);
    return json;
  }
}
