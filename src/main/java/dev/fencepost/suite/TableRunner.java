// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.suite;

import dev.fencepost.budget.Budget;
import dev.fencepost.check.CheckListener;
import dev.fencepost.check.CheckResult;
import dev.fencepost.check.CheckResult.InputText;
import dev.fencepost.check.CheckTask;
import dev.fencepost.check.CheckTask.Ltl;
import dev.fencepost.check.CheckTask.Strategy;
import dev.fencepost.check.Checker;
import dev.fencepost.check.Inputs;
import dev.fencepost.check.LoadedSource;
import dev.fencepost.property.CheckedProgram;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.suite.TableSpec.Column;
import dev.fencepost.suite.TableSpec.Layer;
import dev.fencepost.suite.TableSpec.Row;
import dev.fencepost.suite.TableSpec.Run;
import dev.fencepost.suite.TableSpec.Variant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/** Runs the checks of a table side by side, one thread each. */
public final class TableRunner {
  /**
   * What the names of memory models end with in which a compare-and-swap is no fence, or is one.
   */
  private static final String NO_FENCE = "-no";

  private static final String FULL_FENCE = "-full";

  private final TableSpec spec;
  private final PublishedTable published;
  private final Strategy strategy;
  private final CheckListener listener;
  private final KnownResults<CheckResult> known;
  private final Map<Layer, CheckedLayer> layers = new ConcurrentHashMap<>();
  private final Map<Run, CheckResult> results = new ConcurrentHashMap<>();

  /** The checks that another column stands for. */
  private final Set<Run> alike = ConcurrentHashMap.newKeySet();

  private TableRunner(
      TableSpec spec,
      PublishedTable published,
      Strategy strategy,
      CheckListener listener,
      KnownResults<CheckResult> known) {
    this.spec = spec;
    this.published = published;
    this.strategy = strategy.withExhaustive(spec.exhaustive());
    this.listener = listener;
    this.known = known;
  }

  /**
   * Runs what is specified, beside what was published of it, but for results that are known.
   *
   * @param threads how many checks run at once
   */
  public static Table run(
      TableSpec spec,
      int threads,
      Strategy strategy,
      CheckListener listener,
      KnownResults<CheckResult> known)
      throws InvalidInputException {
    PublishedTable published = PublishedTable.of(spec.name());
    long start = System.nanoTime();
    TableRunner runner = new TableRunner(spec, published, strategy, listener, known);
    listener.planned(spec.runs().size());
    if (SideBySide.runAll(runner.jobs(), threads, listener) > 0) {
      runner.endTheRest();
    }
    return runner.table((System.nanoTime() - start) * 1e-9);
  }

  /** A job for each layer, and for each program, which is translated once for all its checks. */
  private List<SideBySide.Job> jobs() {
    List<SideBySide.Job> jobs = new ArrayList<>();
    for (Layer layer : spec.layers()) {
      jobs.add(() -> layers.put(layer, CheckedLayer.check(layer, spec.models())));
    }
    spec.runs().stream()
        .collect(Collectors.groupingBy(Run::variant, LinkedHashMap::new, Collectors.toList()))
        .forEach((variant, runs) -> jobs.add(() -> check(variant, runs)));
    return jobs;
  }

  private void check(Variant variant, List<Run> runs) throws InvalidInputException {
    Inputs inputs = new Inputs();
    for (Run run : runs) {
      Column column = run.column();
      CheckTask task =
          CheckTask.of(run.row().file(), column.model())
              .withDefines(variant.defines(spec.vary()))
              .withBounds(spec.bounds())
              .withStrategy(strategy.without(column.without(strategy.without())));
      LoadedSource source = inputs.source(task);
      if (hasTwin(column) && isAlike(source)) {
        alike.add(run);
        listener.next().done(0);
      } else {
        results.put(run, check(task.withLtl(ltl(run, source, task)), inputs));
        Budget.askToGoOn();
      }
    }
  }

  private CheckResult check(CheckTask task, Inputs inputs) throws InvalidInputException {
    CheckListener one = listener.next();
    List<InputText> texts = inputs.texts(task);
    Optional<CheckResult> before = known.of(task, () -> texts);
    CheckResult result = before.isPresent() ? before.get() : Checker.check(task, inputs, one);
    if (before.isEmpty()) {
      known.add(task, () -> texts, result);
    }
    one.done(before.isPresent() ? 0 : result.statistics().states());
    return result;
  }

