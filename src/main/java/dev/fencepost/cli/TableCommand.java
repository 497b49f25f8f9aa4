// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.cli;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.fencepost.benchmark.ExportCosts;
import dev.fencepost.report.HtmlReport;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.spin.Spin;
import dev.fencepost.suite.Ablation;
import dev.fencepost.suite.CsvLine;
import dev.fencepost.suite.Matrix;
import dev.fencepost.suite.Table;
import dev.fencepost.suite.TableCell;
import dev.fencepost.suite.TableRunner;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Runs a published table again. */
@Command(
    name = "table",
    description = "Runs the checks of a published table and compares.",
    footer = {
      "",
      "Examples:",
      "  fencepost table oopsla17                   copying collectors, six memory models",
      "  fencepost table setta16                    verdicts, states, time and memory",
      "  fencepost table sapphire18                 Transactional Sapphire; takes minutes",
      "  fencepost table ldrf                       memories of their own, and shared ones",
      "  fencepost table mplr22                     work-packet collectors, 582 checks",
      "  fencepost table mutators                   one to three mutators that loop for ever",
      "  fencepost table models                     the same under the other memory models",
      "  fencepost table progress                   wait-freedom, lock-freedom; takes minutes",
      "  fencepost table racing                     two and three mutators that race on one field",
      "  fencepost table mutators --rows Baker      some of its rows",
      "  fencepost table setta16 --ablation         what each optimisation gives",
      "  fencepost table setta16 --hand-coding      what exported models cost in SPIN",
      "  fencepost table oopsla17 --format csv",
      "  fencepost table oopsla17 --html table.html",
      "",
      "Exit status: 0 everything as published, 1 something differs, 2 something was inconclusive,",
      "3 bad input, 4 a defect of Fencepost."
    })
final class TableCommand implements Callable<Integer> {
  private final Terminal terminal;

  @Spec private CommandSpec spec;

