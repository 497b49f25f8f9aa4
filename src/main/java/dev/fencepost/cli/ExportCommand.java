// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.cli;

import dev.fencepost.check.CheckTask;
import dev.fencepost.export.PromelaExport;
import dev.fencepost.export.PromelaExport.Form;
import dev.fencepost.source.Diagnostic;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.source.SourceSpan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Writes a model for SPIN. */
@Command(
    name = "export",
    description = "Writes a program under a memory model as a PROMELA model for SPIN.",
    footer = {
      "",
      "Examples:",
      "  fencepost export stopless.c --model pso-no -D SCENARIO=WR -o stopless.pml",
      "  fencepost export stopless.c --model tso --form direct --bound 4"
    })
final class ExportCommand implements Callable<Integer> {
  private final Terminal terminal;

  @Parameters(paramLabel = "FILE", description = "The C file.")
  private String file;

  @Option(
      names = {"-m", "--model"},
      paramLabel = "MODEL",
      required = true,
      description = "The memory model: a name, or a file.")
  private String model;

  @Option(
      names = "--form",
      paramLabel = "FORM",
      description =
          "uniform: a loop of guarded clauses, for all models with laws of program order alone;"
              + " direct: threads and store buffers as processes, for sc, tso and pso (uniform).")
  private Form form = Form.UNIFORM;

  @Option(
      names = "--bound",
      paramLabel = "N",
      description =
          "uniform: how often each thread may jump backwards (2); direct: how many stores a buffer"
              + " holds (6).")
  private Integer bound;

  @Option(
      names = "-D",
      paramLabel = "NAME[=VALUE]",
      mapFallbackValue = "1",
      description = "Defines a macro for the preprocessor.")
  private Map<String, String> defines = new LinkedHashMap<>();

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      description = "Where to write (standard output).")
  private Path output;

  ExportCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws InvalidInputException {
    CheckTask task = CheckTask.of(file, model).withDefines(new LinkedHashMap<>(defines));
    String text = PromelaExport.of(task, form, bound == null ? form.usualBound() : bound);
    if (output == null) {
      terminal.print(text);
    } else {
      write(text);
    }
    return ExitStatus.HOLDS.code();
  }

  private void write(String text) throws InvalidInputException {
    try {
      Files.writeString(output, text);
    } catch (IOException e) {
      throw new InvalidInputException(
          new Diagnostic(SourceSpan.NONE, "cannot write " + output + ": " + e.getMessage()));
    }
  }
}