  /** Makes checks that are not done inconclusive. */
  private void endTheRest() {
    String reason = listener.stopRequested() ? Checker.STOPPED : "it failed";
    for (Run run : spec.runs()) {
      if (!alike.contains(run)) {
        CheckTask task = CheckTask.of(run.row().file(), run.column().model());
        results.computeIfAbsent(run, any -> Checker.failed(task, reason));
      }
    }
  }

  /** The temporal property of a check: over fair runs where it is one of several by name. */
  private static Optional<Ltl> ltl(Run run, LoadedSource source, CheckTask task)
      throws InvalidInputException {
    if (run.property().isEmpty()) {
      return run.row().ltl();
    }
    if (!source.hasProperty(run.property())) {
      throw new InvalidInputException(run.row().file() + " has no property " + run.property());
    }
    return source.tasks(task, true).stream()
        .flatMap(each -> each.ltl().stream())
        .filter(ltl -> ltl.name().equals(run.property()))
        .findFirst();
  }

  /** Whether it makes no difference to a source what a compare-and-swap is. */
  private static boolean isAlike(LoadedSource source) {
    return source.model() instanceof CheckedProgram checked
        && !checked.program().comparesAndSwaps();
  }

  /** Whether another column differs from this one only in what a compare-and-swap is. */
  private boolean hasTwin(Column column) {
    String model = column.model();
    String base = model.substring(0, Math.max(0, model.length() - NO_FENCE.length()));
    return model.endsWith(NO_FENCE)
        && spec.columns().stream().anyMatch(other -> other.model().equals(base + FULL_FENCE));
  }

  private Table table(double seconds) {
    List<CheckedLayer> checked =
        spec.layers().stream().map(layers::get).filter(Objects::nonNull).toList();
    List<TableCell> cells = cells();
    TableLayout layout = new TableLayout(published, spec, cells);
    boolean compared = cells.stream().anyMatch(cell -> !cell.published().isEmpty());
    List<String> texts = checked.stream().map(layer -> layer.text(spec.vary())).toList();
    List<String> notes = new ArrayList<>(texts);
    if (!published.remarks().isEmpty()) {
      notes.add(published.remarks());
    }
    notes.addAll(spec.published());
    notes.addAll(Table.notes(cells, seconds));
    boolean rests = checked.stream().allMatch(CheckedLayer::holds);
    Agreement agreement = Table.agreement(cells);
    if (checked.size() < spec.layers().size() && agreement != Agreement.DIFFERENT) {
      agreement = Agreement.INCONCLUSIVE;
    }
    return new Table(
        spec.name(),
        published.title().isEmpty() ? spec.title() : published.title(),
        cells,
        layout.shown(),
        layout.data(),
        texts,
        compared && !spec.isOfProperties() ? "= as published, ! different" : "",
        notes,
        rests ? agreement : Agreement.DIFFERENT,
        seconds);
  }

  /** A cell is one check, or all of a row and column; in the order of what was published. */
  private List<TableCell> cells() {
    boolean single = spec.isOfProperties() || published.isList();
    SequencedMap<CellKey, List<Run>> runs = new LinkedHashMap<>();
    for (Row row : spec.isOfProperties() ? List.<Row>of() : spec.rows()) {
      for (Column column : spec.columns()) {
        for (String value : single ? spec.values() : List.of("")) {
          if (!single || row.has(column)) {
            runs.put(new CellKey(row.name(), column.name(), value), new ArrayList<>());
          }
        }
      }
    }
    for (Run run : spec.runs()) {
      String value = single ? run.variant().value() : "";
      CellKey key = new CellKey(run.label(), run.column().name(), value);
      runs.computeIfAbsent(key, any -> new ArrayList<>()).add(run);
    }
    List<CellKey> keys = new ArrayList<>(runs.keySet());
    if (published.isList()) {
      List<CellKey> order = published.order();
      keys.sort(Comparator.comparingInt(key -> order.indexOf(key) & Integer.MAX_VALUE));
    }
    Map<CellKey, String> words = published.verdicts();
    return keys.stream()
        .map(
            key ->
                cell(
                    key,
                    Objects.requireNonNull(runs.get(key)),
                    words.getOrDefault(key, ""),
                    single))
        .toList();
  }

  private TableCell cell(CellKey key, List<Run> runs, String publishedWord, boolean single) {
    List<CheckResult> behind = runs.stream().map(results::get).filter(Objects::nonNull).toList();
    String expected =
        !spec.isOfProperties() ? publishedWord : runs.getFirst().mustHold() ? "ok" : "fail";
    String word =
        single && !behind.isEmpty()
            ? TableCell.wordForOne(behind.getFirst())
            : TableCell.wordForAll(behind, spec.values());
    return TableCell.of(key, word, expected, behind);
  }
}
