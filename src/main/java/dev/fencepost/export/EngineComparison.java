// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.export;

import dev.fencepost.check.CheckListener;
import dev.fencepost.check.CheckResult;
import dev.fencepost.check.CheckTask;
import dev.fencepost.check.Checker;
import dev.fencepost.check.LoadedModel;
import dev.fencepost.check.LoadedProgram;
import dev.fencepost.check.ModelNames;
import dev.fencepost.explore.Search;
import dev.fencepost.explore.SearchListener;
import dev.fencepost.explore.SearchOptions;
import dev.fencepost.export.PromelaExport.Form;
import dev.fencepost.ir.Program;
import dev.fencepost.machine.MachineOptions;
import dev.fencepost.machine.RelaxedMachine;
import dev.fencepost.property.CheckedProgram;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.suite.ExpectationFiles;
import dev.fencepost.suite.Expectations;
import dev.fencepost.suite.Scenario;
import dev.fencepost.verdict.Verdict;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Both engines over the same models: the machine, and SPIN on what was exported. In the uniform
 * form both search the program without loops, and where all holds the memory of all end states is
 * compared too.
 */
public final class EngineComparison {
  private final Spin spin;
  private final Duration limit;

  /**
   * @param limit how long SPIN may take for one check
   */
  public EngineComparison(Spin spin, Duration limit) {
    this.spin = spin;
    this.limit = limit;
  }

  /** One check that is to be done by both. */
  private record Job(Path file, Scenario scenario, String model) {}

  /**
   * Runs all models of a file or folder in the scenarios of their expectation files, or in the
   * usual ones, under the six standard memory models.
   */
  public List<EngineAgreement> run(Path fileOrFolder, int threads, CheckListener listener)
      throws InvalidInputException {
    List<Callable<EngineAgreement>> jobs = new ArrayList<>();
    List<Path> models = ExpectationFiles.models(fileOrFolder);
    for (Path file : models.stream().filter(m -> m.toString().endsWith(".c")).toList()) {
      for (Scenario scenario : scenarios(file)) {
        for (String model : ModelNames.standard()) {
          jobs.add(() -> compare(new Job(file, scenario, model), listener));
        }
      }
    }
    ExecutorService executor = Executors.newFixedThreadPool(threads);
    try {
      List<EngineAgreement> found = new ArrayList<>();
      for (Future<EngineAgreement> result : executor.invokeAll(jobs)) {
        found.add(result.get());
      }
      return found;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof InvalidInputException invalid) {
        throw invalid;
      }
      throw new IllegalStateException(e.getCause());
    } finally {
      executor.shutdownNow();
    }
  }

  private static List<Scenario> scenarios(Path file) throws InvalidInputException {
    try {
      Optional<Expectations> expected = ExpectationFiles.read(file);
      return expected.map(Expectations::scenarios).orElseGet(Scenario::usual);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private EngineAgreement compare(Job job, CheckListener listener) throws InvalidInputException {
    String file = job.file().toString().replace('\\', '/');
    CheckTask task = CheckTask.of(file, job.model()).withDefines(job.scenario().defines());
    LoadedModel model = LoadedModel.of(job.model());
    LoadedProgram original = LoadedProgram.of(task);
    Form form = SpinChecker.form(task, original, model);
    LoadedProgram loaded = form == Form.UNIFORM ? original.unrolled(form.usualBound()) : original;
    EngineAgreement.Check check =
        new EngineAgreement.Check(file, job.scenario().word(), job.model(), form);
    if (listener.stopRequested()) {
      return EngineAgreement.leftOut(check, "stopped");
    }
    String text;
    try {
      text = PromelaExport.of(task, original.program(task), model.model(), form, form.usualBound());
    } catch (InvalidInputException e) {
      return EngineAgreement.leftOut(check, e.diagnostics().get(0).message());
    }
    CheckResult own = Checker.check(task, loaded, model, CheckListener.NONE);
    SpinRun other = spin.run(text, limit, form == Form.UNIFORM);
    if (other.outcome() == SpinRun.Outcome.STOPPED) {
      return EngineAgreement.leftOut(check, other.message());
    }
    boolean sameFinals =
        form != Form.UNIFORM
            || !own.holds()
            || other.finals().equals(finals(loaded.program(task), model));
    return new EngineAgreement(
        check,
        word(own.verdict()),
        own.statistics().states(),
        word(other),
        other.states(),
        other.seconds(),
        sameFinals ? "" : "the memory of end states differs");
  }

  /** The memory of all end states, as exported models print it. */
  private static SortedSet<String> finals(CheckedProgram program, LoadedModel model) {
    RelaxedMachine machine = new RelaxedMachine(program, model.model(), MachineOptions.DEFAULT);
    SortedSet<String> finals = new TreeSet<>();
    Search.run(
        machine,
        SearchOptions.usual(),
        new SearchListener() {
          @Override
          public void endState(byte[] bytes, int offset, int length) {
            finals.add(line(program.program(), machine.memory(bytes, offset)));
          }
        });
    return finals;
  }

  private static String line(Program program, long[] memory) {
    StringBuilder line = new StringBuilder();
    for (int cell = 0; cell < program.memory().size(); cell++) {
      if (!program.memory().get(cell).isGap()) {
        line.append(line.isEmpty() ? "" : " ").append(memory[cell]);
      }
    }
    return line.toString();
  }

  private static String word(Verdict verdict) {
    return switch (verdict) {
      case Verdict.Holds holds -> EngineAgreement.HOLDS;
      case Verdict.Violated violated -> EngineAgreement.VIOLATED;
      case Verdict.Inconclusive inconclusive -> "inconclusive";
    };
  }

  private static String word(SpinRun run) {
    return run.outcome() == SpinRun.Outcome.HOLDS
        ? EngineAgreement.HOLDS
        : EngineAgreement.VIOLATED;
  }
}
