// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.cli;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.fencepost.report.ExecutionPicture;
import dev.fencepost.report.JsonReport;
import dev.fencepost.report.JunitReport;
import dev.fencepost.report.TextTrace;
import dev.fencepost.suite.LitmusReport;
import dev.fencepost.suite.LitmusResult;
import dev.fencepost.suite.LitmusResult.Final;
import dev.fencepost.suite.LitmusResult.PartOutcome;
import dev.fencepost.trace.Graph;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The results of litmus tests one by one: as text, JSON and graphs. */
final class LitmusOutput {
  /** The largest number of tests whose final states are shown unasked. */
  private static final int FEW = 3;

  private final Terminal terminal;
  private final LitmusReport report;

  LitmusOutput(Terminal terminal, LitmusReport report) {
    this.terminal = terminal;
    this.report = report;
  }

  /** The final states of each test, where there are few tests or all are wanted. */
  void details(boolean all) {
    if (all || report.tests() <= FEW) {
      report.results().forEach(this::details);
    }
  }

  private void details(LitmusResult result) {
    terminal.println(
        result.key().test() + " under " + result.key().model() + ": " + result.question());
    for (Final state : result.finals()) {
      terminal.println((state.meets() ? "* " : "  ") + state.text());
      state
          .witness()
          .ifPresent(
              run -> {
                terminal.println("");
                terminal.print(TextTrace.witness(run, result.key().file()));
                terminal.println("");
              });
    }
    result
        .outcomes()
        .forEach(
            each ->
                terminal.println(
                    String.format(Locale.ROOT, "  %-10s  %s", each.word(), each.text())));
    terminal.println("ok".equals(result.words().get("validates")) ? "Ok" : "No");
    terminal.println(result.observation());
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
    JsonArray results = new JsonArray();
    report.results().forEach(result -> results.add(json(result)));
    document.add("results", results);
    JsonObject refused = new JsonObject();
    report
        .refused()
        .forEach((file, problems) -> refused.addProperty(file, problems.getFirst().toString()));
    document.add("refused", refused);
    JsonObject leftOut = new JsonObject();
    report.leftOut().forEach(leftOut::addProperty);
    document.add("leftOut", leftOut);
    JsonOutput.write(terminal, document);
  }

  private static JsonObject json(LitmusResult result) {
    JsonObject json = new JsonObject();
    json.addProperty("file", result.key().file());
    json.addProperty("test", result.key().test());
    json.addProperty("model", result.key().model());
    json.addProperty("question", result.question());
    json.addProperty("verdict", result.words().get("verdict"));
    json.addProperty("observation", result.words().get("observation"));
    json.addProperty("positive", result.positive());
    json.addProperty("negative", result.finals().size() - result.positive());
    json.addProperty("validates", "ok".equals(result.words().get("validates")));
    JsonArray finals = new JsonArray();
    for (Final state : result.finals()) {
      JsonObject item = new JsonObject();
      item.addProperty("state", state.text());
      item.addProperty("meets", state.meets());
      state
          .witness()
          .ifPresent(run -> item.add("witness", JsonReport.verdict(run, true).get("trace")));
      finals.add(item);
    }
    json.add("finalStates", finals);
    JsonArray outcomes = new JsonArray();
    for (PartOutcome each : result.outcomes()) {
      JsonObject item = new JsonObject();
      item.addProperty("outcome", each.text());
      item.addProperty("possible", each.possible());
      item.addProperty("expected", each.expected());
      outcomes.add(item);
    }
    json.add("outcomes", outcomes);
    json.addProperty("states", result.searched());
    result.limit().ifPresent(limit -> json.addProperty("limit", limit));
    json.addProperty("agreement", result.agreement().word());
    JsonArray differences = new JsonArray();
    result.differences().forEach(differences::add);
    json.add("differences", differences);
    return json;
  }
}
