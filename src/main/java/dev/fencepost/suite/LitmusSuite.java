// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.suite;

import dev.fencepost.budget.Budget;
import dev.fencepost.check.CheckListener;
import dev.fencepost.check.CheckResult.InputText;
import dev.fencepost.check.CheckTask;
import dev.fencepost.check.Checker;
import dev.fencepost.check.Inputs;
import dev.fencepost.check.LitmusChecker;
import dev.fencepost.check.LitmusChecker.LitmusOutcome;
import dev.fencepost.check.LoadedModel;
import dev.fencepost.check.ModelNames;
import dev.fencepost.check.Optimisation;
import dev.fencepost.frontend.litmus.FinalStates.FinalState;
import dev.fencepost.frontend.litmus.LitmusFrontEnd;
import dev.fencepost.frontend.litmus.LitmusTest;
import dev.fencepost.source.Diagnostic;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.source.SourceSpan;
import dev.fencepost.suite.LitmusResult.Final;
import dev.fencepost.verdict.Verdict;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.SequencedSet;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/** Runs litmus tests side by side and compares them with what is expected of them. */
public final class LitmusSuite {

  /**
   * What to run and how.
   *
   * @param models where empty, those that something is expected of, else the usual ones
   * @param expected a table of expectations; where there is none, {@code expected.csv} in a folder
   *     that is run or in the one above it
   * @param threads how many tests run side by side
   * @param witnesses whether a run is wanted for each final state
   * @param without what is switched off
   * @param bounds for each check
   */
  public record Options(
      List<String> models,
      Optional<String> expected,
      int threads,
      boolean witnesses,
      List<Optimisation> without,
      CheckTask.Bounds bounds) {
    public Options {
      without = List.copyOf(without);
      models = List.copyOf(models);
    }
  }

  private final Options options;
  private final CheckListener listener;
  private final KnownResults<LitmusResult> known;
  private final List<LitmusTable> tables = new ArrayList<>();
  private final Inputs inputs;
  private final Map<String, List<LitmusResult>> results = new ConcurrentHashMap<>();

  /** How many checks a test has. */
  private final Map<String, Integer> planned = new LinkedHashMap<>();

  private final Map<String, List<Diagnostic>> refused = new ConcurrentHashMap<>();
  private final TreeMap<String, Integer> leftOut = new TreeMap<>();

  private LitmusSuite(
      Options options, Inputs inputs, CheckListener listener, KnownResults<LitmusResult> known) {
    this.options = options;
    this.inputs = inputs;
    this.listener = listener;
    this.known = known;
  }

  /**
   * The files that a run of these files and folders reads, of those that are there.
   *
   * @param inputs what the run will read its memory models from
   */
  public static List<String> files(List<String> paths, Options options, Inputs inputs)
      throws InvalidInputException {
    List<String> files = new ArrayList<>(paths);
    for (String model : options.models()) {
      files.addAll(inputs.modelNames(task(paths.getFirst(), model, options)));
    }
    for (String path : paths) {
      files.addAll(tests(path));
    }
    files.addAll(files.stream().map(LitmusFiles::expectationName).toList());
    for (Path table : tables(paths, options.expected())) {
      files.add(table.toString());
      files.add(LitmusTable.states(table).toString());
    }
    return files;
  }

  /** The tests of a file or folder; none where the run will refuse it. */
  private static List<String> tests(String path) {
    try {
      return LitmusFiles.find(path);
    } catch (InvalidInputException e) {
      return List.of();
    }
  }

  private static List<Path> tables(List<String> paths, Optional<String> expected)
      throws InvalidInputException {
    return expected.isPresent() ? List.of(Path.of(expected.get())) : LitmusFiles.tables(paths);
  }

  /** Runs the tests in these files and folders. */
  public static LitmusReport run(List<String> paths, Options options, CheckListener listener)
      throws InvalidInputException {
    return run(paths, options, new Inputs(), listener, KnownResults.none());
  }

