// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.serve;

import com.google.gson.JsonObject;
import com.sun.net.httpserver.HttpExchange;
import dev.fencepost.check.CheckListener;
import dev.fencepost.check.CheckResult;
import dev.fencepost.check.CheckTask;
import dev.fencepost.check.CheckTask.Bounds;
import dev.fencepost.check.Checker;
import dev.fencepost.check.LitmusChecker;
import dev.fencepost.check.LitmusChecker.LitmusOutcome;
import dev.fencepost.check.LoadedModel;
import dev.fencepost.frontend.FrontEnds;
import dev.fencepost.frontend.litmus.LitmusFrontEnd;
import dev.fencepost.frontend.litmus.LitmusTest;
import dev.fencepost.report.Json;
import dev.fencepost.report.JsonReport;
import dev.fencepost.source.Diagnostic;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.verdict.Warning;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Runs checks for the page: results go out as server-sent events, as they come. */
final class ServedChecks {
  /** So many reports are kept. */
  private static final int REPORTS = 50;

  private final Function<CheckResult, String> report;
  private final AtomicLong numbers = new AtomicLong();
  private final Map<String, AtomicBoolean> running = new ConcurrentHashMap<>();

  /** A check takes all the memory that there is: one at a time. */
  private final Semaphore turn = new Semaphore(1, true);

  private final Map<String, CheckResult> reports =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, CheckResult> eldest) {
          return size() > REPORTS;
        }
      };

  ServedChecks(Function<CheckResult, String> report) {
    this.report = report;
  }

  /** Stops a check, if it still runs. */
  void stop(String id) {
    AtomicBoolean stop = running.get(id);
    if (stop != null) {
      stop.set(true);
    }
  }

  void stopAll() {
    running.values().forEach(stop -> stop.set(true));
  }

  /** The page for a result that was violated. */
  Optional<String> report(String id) {
    @Nullable CheckResult result;
    synchronized (reports) {
      result = reports.get(id);
    }
    return result == null
        ? Optional.empty()
        : Checker.budget(result.task(), CheckListener.NONE, 0)
            .run(() -> Optional.of(report.apply(result)));
  }

  /** Checks a program under each of its models; a page that goes away stops the check. */
  void run(HttpExchange exchange, ServedProgram program, Bounds bounds) throws IOException {
    exchange.getResponseHeaders().add("Content-Type", "text/event-stream; charset=utf-8");
    exchange.getResponseHeaders().add("Cache-Control", "no-store");
    exchange.sendResponseHeaders(200, 0);
    String id = Long.toString(numbers.incrementAndGet());
    AtomicBoolean stop = new AtomicBoolean();
    running.put(id, stop);
    Events events = new Events(exchange.getResponseBody(), stop);
    JsonObject start = new JsonObject();
    start.addProperty("id", id);
    events.send("start", start);
    turn.acquireUninterruptibly();
    try {
      for (String model : program.expandedModels()) {
        if (!stop.get()) {
          one(program.task(model, bounds), id, events);
        }
      }
    } finally {
      turn.release();
      running.remove(id);
    }
    events.send("end", new JsonObject());
  }

  private void one(CheckTask task, String id, Events events) {
    JsonObject json = new JsonObject();
    json.addProperty("model", task.model());
    try {
      if (FrontEnds.of(task.file()).equals(FrontEnds.LITMUS)) {
        litmus(task, json, events);
      } else {
        CheckResult result = Checker.check(task, events.listener(task));
        JsonReport.verdict(result.verdict(), false).asMap().forEach(json::add);
        json.add("statistics", JsonReport.statistics(result.statistics()));
        json.add("warnings", Json.of(result.warnings().stream().map(Warning::toString).toList()));
        result
            .trace()
            .ifPresent(
                trace -> {
                  String name = id + "-" + task.model();
                  synchronized (reports) {
                    reports.put(name, result);
                  }
                  json.addProperty("report", name);
                  json.add("schedule", Json.of(trace.schedule()));
                });
      }
    } catch (InvalidInputException e) {
      problem(e).asMap().forEach(json::add);
    } catch (VirtualMachineError e) {
      json.addProperty("error", "out of memory: " + e.getMessage());
    }
    events.send("result", json);
  }

  private static void litmus(CheckTask task, JsonObject json, Events events)
      throws InvalidInputException {
    CheckListener listener = events.listener(task);
    Optional<String> limit =
        Checker.limited(task, listener, 0, () -> finalStates(task, listener, json), Optional::of);
    limit.ifPresent(
        text -> {
          json.addProperty("verdict", "inconclusive");
          json.addProperty("limit", text);
        });
  }

  /** Adds the final states that were found; the limit that ended the search, if one did. */
  private static Optional<String> finalStates(
      CheckTask task, CheckListener listener, JsonObject json) throws InvalidInputException {
    LitmusTest test = LitmusFrontEnd.parse(task.file(), task.text().orElseThrow());
    LitmusOutcome outcome = LitmusChecker.run(task, test, LoadedModel.of(task.model()), listener);
    json.addProperty("verdict", outcome.finalStates().outcome().observation());
    json.addProperty("states", outcome.states());
    json.add("finalStates", Json.of(outcome.finalStates().texts()));
    return outcome.limit();
  }

  /** What is wrong with a program, by lines. */
  static JsonObject problem(InvalidInputException e) {
    JsonObject json = problem(e.diagnostics().getFirst().message());
    json.add("diagnostics", Json.of(e.diagnostics().stream().map(Problem::of).toList()));
    return json;
  }

  static JsonObject problem(String message) {
    JsonObject json = new JsonObject();
    json.addProperty("error", message);
    return json;
  }

  /** A diagnostic. */
  private record Problem(String file, int line, String message, String hint) {
    static Problem of(Diagnostic diagnostic) {
      return new Problem(
          diagnostic.span().file(),
          diagnostic.span().line(),
          diagnostic.message(),
          diagnostic.hint());
    }
  }

  /** Writes events; one that cannot be written stops the check. */
  private record Events(OutputStream out, AtomicBoolean stop) {

    void send(String name, JsonObject data) {
      String text = "event: " + name + "\ndata: " + data + "\n\n";
      try {
        out.write(text.getBytes(StandardCharsets.UTF_8));
        out.flush();
      } catch (IOException e) {
        stop.set(true);
      }
    }

    CheckListener listener(CheckTask task) {
      return new CheckListener() {
        @Override
        public void progress(Progress progress) {
          JsonObject json = new JsonObject();
          json.addProperty("model", task.model());
          json.addProperty("states", progress.states());
          json.addProperty("rate", (long) progress.statesPerSecond());
          send("progress", json);
        }

        @Override
        public boolean stopRequested() {
          return stop.get();
        }
      };
    }
  }
}
