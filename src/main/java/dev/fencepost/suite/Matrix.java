// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.suite;

import dev.fencepost.check.CheckListener;
import dev.fencepost.check.CheckResult;
import dev.fencepost.check.CheckTask;
import dev.fencepost.check.CheckTask.Bounds;
import dev.fencepost.check.CheckTask.Ltl;
import dev.fencepost.check.CheckTask.Order;
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
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/**
 * A matrix of checks, run: each scenario in each configuration for each property under each memory
 * model. Properties that hold in every state are checked by a search of the states, all others over
 * fair runs.
 */
public final class Matrix {
  /**
   * The searches are so small that looking for steps to leave out takes longer than to take them.
   */
  private static final Strategy SMALL =
      new Strategy(Order.BFS, 1, 0, List.of(Optimisation.PARTIAL_ORDER));

  private final MatrixSpec spec;
  private final Map<Run, CheckResult> results = new ConcurrentHashMap<>();
  private final List<MatrixLayer> layers = new ArrayList<>();
  private double seconds;

  private Matrix(MatrixSpec spec) {
    this.spec = spec;
  }

  /** Whether there is a matrix of this name. */
  public static boolean exists(String name) {
    return name.matches("\\w+") && PackedLibrary.text(path(name)).isPresent();
  }

  private static String path(String name) {
    return "library/tables/" + name + ".matrix";
  }

  /** Runs all checks, on this many threads. */
  public static Matrix run(String name, int threads, CheckListener listener)
      throws InvalidInputException {
    String text = PackedLibrary.text(path(name)).orElseThrow();
    return run(MatrixSpec.parse(path(name), text), threads, listener);
  }

  static Matrix run(MatrixSpec spec, int threads, CheckListener listener)
      throws InvalidInputException {
    Matrix matrix = new Matrix(spec);
    long share = Runtime.getRuntime().maxMemory() / 10 * 7 / threads;
    long start = System.nanoTime();
    for (MatrixSpec.Layer layer : matrix.spec.layers()) {
      matrix.layers.add(MatrixLayer.check(layer, matrix.spec.models()));
    }
    Map<List<String>, List<Run>> programs =
        matrix.spec.runs().stream()
            .collect(
                Collectors.groupingBy(
                    run ->
                        List.of(run.row().name(), run.scenario(), run.configuration(), run.value()),
                    LinkedHashMap::new,
                    Collectors.toList()));
    List<Callable<Void>> jobs = new ArrayList<>();
    for (List<Run> runs : programs.values()) {
      jobs.add(
          () -> {
            matrix.check(runs, share, listener);
            return null;
          });
    }
    SideBySide.run(jobs, threads);
    matrix.seconds = (System.nanoTime() - start) * 1e-9;
    return matrix;
  }