  /** Runs the tests in these files and folders, but for results that are known. */
  public static LitmusReport run(
      List<String> paths,
      Options options,
      Inputs inputs,
      CheckListener listener,
      KnownResults<LitmusResult> known)
      throws InvalidInputException {
    long start = System.nanoTime();
    LitmusSuite suite = new LitmusSuite(options, inputs, listener, known);
    SequencedSet<String> tests = new LinkedHashSet<>();
    List<String> found = suite.find(paths, tests);
    for (String model : options.models()) {
      inputs.requireModel(task(paths.getFirst(), model, options));
    }
    for (Path table : tables(found, options.expected())) {
      suite.add(table);
    }
    List<SideBySide.Job> jobs = suite.jobs(tests);
    if (options.expected().isPresent() && !suite.lists(tests)) {
      throw new InvalidInputException(
          "no row of " + options.expected().get() + " is of a test that is run");
    }
    listener.planned(suite.planned.values().stream().mapToInt(Integer::intValue).sum());
    boolean left = SideBySide.runAll(jobs, options.threads(), listener) > 0;
    List<LitmusResult> inOrder =
        tests.stream()
            .flatMap(test -> suite.results.getOrDefault(test, List.of()).stream())
            .toList();
    return new LitmusReport(
        inOrder,
        new TreeMap<>(suite.refused),
        suite.leftOut,
        left ? suite.notDone() : "",
        (System.nanoTime() - start) * 1e-9);
  }

  /**
   * Adds the tests of files and folders, and gives the names of those that are there. One that is
   * not does not end the run of the others.
   */
  private List<String> find(List<String> paths, SequencedSet<String> tests)
      throws InvalidInputException {
    List<String> found = new ArrayList<>();
    for (String path : paths) {
      try {
        tests.addAll(LitmusFiles.find(path));
        found.add(path);
        for (Path orphan : LitmusFiles.orphans(path)) {
          boolean states = orphan.equals(LitmusTable.states(orphan));
          if (!states || options.expected().isEmpty()) {
            String what = states ? "table " + LitmusFiles.TABLE : "test of this name";
            SourceSpan place = SourceSpan.at(orphan.toString(), 1, 1, 1);
            refused.put(
                orphan.toString(),
                List.of(new Diagnostic(place, "there is no " + what + " beside it")));
          }
        }
      } catch (InvalidInputException e) {
        if (paths.size() == 1) {
          throw e;
        }
        refused.put(path, e.diagnostics());
      }
    }
    return found;
  }

  /** Whether some table has a row of a test. */
  private boolean lists(Collection<String> tests) {
    return tests.stream()
        .anyMatch(test -> tables.stream().anyMatch(table -> table.lists(Path.of(test))));
  }

  private void add(Path file) throws InvalidInputException {
    LitmusTable table = LitmusTable.read(file);
    tables.add(table);
    refused.putAll(table.idle());
  }

  /** A note on checks of tests that can be run and have no result. */
  private String notDone() {
    planned.keySet().removeAll(refused.keySet());
    long all = planned.values().stream().mapToLong(Integer::longValue).sum();
    long done = results.values().stream().mapToLong(List::size).sum();
    return Table.notDone(listener.stopRequested(), all - done, all);
  }

  private List<SideBySide.Job> jobs(Collection<String> tests) {
    List<SideBySide.Job> jobs = new ArrayList<>();
    for (String file : tests) {
      SequencedMap<String, LitmusExpectation> expected;
      List<String> names;
      String text;
      try {
        text = LitmusFiles.text(file);
        expected = expectations(file);
        names = models(file, text, expected);
        for (String name : names) {
          inputs.requireModel(task(file, name, options));
        }
      } catch (InvalidInputException e) {
        refused.put(file, e.diagnostics());
        continue;
      }
      if (options.models().isEmpty()) {
        tables.forEach(table -> table.countLeftOut(Path.of(file), leftOut));
      }
      if (!names.isEmpty()) {
        planned.put(file, names.size());
        jobs.add(() -> run(file, text, names, expected));
      }
    }
    return jobs;
  }

  /**
   * A test.
   *
   * @param inputs has it when it was read, or why it could not be
   */
  private record Test(String file, String text, Inputs inputs) {
    LitmusTest read(CheckTask task) throws InvalidInputException {
      return inputs.litmus(task.withText(text));
    }
  }

  /** What the file beside a test says and what tables say; a table that is named says it alone. */
  private SequencedMap<String, LitmusExpectation> expectations(String file)
      throws InvalidInputException {
    List<SequencedMap<String, PlacedExpectation>> all = new ArrayList<>();
    Optional<String> beside = LitmusFiles.expectation(file);
    if (beside.isPresent() && options.expected().isEmpty()) {
      all.add(LitmusExpectations.parse(LitmusFiles.expectationName(file), beside.get()));
    }
    tables.forEach(table -> all.add(table.of(Path.of(file))));
    return PlacedExpectation.joined(all);
  }

