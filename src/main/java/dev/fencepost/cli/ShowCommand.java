// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.cli;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.fencepost.check.CheckTask;
import dev.fencepost.check.CollectorGraphs;
import dev.fencepost.check.ControlFlowGraphs;
import dev.fencepost.check.ModelNames;
import dev.fencepost.check.ProgramListing;
import dev.fencepost.check.Stage;
import dev.fencepost.check.StateGraphs;
import dev.fencepost.frontend.FrontEnd;
import dev.fencepost.frontend.FrontEnds;
import dev.fencepost.report.CollectorDrawing;
import dev.fencepost.report.Json;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.source.preprocess.Token;
import dev.fencepost.trace.Graph;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Shows what becomes of a file on its way to the checker. */
@Command(
    name = "show",
    description =
        "Shows a file as the stages of the front end see it, its control flow, or states.",
    footer = {
      "",
      "Examples:",
      "  fencepost show ir my-collector.c",
      "  fencepost show tokens my-collector.c -D SCENARIO=WR",
      "  fencepost show cfg my-collector.c --format json",
      "  fencepost show cfg my-collector.c --svg cfg.svg",
      "  fencepost show states small.c --model tso --svg states.svg",
      "  fencepost show graph library/gc/satb/satb.packets > satb.svg",
      "",
      "Exit status: 0 shown, 3 bad input, 4 a defect of Fencepost."
    })
final class ShowCommand extends Subcommand {
  private static final int READABLE = 200;

  @Mixin private GraphOptions graphs;
  @Mixin private SourceOptions source;

  @Parameters(
      index = "0",
      paramLabel = "STAGE",
      description =
          "tokens, ast, ir; cfg: the control flow; states: the graph of all states; graph: a"
              + " work-packet collector as SVG.")
  private What what;

  @Parameters(index = "1", paramLabel = "FILE", description = "The C file; states also of .pml.")
  private String file;

  @Option(
      names = {"-m", "--model"},
      paramLabel = "MODEL",
      description = "states: the memory model (sc).")
  private String model = "sc";

  @Option(
      names = "--states",
      paramLabel = "N",
      description = "states: refuses a graph with more of them (200).")
  private int states = READABLE;

  @Mixin private FormatOption format;

  /** What can be shown. */
  enum What {
    TOKENS,
    AST,
    IR,
    CFG,
    STATES,
    GRAPH
  }

  @Override
  ExitStatus run() throws InvalidInputException {
    boolean graph = what == What.CFG || what == What.STATES;
    require(
        graph || !graphs.isAsked(),
        "--dot and --svg draw cfg and states, not " + what.name().toLowerCase(Locale.ROOT));
    require(
        !graphs.isAsked() || !format.isJson(),
        "--dot and --svg draw, --format json does not: which is wanted?");
    require(states >= 1, "--states must be at least 1");
    graphs.require(List.of(file));
    FrontEnd frontEnd = FrontEnds.of(file);
    boolean hasModels = frontEnd.hasMemoryModels();
    CheckTask task =
        source.apply(CheckTask.of(file, hasModels ? model : ModelNames.usual(frontEnd).getFirst()));
    graphs.require(task);
    if (format.isJson()) {
      JsonOutput.write(terminal, json(task));
    } else if (what == What.GRAPH) {
      terminal.print(CollectorDrawing.svg(CollectorGraphs.of(task)));
    } else if (graph) {
      return graphs.write(graphs(task), terminal);
    } else {
      terminal.print(Stage.valueOf(what.name()).show(task));
    }
    return ExitStatus.HOLDS;
  }

  private JsonObject json(CheckTask task) throws InvalidInputException {
    JsonObject document = JsonOutput.document("show");
    document.addProperty("stage", what.name().toLowerCase(Locale.ROOT));
    document.addProperty("file", file);
    switch (what) {
      case TOKENS -> document.add("tokens", tokens(Stage.tokens(task)));
      case AST -> document.add("nodes", tree(Stage.AST.show(task)));
      case IR -> document.add("program", Json.of(ProgramListing.of(task)));
      case CFG, STATES -> document.add("graphs", Json.of(graphs(task)));
      case GRAPH -> document.add("collector", Json.of(CollectorGraphs.of(task)));
    }
    return document;
  }

  private List<Graph> graphs(CheckTask task) throws InvalidInputException {
    return what == What.CFG ? ControlFlowGraphs.of(task) : List.of(StateGraphs.of(task, states));
  }

  private static JsonArray tokens(List<Token> tokens) {
    JsonArray array = new JsonArray();
    for (Token token : tokens) {
      JsonObject json = Json.object(token.span());
      json.add("kind", Json.of(token.kind()));
      json.addProperty("text", token.text());
      array.add(json);
    }
    return array;
  }

  /** Lines that are indented by two spaces for each level, as a forest. */
  private static JsonArray tree(String lines) {
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
}
