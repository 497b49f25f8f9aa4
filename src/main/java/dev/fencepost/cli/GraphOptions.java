// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.cli;

import dev.fencepost.report.DotGraph;
import dev.fencepost.report.SvgGraph;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.trace.Graph;
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
   * @param other another file that is written, or null
   */
  void require(List<String> inputs, @Nullable String other) throws InvalidInputException {
    OutputFile.require(inputs, dot, svg, other);
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