  private List<String> models(
      String file, String text, SequencedMap<String, LitmusExpectation> expected)
      throws InvalidInputException {
    if (!options.models().isEmpty()) {
      return options.models();
    }
    boolean listed = tables.stream().anyMatch(table -> table.lists(Path.of(file)));
    return expected.isEmpty() && !listed
        ? ModelNames.of(LitmusFrontEnd.architecture(file, text))
        : List.copyOf(expected.sequencedKeySet());
  }

  private void run(
      String file,
      String text,
      List<String> names,
      SequencedMap<String, LitmusExpectation> expected) {
    try {
      Test test = new Test(file, text, new Inputs());
      for (String name : names) {
        LitmusResult result = result(test, name, Optional.ofNullable(expected.get(name)));
        Budget.askToGoOn();
        results.computeIfAbsent(file, any -> new ArrayList<>()).add(result);
      }
    } catch (InvalidInputException e) {
      results.remove(file);
      refused.put(file, e.diagnostics());
    }
  }

  /** A result; without final states where a limit ends the reading of the test or the model. */
  private LitmusResult result(Test test, String name, Optional<LitmusExpectation> expected)
      throws InvalidInputException {
    CheckListener one = listener.next();
    CheckTask task = task(test.file, name, options);
    return Checker.limited(
        task,
        one,
        inputs.takeSeconds(task),
        () -> result(test, task, expected, one),
        limit -> {
          one.done(0);
          return LitmusResult.unread(task, limit, expected.isPresent());
        });
  }

  /** A result of an earlier run, or a new one; one with witnesses is always new. */
  private LitmusResult result(
      Test test, CheckTask task, Optional<LitmusExpectation> expected, CheckListener one)
      throws InvalidInputException {
    LoadedModel model = inputs.model(task.model());
    Supplier<List<InputText>> texts = () -> decisive(test, model, expected);
    Optional<LitmusResult> before = options.witnesses() ? Optional.empty() : known.of(task, texts);
    if (before.isPresent()) {
      one.done(0);
      return before.get();
    }
    LitmusResult result = run(task, test.read(task), model, expected, one);
    if (!options.witnesses()) {
      Budget.current()
          .withoutTime()
          .run(
              () -> {
                known.add(task, texts, result);
                return result;
              });
    }
    one.done(result.searched());
    return result;
  }

  /** All that decides a result beside its task. */
  private static List<InputText> decisive(
      Test test, LoadedModel model, Optional<LitmusExpectation> expected) {
    List<InputText> texts = new ArrayList<>(List.of(InputText.of(test.file, test.text)));
    texts.addAll(model.inputs());
    texts.add(InputText.of("expected", expected.toString()));
    return texts;
  }

  private static CheckTask task(String file, String model, Options options) {
    return CheckTask.of(file, model)
        .withBounds(options.bounds())
        .withStrategy(CheckTask.Strategy.usual().without(options.without()));
  }

  private LitmusResult run(
      CheckTask task,
      LitmusTest test,
      LoadedModel model,
      Optional<LitmusExpectation> expected,
      CheckListener one)
      throws InvalidInputException {
    LitmusOutcome outcome = LitmusChecker.run(task, test, model, one);
    List<FinalState> states = outcome.finalStates().all();
    List<Final> finals = new ArrayList<>();
    Optional<String> limit = outcome.limit();
    if (options.witnesses()) {
      limit =
          Checker.limited(
              task,
              one,
              0,
              () -> {
                for (FinalState state : states) {
                  Optional<Verdict.Violated> run = LitmusChecker.witness(task, test, state, model);
                  finals.add(new Final(state.text(), state.meets(), run));
                }
                return outcome.limit();
              },
              Optional::of);
    }
    states.stream().skip(finals.size()).map(LitmusResult::unwitnessed).forEach(finals::add);
    return LitmusResult.of(
        new LitmusResult.Key(task.file(), test.name(), task.model()),
        test,
        new LitmusOutcome(outcome.finalStates(), outcome.states(), limit),
        finals,
        expected);
  }
}
