// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.cli;

import com.google.gson.JsonObject;
import dev.fencepost.budget.Budget;
import dev.fencepost.check.CheckTask;
import dev.fencepost.check.Inputs;
import dev.fencepost.export.PromelaExport;
import dev.fencepost.export.PromelaExport.Form;
import dev.fencepost.source.InvalidInputException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
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
final class ExportCommand extends Subcommand {

  @Mixin private SourceOptions source;

  @Parameters(paramLabel = "FILE", description = "The C file.")
  private String file;

  @Option(
      names = {"-m", "--model"},
      paramLabel = "MODEL",
      required = true,
      description = "The memory model: a name, or a file.")
  @SuppressWarnings("NullAway.Init") // required
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
  private @Nullable Integer bound;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      description = "Where to write (standard output).")
  private @Nullable String output;

  @Option(
      names = "--time",
      paramLabel = "TIME",
      converter = Units.Time.class,
      description = "Give up after this time: 60s, 5m.")
  private @Nullable Duration time;

  @Option(
      names = "--memory",
      paramLabel = "SIZE",
      converter = Units.Bytes.class,
      description = "Give up when the model takes this much memory: 4G (70%% of the heap).")
  private @Nullable Long memory;

  @Mixin private FormatOption format;

  @Override
  ExitStatus run() throws InvalidInputException {
    require(
        bound == null || bound >= 0 && bound <= PromelaExport.MAX_BOUND,
        "--bound must not be negative, nor more than " + PromelaExport.MAX_BOUND);
    require(
        (time == null || !time.isZero()) && (memory == null || memory > 0),
        "--memory and --time must be more than 0");
    OutputFile.require(List.of(file), output);
    CheckTask task = source.apply(CheckTask.of(file, model));
    int limit = bound == null ? form.usualBound() : bound;
    String text = budget().run(() -> exported(task, limit));
    ExitStatus status = OutputFile.write(terminal, output, () -> text);
    if (format.isJson()) {
      JsonOutput.write(terminal, json(text, limit));
    } else if (output == null) {
      terminal.print(text);
    }
    return status;
  }

  private String exported(CheckTask task, int limit) throws InvalidInputException {
    Inputs inputs = new Inputs();
    OutputFile.require(task, inputs, output);
    return PromelaExport.of(task, inputs, form, limit);
  }

  private Budget budget() {
    Budget budget = Budget.current();
    budget = memory == null ? budget : budget.withBytes(memory);
    return time == null ? budget : budget.withTime(time);
  }

  private JsonObject json(String text, int limit) {
    JsonObject document = JsonOutput.document("export");
    document.addProperty("file", file);
    document.addProperty("model", model);
    document.addProperty("form", form.name().toLowerCase(Locale.ROOT));
    document.addProperty("bound", limit);
    if (output == null) {
      document.addProperty("promela", text);
    } else {
      document.addProperty("output", output);
    }
    return document;
  }
}
