// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.cli;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.fencepost.cli.Terminal.Colour;
import dev.fencepost.report.HtmlReport;
import dev.fencepost.report.Json;
import dev.fencepost.report.JunitReport;
import dev.fencepost.suite.Table;
import dev.fencepost.suite.TableCell;
import java.util.ArrayList;
import java.util.List;

/** Tables in all formats; docs/result-json.md has the schema of JSON. */
final class TableOutput {

  private TableOutput() {}

  /** The formats of a table on the terminal. */
  enum Format {
    TEXT,
    MARKDOWN,
    CSV,
    JSON
  }

  /** Writes a table; {@code traces} adds the violating runs to JSON. */
  static void print(Terminal terminal, Table table, Format format, boolean traces) {
    switch (format) {
      case TEXT -> table.text().lines().forEach(line -> print(terminal, line));
      case MARKDOWN -> terminal.print(table.markdown());
      case CSV -> terminal.print(table.csv());
      case JSON -> JsonOutput.write(terminal, () -> json(table, traces));
    }
  }

  private static void print(Terminal terminal, String line) {
    boolean different = line.startsWith("different: ");
    if (!different && !line.startsWith("inconclusive: ")) {
      terminal.println(line);
      return;
    }
    int end = line.indexOf(": ") + 2;
    Colour colour = different ? Colour.BAD : Colour.DOUBTFUL;
    terminal.println("", colour, line.substring(0, end), line.substring(end));
  }

  /** A page for the browser, with the violating runs. */
  static String html(Table table) {
    return HtmlReport.of(json(table, true));
  }

  /** A test case for each cell: it fails if it differs or is inconclusive. */
  static String junit(String suite, Table table, List<JunitReport.Case> more) {
    List<JunitReport.Case> cases = new ArrayList<>();
    for (TableCell cell : table.cells()) {
      double seconds =
          cell.results().stream().mapToDouble(each -> each.statistics().seconds()).sum();
      cases.add(new JunitReport.Case(cell.key().row(), cell.column(), seconds, cell.problem(), ""));
    }
    cases.addAll(more);
    return JunitReport.of(suite, cases);
  }

  static ExitStatus status(Table table) {
    return switch (table.agreement()) {
      case DIFFERENT -> ExitStatus.VIOLATED;
      case INCONCLUSIVE -> ExitStatus.INCONCLUSIVE;
      case AS_EXPECTED, OPEN -> ExitStatus.HOLDS;
    };
  }

  private static JsonObject json(Table table, boolean traces) {
    JsonObject document = JsonOutput.document("table");
    document.addProperty("table", table.name());
    if (table.cells().isEmpty()) {
      document.add("rows", rows(table.data().header(), table.data().texts()));
      return document;
    }
    document.addProperty("title", table.title());
    if (!table.legend().isEmpty()) {
      document.addProperty("legend", table.legend());
    }
    document.add("notes", Json.of(table.notes()));
    document.addProperty("seconds", Math.round(table.seconds() * 1e3) / 1e3);
    if (!table.layers().isEmpty()) {
      document.add("layers", Json.of(table.layers()));
    }
    JsonArray cells = new JsonArray();
    table.cells().forEach(cell -> cells.add(json(cell, traces)));
    document.add("cells", cells);
    if (traces) {
      document.add("sources", JsonOutput.sources(table.results()));
    }
    return document;
  }

  private static JsonObject json(TableCell cell, boolean traces) {
    JsonObject json = Json.object(cell.key());
    json.addProperty("result", cell.word());
    json.addProperty("published", cell.published());
    json.addProperty("asPublished", cell.asPublished());
    json.add("results", JsonOutput.results(cell.results(), traces));
    return json;
  }

  /** Rows below a header, each as an object: column to text. */
  private static JsonArray rows(List<String> header, List<List<String>> rows) {
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
