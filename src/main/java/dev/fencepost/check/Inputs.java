// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.check;

import dev.fencepost.budget.Budget;
import dev.fencepost.budget.OutOfBudget;
import dev.fencepost.check.CheckResult.InputText;
import dev.fencepost.explore.SearchListener;
import dev.fencepost.frontend.litmus.LitmusFrontEnd;
import dev.fencepost.frontend.litmus.LitmusTest;
import dev.fencepost.level.LevelWorkers.SearchedSystem;
import dev.fencepost.property.CheckedProgram;
import dev.fencepost.source.Diagnostic;
import dev.fencepost.source.InvalidInputException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The sources and memory models of one run of the tool: each is read and translated once. Where a
 * limit ends that, it ends every check of it.
 */
public final class Inputs {
  /** The only texts that there are, by name, where they are given. */
  private final Optional<Map<String, String>> only;

  private final Map<Text, LoadedSource> sources = new HashMap<>();
  private final Map<String, LoadedModel> models = new HashMap<>();
  private final Map<Text, LitmusTest> tests = new HashMap<>();

  /** What was read of each source and model, also where a limit ended its translation. */
  private final Map<Object, SourceFiles> read = new HashMap<>();

  /** What reached a limit while it was translated, by its key. */
  private final Map<Object, OutOfBudget> unfinished = new HashMap<>();

  /** What files and the library have. */
  public Inputs() {
    only = Optional.empty();
  }

  private Inputs(Map<String, String> texts) {
    only = Optional.of(texts);
  }

  /** Texts that were read elsewhere, by name, see {@link #texts}; no file is read. */
  public static Inputs only(Map<String, String> texts) {
    return new Inputs(texts);
  }

  /** What decides the result of a translation. */
  private record Text(
      String file,
      Optional<String> text,
      SequencedMap<String, String> defines,
      IncludePath includes) {

    static Text of(CheckTask task) {
      return new Text(task.file(), task.text(), task.defines(), task.includes());
    }
  }

  /** The source that a task names. */
  public synchronized LoadedSource source(CheckTask task) throws InvalidInputException {
    Text key = Text.of(task);
    SourceFiles files = read.computeIfAbsent(key, any -> files());
    LoadedSource known = load(sources, key, () -> LoadedSource.of(task, files));
    known.requireModel(task);
    return known;
  }

  /** The litmus test in a task's text. */
  public synchronized LitmusTest litmus(CheckTask task) throws InvalidInputException {
    return load(
        tests, Text.of(task), () -> LitmusFrontEnd.parse(task.file(), task.text().orElseThrow()));
  }

  /**
   * The checks of a task's scenarios, see {@link Scenarios#tasks}; the task alone where a limit
   * keeps the source from being read.
   */
  public synchronized List<CheckTask> scenarios(CheckTask task) throws InvalidInputException {
    try {
      return Checker.budget(task, CheckListener.NONE, 0).run(() -> Scenarios.tasks(task));
    } catch (OutOfBudget e) {
      unfinished.put(Text.of(task), e);
      return List.of(task);
    }
  }

  /** The memory model of this name, or in this file. */
  public synchronized LoadedModel model(String name) throws InvalidInputException {
    return load(models, name, () -> loaded(name));
  }

  /** The memory model of a task; none where its language has none. */
  Optional<LoadedModel> modelOf(CheckTask task) throws InvalidInputException {
    return task.frontEnd().hasMemoryModels() ? Optional.of(model(task.model())) : Optional.empty();
  }

  private LoadedModel loaded(String name) throws InvalidInputException {
    SourceFiles files = read.computeIfAbsent(name, any -> files());
    return only.isPresent() ? LoadedModel.unproved(name, files) : LoadedModel.of(name, files);
  }

  private SourceFiles files() {
    return only.map(SourceFiles::only).orElseGet(SourceFiles::new);
  }

  private <K, V> V load(Map<K, V> loaded, K key, Budget.Work<V, InvalidInputException> work)
      throws InvalidInputException {
    if (unfinished.containsKey(key)) {
      throw unfinished.get(key);
    }
    V known = loaded.get(key);
    if (known == null) {
      try {
        known = work.run();
      } catch (OutOfBudget e) {
        unfinished.put(key, e);
        throw e;
      }
      loaded.put(key, known);
    }
    return known;
  }

  /** The checks of a task's source, for threads that are all alike to fairness. */
  public List<CheckTask> tasks(CheckTask task, boolean fair) throws InvalidInputException {
    return tasks(task, fair, List.of());
  }

