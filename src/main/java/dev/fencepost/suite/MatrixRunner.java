// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.suite;

import dev.fencepost.check.CheckListener;
import dev.fencepost.check.CheckResult;
import dev.fencepost.check.CheckTask;
import dev.fencepost.check.CheckTask.Ltl;
import dev.fencepost.check.CheckTask.Strategy;
import dev.fencepost.check.Checker;
import dev.fencepost.check.Inputs;
import dev.fencepost.check.LoadedSource;
import dev.fencepost.check.Optimisation;
import dev.fencepost.check.PackedLibrary;
import dev.fencepost.source.Diagnostic;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.source.SourceSpan;
import dev.fencepost.suite.MatrixSpec.Row;
import dev.fencepost.suite.MatrixSpec.Run;
import dev.fencepost.verdict.Verdict;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/**
 * Runs a matrix of checks: each scenario in each configuration for each property under each memory
 * model. Invariants are checked by a search of the states, all other properties over fair runs.
 */
final class MatrixRunner {
  /** The searches are so small that a partial-order reduction costs more than it saves. */
  private static final Strategy SMALL =
      Strategy.usual().without(List.of(Optimisation.PARTIAL_ORDER));

  private final MatrixSpec spec;
  private final Map<Run, CheckResult> results = new ConcurrentHashMap<>();

  private MatrixRunner(MatrixSpec spec) {
    this.spec = spec;
  }

  /** The matrix of this name, if there is one. */
  static Optional<MatrixSpec> spec(String name) throws InvalidInputException {
    String path = "library/tables/" + name + ".matrix";
    Optional<String> text = name.matches("\\w+") ? PackedLibrary.text(path) : Optional.empty();
    return text.isEmpty() ? Optional.empty() : Optional.of(MatrixSpec.parse(path, text.get()));
  }

  /** Runs all checks, on this many threads. */
  static Table run(String name, MatrixSpec spec, int threads, CheckListener listener)
      throws InvalidInputException {
    MatrixRunner runner = new MatrixRunner(spec);
    long start = System.nanoTime();
    List<MatrixLayer> layers = new ArrayList<>();
    for (MatrixSpec.Layer layer : spec.layers()) {
      layers.add(MatrixLayer.check(layer, spec.models()));
    }
    Map<List<String>, List<Run>> programs =
        spec.runs().stream()
            .collect(
                Collectors.groupingBy(
                    run ->
                        List.of(run.row().name(), run.scenario(), run.configuration(), run.value()),
                    LinkedHashMap::new,
                    Collectors.toList()));
    List<SideBySide.Job> jobs = new ArrayList<>();
    programs.values().forEach(runs -> jobs.add(() -> runner.check(runs, listener)));
    SideBySide.run(jobs, threads);
    return runner.table(name, layers, (System.nanoTime() - start) * 1e-9);
  }

  private void check(List<Run> runs, CheckListener listener) throws InvalidInputException {
    Run first = runs.getFirst();
    CheckTask task =
        CheckTask.of(first.row().file(), first.model())
            .withDefines(first.defines(spec.vary()))
            .withStrategy(SMALL);
    Inputs inputs = new Inputs();
    LoadedSource source = inputs.source(task);
    for (Run run : runs) {
      if (!source.hasProperty(run.property())) {
        throw new InvalidInputException(
            new Diagnostic(
                SourceSpan.NONE, first.row().file() + " has no property " + run.property()));
      }
      Optional<Ltl> ltl =
          source.tasks(task, true).stream()
              .map(CheckTask::ltl)
              .flatMap(Optional::stream)
              .filter(each -> each.name().equals(run.property()))
              .findFirst();
      CheckTask one = task.withModel(run.model()).withLtl(ltl);
      results.put(run, Checker.check(one, inputs, listener));
    }
  }

  private Table table(String name, List<MatrixLayer> layers, double seconds) {
    List<TableCell> cells = spec.runs().stream().map(this::cell).toList();
    List<String> texts = layers.stream().map(layer -> layer.text(spec.vary())).toList();
    List<String> notes = new ArrayList<>(texts);
    for (Row row : spec.rows()) {
      if (!row.published().isEmpty()) {
        notes.add("published, " + row.name() + ": " + row.published());
      }
    }
    notes.add("published: " + spec.published());
    notes.addAll(Table.notes(cells, seconds));
    boolean rests = layers.stream().allMatch(MatrixLayer::holds);
    return new Table(
        name,
        spec.title(),
        cells,
        shown(),
        data(cells),
        texts,
        "",
        notes,
        rests ? Table.agreement(cells) : Agreement.DIFFERENT,
        seconds);
  }

  private TableCell cell(Run run) {
    String configuration = run.configuration().equals("none") ? "" : ", " + run.configuration();
    String row = run.row().name() + ", " + run.scenario() + configuration + ": " + run.property();
    CheckResult result = result(run);
    return TableCell.of(
        new CellKey(row, run.model(), run.value()),
        TableCell.wordForOne(result),
        run.mustHold() ? "ok" : "fail",
        List.of(result));
  }

  private CheckResult result(Run run) {
    return Objects.requireNonNull(results.get(run));
  }

  /** A line for each check. */
  private Grid data(List<TableCell> cells) {
    List<List<String>> lines = new ArrayList<>();
    for (int i = 0; i < cells.size(); i++) {
      Run run = spec.runs().get(i);
      TableCell cell = cells.get(i);
      Cost cost = Cost.of(cell.results());
      lines.add(
          List.of(
              run.row().name(),
              run.scenario(),
              run.configuration(),
              run.value(),
              run.model(),
              run.property(),
              verdict(cell.published()),
              verdict(cell.word()),
              Long.toString(cost.states()),
              cost.secondsData()));
    }
    return Grid.of(
        List.of(
            "row",
            "scenario",
            "configuration",
            spec.vary(),
            "model",
            "property",
            "expected",
            "found",
            "states",
            "seconds"),
        lines);
  }

  private static String verdict(String word) {
    return word.replace("ok", "holds").replace("fail", "violated");
  }

  /** A line for each row, and one for all. */
  private Grid shown() {
    List<List<String>> lines = new ArrayList<>();
    for (Row row : spec.rows()) {
      lines.add(
          summary(row.name(), spec.runs().stream().filter(r -> r.row().equals(row)).toList()));
    }
    lines.add(summary("all", spec.runs()));
    return Grid.of(
        List.of(
            "", "checks", "must hold", "hold", "must fail", "fail", "states", "CPU s", "largest"),
        lines);
  }

  private List<String> summary(String name, List<Run> runs) {
    List<CheckResult> found = runs.stream().map(this::result).toList();
    long largest = found.stream().mapToLong(each -> each.statistics().states()).max().orElse(0);
    long mustHold = runs.stream().filter(Run::mustHold).count();
    Cost cost = Cost.of(found);
    return List.of(
        name,
        Integer.toString(runs.size()),
        Long.toString(mustHold),
        Long.toString(found.stream().filter(MatrixRunner::holdsInFull).count()),
        Long.toString(runs.size() - mustHold),
        Long.toString(found.stream().filter(CheckResult::violated).count()),
        cost.statesText(),
        String.format(Locale.ROOT, "%.1f", cost.seconds()),
        String.format(Locale.ROOT, "%,d states", largest));
  }

  private static boolean holdsInFull(CheckResult result) {
    return result.verdict() instanceof Verdict.Holds holds && holds.window().isEmpty();
  }
}
