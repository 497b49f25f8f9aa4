// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.cli;

import dev.fencepost.check.CheckTask;
import dev.fencepost.check.Inputs;
import dev.fencepost.report.DotGraph;
import dev.fencepost.report.SvgGraph;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.trace.Graph;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Where graphs are drawn. */
final class GraphOptions {
  @Option(names = "--dot", paramLabel = "FILE", description = "Writes graphs in the DOT language.")
  private @Nullable String dot;

  @Option(names = "--svg", paramLabel = "FILE", description = "Draws graphs in SVG.")
  private @Nullable String svg;

  boolean isAsked() {
    return dot != null || svg != null;
  }

  /**
   * Fails where a file cannot be written.
   *
   * @param others other files that are written; null is no file
   */
  void require(List<String> inputs, @Nullable String... others) throws InvalidInputException {
    List<@Nullable String> all = new ArrayList<>(Arrays.asList(others));
    all.add(dot);
    all.add(svg);
    OutputFile.require(inputs, all.toArray(new @Nullable String[0]));
  }

  /** Fails where a file would replace a text that a task reads. */
  void require(CheckTask task) throws InvalidInputException {
    OutputFile.require(task, new Inputs(), dot, svg);
  }

  /** Writes the files that were asked for; prints DOT if none was. */
  ExitStatus write(List<Graph> graphs, Terminal terminal) {
    if (!isAsked()) {
      terminal.print(DotGraph.of(graphs));
    }
    return OutputFile.write(terminal, dot, () -> DotGraph.of(graphs))
        .or(OutputFile.write(terminal, svg, () -> SvgGraph.of(graphs)));
  }
}