  private void check(List<Run> runs, long memory, CheckListener listener)
      throws InvalidInputException {
    Run first = runs.getFirst();
    CheckTask task =
        CheckTask.of(first.row().file(), first.model())
            .withDefines(first.defines(spec.vary()))
            .withBounds(Bounds.none().withMemory(memory))
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

  /** How many checks there are. */
  public int checks() {
    return spec.runs().size();
  }

  public String title() {
    return spec.title();
  }

  public double seconds() {
    return seconds;
  }

  /** The lower layers that were checked first, a sentence for each. */
  public List<String> layers() {
    return layers.stream().map(layer -> layer.text(spec.vary())).toList();
  }

  /** A cell for each check: what came out, and what must. */
  public List<TableCell> cells() {
    List<TableCell> cells = new ArrayList<>();
    for (Run run : spec.runs()) {
      String configuration = run.configuration().equals("none") ? "" : ", " + run.configuration();
      String row = run.row().name() + ", " + run.scenario() + configuration + ": " + run.property();
      cells.add(
          new TableCell(
              new CellKey(row, run.model(), run.value()),
              TableCell.wordForOne(result(run)),
              run.mustHold() ? "ok" : "fail",
              List.of(result(run))));
    }
    return cells;
  }

  /** The checks that came out otherwise than they must. */
  public List<String> different() {
    List<String> different = new ArrayList<>();
    layers.stream()
        .filter(layer -> !layer.holds())
        .forEach(layer -> different.add(layer.text(spec.vary())));
    spec.runs().stream().filter(run -> !asExpected(run)).forEach(run -> different.add(line(run)));
    return different;
  }

  public boolean inconclusive() {
    return results.values().stream()
        .anyMatch(result -> result.verdict() instanceof Verdict.Inconclusive);
  }

  private boolean asExpected(Run run) {
    CheckResult result = result(run);
    return run.mustHold() ? holdsInFull(result) : result.violated();
  }

  private static boolean holdsInFull(CheckResult result) {
    return result.verdict() instanceof Verdict.Holds holds && holds.window().isEmpty();
  }

  private String line(Run run) {
    CheckResult result = result(run);
    return String.join(
        ",",
        run.row().name().replace(',', ';'),
        run.scenario(),
        run.configuration(),
        run.value(),
        run.model(),
        run.property(),
        run.mustHold() ? "holds" : "violated",
        TableCell.wordForOne(result).replace("ok", "holds").replace("fail", "violated"),
        Long.toString(result.statistics().states()),
        String.format(Locale.ROOT, "%.3f", result.statistics().seconds()));
  }

  /** One line for each check. */
  public String csv() {
    return "row,scenario,configuration,"
        + spec.vary()
        + ",model,property,expected,found,states,seconds\n"
        + spec.runs().stream().map(this::line).collect(Collectors.joining("\n"))
        + "\n";
  }

  /** A line for each row, then what all took beside what was published. */
  public String text() {
    return spec.title() + "\n\n" + TextColumns.of(lines()) + "\n" + notes();
  }

  /** The same in Markdown. */
  public String markdown() {
    String notes = notes().lines().map(line -> "- " + line + "\n").collect(Collectors.joining());
    return spec.title() + "\n\n" + TableText.markdown(lines()) + "\n" + notes;
  }

  private List<List<String>> lines() {
    List<List<String>> lines = new ArrayList<>();
    lines.add(
        List.of(
            "", "checks", "must hold", "hold", "must fail", "fail", "states", "CPU s", "largest"));
    for (Row row : spec.rows()) {
      lines.add(
          summary(row.name(), spec.runs().stream().filter(r -> r.row().equals(row)).toList()));
    }
    lines.add(summary("all", spec.runs()));
    return lines;
  }

  private String notes() {
    StringBuilder text = new StringBuilder();
    layers().forEach(layer -> text.append(layer).append('\n'));
    text.append(String.format(Locale.ROOT, "%d checks in %.1f s%n", checks(), seconds));
    for (Row row : spec.rows()) {
      if (!row.published().isEmpty()) {
        text.append("published, ").append(row.name()).append(": ").append(row.published());
        text.append('\n');
      }
    }
    text.append("published: ").append(spec.published()).append('\n');
    List<String> different = different();
    text.append(
        different.isEmpty()
            ? "everything as it must be\n"
            : different.size() + " differ:\n" + String.join("\n", different) + "\n");
    return text.toString();
  }

  private List<String> summary(String name, List<Run> runs) {
    long largest = runs.stream().mapToLong(run -> states(run)).max().orElse(0);
    long states = runs.stream().mapToLong(run -> states(run)).sum();
    double cpu = runs.stream().mapToDouble(r -> result(r).statistics().seconds()).sum();
    long mustHold = runs.stream().filter(Run::mustHold).count();
    return List.of(
        name,
        Integer.toString(runs.size()),
        Long.toString(mustHold),
        Long.toString(runs.stream().filter(run -> holdsInFull(result(run))).count()),
        Long.toString(runs.size() - mustHold),
        Long.toString(runs.stream().filter(run -> result(run).violated()).count()),
        String.format(Locale.ROOT, "%,d", states),
        String.format(Locale.ROOT, "%.1f", cpu),
        String.format(Locale.ROOT, "%,d states", largest));
  }

  private CheckResult result(Run run) {
    return Objects.requireNonNull(results.get(run));
  }

  private long states(Run run) {
    return result(run).statistics().states();
  }
}
