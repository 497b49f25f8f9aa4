// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.suite;

import dev.fencepost.check.CheckListener;
import dev.fencepost.check.CheckResult;
import dev.fencepost.check.CheckTask;
import dev.fencepost.check.CheckTask.Strategy;
import dev.fencepost.check.Checker;
import dev.fencepost.check.Inputs;
import dev.fencepost.check.ModelNames;
import dev.fencepost.frontend.FrontEnd;
import dev.fencepost.frontend.FrontEnds;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.source.TextFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.SequencedSet;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;

/** The {@code .expect} files beside models: which there are, what they should say. */
public final class ExpectationFiles {
  /** The languages whose expectations are of another kind. */
  private static final List<FrontEnd> OTHERS = List.of(FrontEnds.LITMUS, FrontEnds.PACKETS);

  private static final String EXPECTED = ".expect";

  private ExpectationFiles() {}

  /** The models in a file or folder, sorted by name. */
  public static List<Path> models(Path fileOrFolder) throws InvalidInputException {
    return files(
        fileOrFolder, FrontEnds.ALL.stream().filter(each -> !OTHERS.contains(each)).toList());
  }

  /** The files of some languages in a file or folder, sorted by name. */
  static List<Path> files(Path fileOrFolder, List<FrontEnd> languages)
      throws InvalidInputException {
    return all(fileOrFolder).stream()
        .filter(file -> languages.stream().anyMatch(each -> each.reads(file.toString())))
        .sorted(Comparator.comparing(Path::toString))
        .toList();
  }

  /**
   * A file, or all that is in a folder. It may be named by a link; links in it are not followed.
   */
  static List<Path> all(Path fileOrFolder) throws InvalidInputException {
    try {
      Path real = fileOrFolder.toRealPath();
      try (Stream<Path> files = Files.walk(real)) {
        return files.map(file -> fileOrFolder.resolve(real.relativize(file))).toList();
      }
    } catch (IOException | UncheckedIOException e) {
      throw TextFile.unreadable(fileOrFolder);
    }
  }

  /** The expectation file of a model: {@code a.expect} for {@code a.c}, else with the extension. */
  public static Path beside(Path model) {
    String name = model.getFileName().toString();
    FrontEnd frontEnd = FrontEnds.of(name);
    boolean isShort = frontEnd.equals(FrontEnds.C) || OTHERS.contains(frontEnd);
    return model.resolveSibling((isShort ? frontEnd.stem(name) : name) + EXPECTED);
  }

  public static Optional<Expectations> read(Path model) throws InvalidInputException {
    Path file = beside(model);
    return TextFile.isThere(file)
        ? Optional.of(Expectations.parse(file.toString(), TextFile.read(file)))
        : Optional.empty();
  }

  /**
   * The memory models under which a model runs: those that its expectations name, else the usual
   * ones of its language, and where that has memory models, some more.
   */
  public static List<String> memoryModels(Path model, List<String> named, List<String> also) {
    FrontEnd frontEnd = FrontEnds.of(model.toString());
    SequencedSet<String> models =
        new LinkedHashSet<>(named.isEmpty() ? ModelNames.usual(frontEnd) : named);
    if (frontEnd.hasMemoryModels()) {
      models.addAll(also);
    }
    return List.copyOf(models);
  }

  /**
   * Runs a model in these scenarios, each under its memory models. Reductions are off: the counts
   * are those of the machine itself.
   */
  public static Expectations find(Path model, SequencedMap<Scenario, List<String>> runs)
      throws InvalidInputException {
    return find(model, runs, name -> Strategy.usual().unreduced());
  }

  /**
   * Runs a model.
   *
   * @param strategies by memory models
   */
  static Expectations find(
      Path model, SequencedMap<Scenario, List<String>> runs, Function<String, Strategy> strategies)
      throws InvalidInputException {
    List<Expectations.Line> lines = new ArrayList<>();
    List<MarkExpectation> marks = new ArrayList<>();
    for (Scenario scenario : runs.keySet()) {
      String file = model.toString().replace('\\', '/');
      List<CheckResult> results = new ArrayList<>();
      Inputs inputs = new Inputs();
      for (String name : runs.getOrDefault(scenario, List.of())) {
        CheckTask task =
            CheckTask.of(file, name)
                .withDefines(scenario.defines())
                .withStrategy(strategies.apply(name))
                .withLtl(scenario.ltl());
        CheckResult result = Checker.check(task, inputs, CheckListener.NONE);
        lines.add(Expectations.Line.of(result, scenario));
        results.add(result);
      }
      marks.addAll(marks(results, scenario));
    }
    return new Expectations(lines, marks);
  }

  /** Only a search that came to its end says what is never reached. */
  private static List<MarkExpectation> marks(List<CheckResult> all, Scenario scenario) {
    List<CheckResult> complete = all.stream().filter(r -> r.statistics().complete()).toList();
    SequencedMap<String, List<String>> reached = new TreeMap<>();
    SequencedMap<String, List<String>> unreached = new TreeMap<>();
    for (CheckResult result : complete.isEmpty() ? all : complete) {
      note(reached, result.statistics().reached(), result);
    }
    for (CheckResult result : complete) {
      note(unreached, result.statistics().unreached(), result);
    }
    List<MarkExpectation> marks = new ArrayList<>();
    for (boolean isReached : List.of(true, false)) {
      SequencedMap<String, List<String>> other = isReached ? unreached : reached;
      (isReached ? reached : unreached)
          .forEach(
              (label, models) -> {
                List<String> some = other.containsKey(label) ? models : List.of();
                marks.add(new MarkExpectation(isReached, scenario.word(), label, some, ""));
              });
    }
    return marks;
  }

  private static void note(
      SequencedMap<String, List<String>> models, List<String> labels, CheckResult result) {
    for (String label : labels) {
      models.computeIfAbsent(label, l -> new ArrayList<>()).add(result.task().model());
    }
  }
}
