// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.cli;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.fencepost.report.ExecutionPicture;
import dev.fencepost.report.Json;
import dev.fencepost.report.JsonReport;
import dev.fencepost.report.JunitReport;
import dev.fencepost.report.TextTrace;
import dev.fencepost.suite.LitmusReport;
import dev.fencepost.suite.LitmusResult;
import dev.fencepost.suite.LitmusResult.Final;
import dev.fencepost.suite.LitmusResult.PartOutcome;
import dev.fencepost.trace.Graph;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;

/** The results of litmus tests one by one: as text, JSON and graphs. */
record LitmusOutput(Terminal terminal, LitmusReport report) {
  /** The largest number of tests whose final states are shown unasked. */
  private static final int FEW = 3;

  /** The final states of each test, where there are few tests or all are wanted. */
  void details(boolean all) {
    if (all || report.tests() <= FEW) {
      report.results().forEach(this::details);
    }
  }

  private void details(LitmusResult result) {
    String title = result.key().test() + " under " + result.key().model() + ": ";
    terminal.println((title + result.question()).stripTrailing());
    for (Final state : result.finals()) {
      terminal.println((state.meets() ? "* " : "  ") + state.text());
      state
          .witness()
          .ifPresent(
              run -> {
                terminal.println("");
                terminal.print(TextTrace.witness(run, result.key().file(), terminal.layout(true)));
                terminal.println("");
              });
    }
    result.outcomes().forEach(each -> terminal.printf("  %-10s  %s", each.word(), each.text()));
    if (result.limit().isPresent()) {
      terminal.println("Inconclusive: " + result.limit().get());
    } else {
      terminal.println("ok".equals(result.words().get("validates")) ? "Ok" : "No");
      terminal.println(result.observation());
    }
    terminal.println("");
  }

  /** The execution graphs of all witnesses. */
  List<Graph> graphs() {
    List<Graph> graphs = new ArrayList<>();
    for (LitmusResult result : report.results()) {
      for (Final state : result.finals()) {
        String title = result.key().test() + ", " + result.key().model() + ": " + state.text();
        state.witness().ifPresent(run -> graphs.add(ExecutionPicture.of(run.trace(), title)));
      }
    }
    return graphs;
  }

  /** The tests that could not be run, as failed test cases. */
  List<JunitReport.Case> refused() {
    List<JunitReport.Case> cases = new ArrayList<>();
    report
        .refused()
        .forEach(
            (file, problems) ->
                cases.add(new JunitReport.Case(file, "read", 0, "refused", problems.toString())));
    return cases;
  }

  void json() {
    JsonObject document = JsonOutput.document("litmus");
    document.addProperty("seconds", Math.round(report.seconds() * 1e3) / 1e3);
    document.add("results", Json.of(report.results().stream().map(LitmusOutput::json).toList()));
    SequencedMap<String, String> refused = new LinkedHashMap<>();
    report.refused().forEach((file, problems) -> refused.put(file, problems.getFirst().toString()));
    document.add("refused", Json.of(refused));
    document.add("leftOut", Json.of(report.leftOut()));
    JsonOutput.write(terminal, document);
  }

  private record State(String state, boolean meets, Optional<JsonElement> witness) {
    private static State of(Final state) {
      return new State(
          state.text(),
          state.meets(),
          state.witness().map(run -> JsonReport.verdict(run, true).get("trace")));
    }
  }

  private record Part(String outcome, boolean possible, boolean expected) {
    private static Part of(PartOutcome outcome) {
      return new Part(outcome.text(), outcome.possible(), outcome.expected());
    }
  }

  private static JsonObject json(LitmusResult result) {
    JsonObject json = Json.object(result.key());
    json.addProperty("question", result.question());
    json.addProperty("verdict", result.words().get("verdict"));
    json.addProperty("observation", result.words().get("observation"));
    json.addProperty("positive", result.positive());
    json.addProperty("negative", result.finals().size() - result.positive());
    json.addProperty("validates", "ok".equals(result.words().get("validates")));
    json.add("finalStates", Json.of(result.finals().stream().map(State::of).toList()));
    json.add("outcomes", Json.of(result.outcomes().stream().map(Part::of).toList()));
    json.addProperty("states", result.searched());
    result.limit().ifPresent(limit -> json.addProperty("limit", limit));
    json.addProperty("agreement", result.agreement().word());
    json.add("differences", Json.of(result.differences()));
    return json;
  }
}