  @Parameters(
      paramLabel = "NAME",
      description =
          "The table: oopsla17, setta16, sapphire18, ldrf, mplr22, mutators, models,"
              + " racing or progress.")
  private String name;

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      description = "text, markdown, csv or json (text).")
  private TableFormat format = TableFormat.TEXT;

  @Option(
      names = "--html",
      paramLabel = "FILE",
      description = "Also writes a report for the browser: one file, with a page for each failure.")
  private @Nullable String html;

  @Option(
      names = "--junit",
      paramLabel = "FILE",
      description = "Also writes a report in JUnit's XML, for CI: a cell fails if it differs.")
  private @Nullable String junit;

  @Option(
      names = "--rows",
      paramLabel = "TEXT",
      description = "Only the rows whose names contain this.")
  private String rows = "";

  @Option(names = "--traces", description = "JSON also has the violating runs.")
  private boolean traces;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "How many checks run side by side (all cores).")
  private int threads = Runtime.getRuntime().availableProcessors();

  @Option(
      names = "--ablation",
      description =
          "Runs the table also with each optimisation switched off, and shows states, memory and"
              + " time side by side (text, csv or json).")
  private boolean ablation;

  @Option(
      names = "--hand-coding",
      description =
          "setta16: compares both exported forms, searched by SPIN, with Fencepost's own engine"
              + " (text, csv or json).")
  private boolean handCoding;

  TableCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  /** How tables are written. */
  enum TableFormat {
    TEXT,
    MARKDOWN,
    CSV,
    JSON
  }

  @Override
  public Integer call() throws InvalidInputException {
    if (threads < 1) {
      throw new ParameterException(spec.commandLine(), "--threads must be at least 1");
    }
    OutputFile.requireFolder(html);
    OutputFile.requireFolder(junit);
    if (!rows.isEmpty() && (Matrix.exists(name) || ablation || handCoding)) {
      throw new ParameterException(spec.commandLine(), "--rows goes with whole checks of a table");
    }
    if (Matrix.exists(name)) {
      return matrix();
    }
    if (ablation) {
      return ablation();
    }
    if (handCoding) {
      return handCoding();
    }
    Table table = TableRunner.runRows(name, rows, threads, terminal.listener(name));
    terminal.endProgress();
    if (format == TableFormat.JSON) {
      JsonOutput.write(terminal, json(table, traces));
    } else {
      terminal.print(table.format(format.name().toLowerCase(Locale.ROOT)).orElseThrow());
    }
    if (html != null) {
      OutputFile.write(html, HtmlReport.of(json(table, true)));
    }
    if (junit != null) {
      OutputFile.write(junit, JunitOutput.table(table.name(), table.cells()));
    }
    return status(table).code();
  }

  private int matrix() throws InvalidInputException {
    if (ablation || handCoding) {
      throw new ParameterException(
          spec.commandLine(), name + " has neither --ablation nor --hand-coding");
    }
    Matrix matrix = Matrix.run(name, threads, terminal.listener(name));
    terminal.endProgress();
    switch (format) {
      case TEXT -> terminal.print(matrix.text());
      case MARKDOWN -> terminal.print(matrix.markdown());
      case CSV -> terminal.print(matrix.csv());
      case JSON -> JsonOutput.write(terminal, json(matrix, traces));
    }
    if (html != null) {
      OutputFile.write(html, HtmlReport.of(json(matrix, true)));
    }
    if (junit != null) {
      OutputFile.write(junit, JunitOutput.table(name, matrix.cells()));
    }
    if (!matrix.different().isEmpty()) {
      return (matrix.inconclusive() ? ExitStatus.INCONCLUSIVE : ExitStatus.VIOLATED).code();
    }
    return ExitStatus.HOLDS.code();
  }

  private int ablation() throws InvalidInputException {
    if (format == TableFormat.MARKDOWN) {
      throw new ParameterException(spec.commandLine(), "--ablation writes text, csv or json");
    }
    Ablation run = Ablation.run(name, threads, terminal.listener(name));
    terminal.endProgress();
    print(run.text(), run.csv());
    return (run.different().isEmpty() ? status(run.tables().getFirst()) : ExitStatus.VIOLATED)
        .code();
  }

  private int handCoding() throws InvalidInputException {
    if (!name.equals("setta16") || format == TableFormat.MARKDOWN) {
      throw new ParameterException(
          spec.commandLine(), "--hand-coding is for setta16, and writes text, csv or json");
    }
    List<List<String>> table = ExportCosts.run(Spin.require(), terminal.listener(name));
    terminal.endProgress();
    print(ExportCosts.text(table), ExportCosts.csv(table));
    return ExitStatus.HOLDS.code();
  }

  /** Writes rows in the format that is asked for. */
  private void print(String text, String csv) {
    if (format == TableFormat.JSON) {
      JsonObject document = JsonOutput.document("table");
      document.addProperty("table", name);
      document.add("rows", DataJson.rows(csv.lines().map(CsvLine::parse).toList()));
      JsonOutput.write(terminal, document);
    } else {
      terminal.print(format == TableFormat.TEXT ? text : csv);
    }
  }

  private static ExitStatus status(Table table) {
    if (!table.different().isEmpty()) {
      return ExitStatus.VIOLATED;
    }
    return table.inconclusive() ? ExitStatus.INCONCLUSIVE : ExitStatus.HOLDS;
  }

  private static JsonObject json(Table table, boolean withTraces) {
    JsonObject document = document(table.name(), table.title(), table.seconds());
    addCells(document, table.cells(), withTraces);
    return document;
  }

  private JsonObject json(Matrix matrix, boolean withTraces) {
    JsonObject document = document(name, matrix.title(), matrix.seconds());
    JsonArray layers = new JsonArray();
    matrix.layers().forEach(layers::add);
    document.add("layers", layers);
    addCells(document, matrix.cells(), withTraces);
    return document;
  }

  private static JsonObject document(String table, String title, double seconds) {
    JsonObject document = JsonOutput.document("table");
    document.addProperty("table", table);
    document.addProperty("title", title);
    document.addProperty("seconds", Math.round(seconds * 1e3) / 1e3);
    return document;
  }

  private static void addCells(JsonObject document, List<TableCell> all, boolean withTraces) {
    JsonArray cells = new JsonArray();
    for (TableCell cell : all) {
      JsonObject json = new JsonObject();
      json.addProperty("row", cell.key().row());
      json.addProperty("model", cell.key().model());
      json.addProperty("value", cell.key().value());
      json.addProperty("result", cell.word());
      json.addProperty("published", cell.published());
      json.addProperty("asPublished", cell.asPublished());
      JsonArray results = new JsonArray();
      cell.results().forEach(result -> results.add(JsonOutput.json(result, withTraces)));
      json.add("results", results);
      cells.add(json);
    }
    document.add("cells", cells);
    if (withTraces) {
      document.add(
          "sources",
          JsonOutput.sources(all.stream().flatMap(cell -> cell.results().stream()).toList()));
    }
  }
}