  /**
   * The checks of a task's source, see {@link LoadedSource#tasks}; the task alone where a limit
   * keeps the source from being read.
   *
   * @param fairTo the threads that there must be
   */
  public synchronized List<CheckTask> tasks(CheckTask task, boolean fair, List<String> fairTo)
      throws InvalidInputException {
    try {
      return Checker.budget(task, CheckListener.NONE, 0)
          .run(
              () -> {
                LoadedSource source = source(task);
                source.requireThreads(fairTo);
                return source.tasks(task, fair);
              });
    } catch (OutOfBudget e) {
      unfinished.put(Text.of(task), e); // what is not known to be checked does not hold
      return List.of(task);
    }
  }

  /**
   * Loads what some tasks name, so that bad input is reported before any result. What a limit ends
   * is left to the check.
   */
  public void require(List<CheckTask> tasks) throws InvalidInputException {
    Set<Diagnostic> problems = new LinkedHashSet<>();
    for (CheckTask task : tasks) {
      if (task.frontEnd().hasMemoryModels()) {
        try {
          requireModel(task);
        } catch (InvalidInputException e) {
          problems.addAll(e.diagnostics());
        }
      }
    }
    if (!problems.isEmpty()) {
      throw new InvalidInputException(List.copyOf(problems));
    }
    for (CheckTask task : tasks) {
      within(task, () -> requireFit(task));
    }
  }

  /**
   * Loads the memory model of a task, so that a bad one is reported before any result. What a limit
   * ends is left to the check.
   */
  public void requireModel(CheckTask task) throws InvalidInputException {
    within(task, () -> model(task.model()));
  }

  /** The seconds that it took to load what a task names, for the first check that asks. */
  public synchronized double takeSeconds(CheckTask task) {
    LoadedSource source = sources.get(Text.of(task));
    LoadedModel model = models.get(task.model());
    return (source == null ? 0 : source.takeSeconds()) + (model == null ? 0 : model.takeSeconds());
  }

  private LoadedSource requireFit(CheckTask task) throws InvalidInputException {
    LoadedSource source = source(task);
    source.requireProperty(task);
    if (source.model() instanceof CheckedProgram) {
      model(task.model()).requireFit(source.program(task));
    }
    return source;
  }

  private static void within(CheckTask task, Budget.Work<?, InvalidInputException> work)
      throws InvalidInputException {
    try {
      Checker.budget(task, CheckListener.NONE, 0).run(work);
    } catch (OutOfBudget e) {
      // the check comes to the same end
    }
  }

  /** The names of the texts that a task reads; of those it came to, where a limit ended that. */
  public synchronized List<String> names(CheckTask task) throws InvalidInputException {
    within(task, () -> source(task));
    List<String> names = new ArrayList<>(List.of(task.file()));
    names.addAll(namesOf(Text.of(task)));
    if (task.frontEnd().hasMemoryModels()) {
      names.addAll(modelNames(task));
    }
    return names;
  }

  /** The names of the texts of a task's memory model, as {@link #names} has them. */
  public synchronized List<String> modelNames(CheckTask task) throws InvalidInputException {
    requireModel(task);
    List<String> names = new ArrayList<>(namesOf(task.model()));
    if (ModelFiles.isFile(task.model())) {
      names.add(ModelFiles.file(task.model()));
    }
    return names;
  }

  private List<String> namesOf(Object key) {
    return Optional.ofNullable(read.get(key)).stream()
        .flatMap(files -> files.inputs().stream())
        .map(InputText::name)
        .toList();
  }

  /** The texts that a task reads. */
  public List<InputText> texts(CheckTask task) throws InvalidInputException {
    List<InputText> texts = new ArrayList<>(source(task).inputs());
    modelOf(task).ifPresent(model -> texts.addAll(model.inputs()));
    return texts;
  }

  /**
   * The system of a search of a check, in its first representation, for a process that does a part
   * of the search. Each process makes the same one of the same texts.
   *
   * @param search the name of its folder
   */
  public SearchedSystem system(CheckTask task, String search) throws InvalidInputException {
    SearchPlan plan =
        PlannedCheck.of(task, source(task), modelOf(task), SearchListener.NONE).plan();
    return Stream.concat(plan.attempts().stream(), plan.unsymmetric().stream())
        .map(Attempt::searcher)
        .filter(each -> each instanceof StateSearch found && found.name().equals(search))
        .findFirst()
        .map(found -> ((StateSearch) found).system())
        .orElseThrow(() -> new IllegalArgumentException("no search is called " + search));
  }
}
