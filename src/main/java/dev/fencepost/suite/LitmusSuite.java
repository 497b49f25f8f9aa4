// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.suite;

import dev.fencepost.check.CheckListener;
import dev.fencepost.check.CheckTask;
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
import dev.fencepost.suite.LitmusResult.Final;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.SequencedSet;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

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
  private final List<LitmusTable> tables = new ArrayList<>();
  private final Map<String, LoadedModel> models = new ConcurrentHashMap<>();
  private final Map<String, List<LitmusResult>> results = new ConcurrentHashMap<>();
  private final Map<String, List<Diagnostic>> refused = new ConcurrentHashMap<>();
  private final TreeMap<String, Integer> leftOut = new TreeMap<>();

  private LitmusSuite(Options options, CheckListener listener) {
    this.options = options;
    this.listener = listener;
  }

  /** Runs the tests in these files and folders. */
  public static LitmusReport run(List<String> paths, Options options, CheckListener listener)
      throws InvalidInputException {
    long start = System.nanoTime();
    LitmusSuite suite = new LitmusSuite(options, listener);
    SequencedSet<String> tests = new LinkedHashSet<>();
    for (String path : paths) {
      tests.addAll(LitmusFiles.find(path));
    }
    for (String model : options.models()) {
      suite.load(model);
    }
    List<Path> tables =
        options.expected().isPresent()
            ? List.of(Path.of(options.expected().get()))
            : LitmusFiles.tables(paths);
    for (Path table : tables) {
      suite.tables.add(LitmusTable.read(table));
    }
    SideBySide.run(suite.jobs(tests), options.threads());
    List<LitmusResult> inOrder =
        tests.stream()
            .flatMap(test -> suite.results.getOrDefault(test, List.of()).stream())
            .toList();
    return new LitmusReport(
        inOrder, new TreeMap<>(suite.refused), suite.leftOut, (System.nanoTime() - start) * 1e-9);
  }

  private List<SideBySide.Job> jobs(Collection<String> tests) {
    List<SideBySide.Job> jobs = new ArrayList<>();
    for (String file : tests) {
      SequencedMap<String, LitmusExpectation> expected;
      List<String> names;
      try {
        expected = expectations(file);
        names = models(file, expected);
        for (String name : names) {
          load(name);
        }
      } catch (InvalidInputException e) {
        refused.put(file, e.diagnostics());
        continue;
      }
      if (options.models().isEmpty()) {
        tables.forEach(table -> table.countLeftOut(Path.of(file), leftOut));
      }
      if (!names.isEmpty()) {
        jobs.add(() -> run(file, names, expected));
      }
    }
    return jobs;
  }

  private void load(String name) throws InvalidInputException {
    if (!models.containsKey(name)) {
      models.put(name, LoadedModel.of(name));
    }
  }

  /** What the file beside a test says, else what a table says. */
  private SequencedMap<String, LitmusExpectation> expectations(String file)
      throws InvalidInputException {
    Optional<String> beside = LitmusFiles.expectation(file);
    if (beside.isPresent() && options.expected().isEmpty()) {
      return LitmusExpectations.parse(LitmusFiles.expectationName(file), beside.get());
    }
    for (LitmusTable table : tables) {
      SequencedMap<String, LitmusExpectation> rows = table.of(Path.of(file));
      if (!rows.isEmpty()) {
        return rows;
      }
    }
    return new LinkedHashMap<>();
  }

  private List<String> models(String file, SequencedMap<String, LitmusExpectation> expected)
      throws InvalidInputException {
    if (!options.models().isEmpty()) {
      return options.models();
    }
    return expected.isEmpty() && tables.isEmpty()
        ? ModelNames.of(LitmusFrontEnd.architecture(file, LitmusFiles.text(file)))
        : List.copyOf(expected.sequencedKeySet());
  }

  private void run(
      String file, List<String> names, SequencedMap<String, LitmusExpectation> expected) {
    try {
      LitmusTest test = LitmusFrontEnd.parse(file, LitmusFiles.text(file));
      List<LitmusResult> ofTest = new ArrayList<>();
      for (String name : names) {
        ofTest.add(run(file, test, name, Optional.ofNullable(expected.get(name))));
      }
      results.put(file, ofTest);
    } catch (InvalidInputException e) {
      refused.put(file, e.diagnostics());
    }
  }

  private LitmusResult run(
      String file, LitmusTest test, String name, Optional<LitmusExpectation> expected)
      throws InvalidInputException {
    CheckTask task =
        CheckTask.of(file, name)
            .withBounds(options.bounds())
            .withStrategy(CheckTask.Strategy.usual().without(options.without()));
    LoadedModel model = Objects.requireNonNull(models.get(name));
    LitmusOutcome outcome = LitmusChecker.run(task, test, model, listener);
    List<Final> finals = new ArrayList<>();
    for (FinalState state : outcome.finalStates().all()) {
      finals.add(
          options.witnesses()
              ? new Final(
                  state.text(), state.meets(), LitmusChecker.witness(task, test, state, model))
              : LitmusResult.unwitnessed(state));
    }
    return LitmusResult.of(
        new LitmusResult.Key(file, test.name(), name), test, outcome, finals, expected);
  }
}
