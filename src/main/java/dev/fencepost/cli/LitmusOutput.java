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
import dev.fencepost.suite.LitmusResult.Agreement;
import dev.fencepost.suite.LitmusResult.Final;
import dev.fencepost.suite.LitmusResult.PartOutcome;
import dev.fencepost.suite.LitmusSummary;
import dev.fencepost.trace.Graph;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The results of litmus tests as text, JSON and comma-separated values. */
final class LitmusOutput {
  /** Up to so many tests are shown one by one. */
  private static final int FEW = 3;

  private final Terminal terminal;
  private final LitmusReport report;

  LitmusOutput(Terminal terminal, LitmusReport report) {
    this.terminal = terminal;
    this.report = report;
  }

  void text(boolean all) {
    long tests = report.results().stream().map(result -> result.key().file()).distinct().count();
    if (all || tests <= FEW) {
      report.results().forEach(this::details);
    }
    if (tests > 1) {
      terminal.print(LitmusSummary.table(report));
    }
    report.with(Agreement.DIFFERENT).forEach(result -> terminal.println(difference(result)));
    report.with(Agreement.INCONCLUSIVE).forEach(result -> terminal.println(inconclusive(result)));
    report.refused().forEach((file, problems) -> terminal.println("refused: " + file));
    report
        .leftOut()
        .forEach(
            (model, rows) ->
                terminal.println(
                    "left out: " + rows + " rows for " + model + ", no model here stands for it"));
    if (!report.outcomes().isEmpty()) {
      terminal.println(outcomes(report.outcomes()));
    }
    terminal.println(verdict());
  }

  private static String outcomes(List<PartOutcome> all) {
    long possible = all.stream().filter(PartOutcome::possible).count();
    long different = all.stream().filter(each -> each.possible() != each.expected()).count();
    return String.format(
        Locale.ROOT,
        "%,d outcomes: %,d possible, %,d impossible, %s",
        all.size(),
        possible,
        all.size() - possible,
        different == 0 ? "as expected" : different + " of them not as expected");
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
                terminal.println(TextTrace.witness(run, result.key().file()));
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

  private String difference(LitmusResult result) {
    return terminal.bad("different: ") + name(result) + String.join("; ", result.differences());
  }

  private String inconclusive(LitmusResult result) {
    return terminal.doubtful("inconclusive: ") + name(result) + result.limit().orElse("");
  }

  private static String name(LitmusResult result) {
    return result.key().file() + ", " + result.key().model() + ": ";
  }

  private String verdict() {
    int different = report.with(Agreement.DIFFERENT).size();
    int expected = report.with(Agreement.AS_EXPECTED).size() + different;
    String head =
        String.format(
            Locale.ROOT,
            "%,d %s, %,d states, %.2f s: ",
            report.results().size(),
            report.results().size() == 1 ? "check" : "checks",
            report.states(),
            report.seconds());
    if (different > 0) {
      return head + different + (different == 1 ? " differs" : " differ");
    }
    return head
        + (expected == 0 ? "nothing was expected of them" : expected + " as expected")
        + (report.refused().isEmpty() ? "" : ", " + report.refused().size() + " refused");
  }

  void csv() {
    terminal.println("file,model," + String.join(",", LitmusResult.COLUMNS) + ",agreement");
    for (LitmusResult result : report.results()) {
      terminal.println(
          String.join(
              ",",
              quoted(result.key().file()),
              quoted(result.key().model()),
              String.join(",", result.words().sequencedValues()),
              word(result.agreement())));
    }
  }

  private static String quoted(String field) {
    return field.matches("[^,\"]*") ? field : '"' + field.replace("\"", "\"\"") + '"';
  }

  private static String word(Agreement agreement) {
    return agreement.name().toLowerCase(Locale.ROOT).replace('_', ' ');
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

  /** A test case for each test and model. */
  String junit() {
    List<JunitReport.Case> cases = new ArrayList<>();
    for (LitmusResult result : report.results()) {
      String problem =
          switch (result.agreement()) {
            case DIFFERENT -> String.join("; ", result.differences());
            case INCONCLUSIVE -> "inconclusive: " + result.limit().orElse("");
            case AS_EXPECTED, OPEN -> "";
          };
      cases.add(new JunitReport.Case(result.key().file(), result.key().model(), 0, problem, ""));
    }
    report
        .refused()
        .forEach(
            (file, problems) ->
                cases.add(new JunitReport.Case(file, "read", 0, "refused", problems.toString())));
    return JunitReport.of("litmus", cases);
  }

  void json() {
    JsonObject document = JsonOutput.document("litmus");
    document.addProperty("seconds", Math.round(report.seconds() * 1e3) / 1e3);
    JsonArray results = new JsonArray();
    report.results().forEach(result -> results.add(json(result)));
    document.add("results", results);
    JsonArray refused = new JsonArray();
    report.refused().sequencedKeySet().forEach(refused::add);
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
    json.addProperty("agreement", word(result.agreement()));
    JsonArray differences = new JsonArray();
    result.differences().forEach(differences::add);
    json.add("differences", differences);
    return json;
  }
}
