// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.cli;

import com.google.gson.JsonObject;
import dev.fencepost.check.CheckListener;
import dev.fencepost.check.CheckResult;
import dev.fencepost.check.CheckTask;
import dev.fencepost.check.Checker;
import dev.fencepost.check.Inputs;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.source.SourceSpan;
import dev.fencepost.verdict.Warning;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** A command that makes checks one after the other, here or on a cluster. */
abstract class CheckingCommand extends LongCommand {
  final Inputs inputs = new Inputs();

  @Mixin ClusterOptions cluster;

  @Option(names = "--no-trace", description = "Does not show the violating run.")
  boolean noTrace;

  @Option(names = "--full", description = "Shows all steps of a long run.")
  boolean full;

  @Override
  public Integer call() throws InvalidInputException {
    return cluster.isElsewhere() ? cluster.runElsewhere() : super.call();
  }

  /** How results are written. */
  @FunctionalInterface
  interface Output {

    /** The next result; a format may write all of them at the end. */
    default void result(CheckResult result) {}

    /** All results, when the last check is done. */
    void end(List<CheckResult> results);
  }

  /** What does a check. */
  interface Checks {
    CheckResult run(CheckTask task, CheckListener listener) throws InvalidInputException;

    /** A result with what is looked for behind its verdict. */
    default CheckResult more(CheckResult result, CheckListener listener)
        throws InvalidInputException {
      return result;
    }
  }

  /** Checks by the own engine. */
  Checks own(List<CheckTask> tasks, boolean vacuity) {
    return vacuity
        ? new VacuityChecks(tasks, inputs)
        : (task, listener) -> Checker.check(task, inputs, listener);
  }

  Output text(List<CheckTask> tasks) {
    return new TextOutput(terminal, !noTrace, terminal.layout(full), tasks);
  }

  Output json(WarningOptions options) {
    return results ->
        JsonOutput.write(
            terminal,
            () -> {
              JsonObject document = JsonOutput.document(results, !noTrace);
              options.addTo(document);
              return document;
            });
  }

  /** Fairness is for temporal properties: without one it makes no difference to a file. */
  private static List<Warning> warnings(CheckTask task, List<CheckTask> tasks, String fairness) {
    boolean temporal =
        tasks.stream().anyMatch(t -> t.file().equals(task.file()) && t.ltl().isPresent());
    if (temporal || fairness.isEmpty()) {
      return List.of();
    }
    String message = fairness + " changes nothing: no temporal property is checked";
    return List.of(new Warning(Warning.Kind.UNUSED_OPTION, SourceSpan.NONE, message));
  }

  /**
   * Makes the checks, and writes each result. One that fails is reported and inconclusive, and
   * hides no other.
   *
   * @param fairness the option that asks for it, or nothing
   */
  List<CheckResult> check(
      List<CheckTask> tasks, Checks checks, String fairness, Output output, boolean verbose) {
    List<CheckResult> results = new ArrayList<>();
    CheckListener all = CheckProgress.of(terminal, tasks, verbose);
    for (CheckTask task : tasks) {
      CheckListener one = all.next();
      @Nullable CheckResult result = null;
      try {
        result = checks.run(task, one).withWarnings(warnings(task, tasks, fairness));
        result = checks.more(result, one);
      } catch (InvalidInputException | RuntimeException | Error e) {
        all.failed(e);
        result = result == null ? Checker.failed(task, Failure.reason(e)) : result;
      }
      one.done(result.statistics().states());
      results.add(result);
      output.result(result);
    }
    return results;
  }
}
