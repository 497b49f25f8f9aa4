// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.cli;

import dev.fencepost.budget.Budget;
import dev.fencepost.check.ModelNames;
import dev.fencepost.frontend.FrontEnd;
import dev.fencepost.frontend.FrontEnds;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.source.TextFile;
import dev.fencepost.suite.ExpectationFiles;
import dev.fencepost.suite.Expectations;
import dev.fencepost.suite.PacketsExpectations;
import dev.fencepost.suite.Scenario;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Writes down what models do now as what is expected of them. */
@Command(
    name = "promote",
    description = "Runs models and rewrites the .expect files beside them. Look at the difference!",
    footer = {
      "",
      "Examples:",
      "  fencepost promote library/gc/chicken/chicken.c",
      "  fencepost promote library/gc",
      "  fencepost promote library/gc/setta16 --scenario LOOPS=1 --scenario LOOPS=2",
      "",
      "A scenario is a word: WR stands for -D SCENARIO=WR, LOOPS=2 for -D LOOPS=2; a comma joins",
      "several; ltl:ends checks that temporal property, fair:ends on fair runs only, and",
      "fair@mutator:ends on those that are fair to this thread. Without the option those of the",
      "old file, else WR and RW for C, and no definitions for other languages.",
      "",
      "Each scenario keeps its memory models. For one more add a line such as 'armv8 WR holds'.",
      "",
      "A line 'never reaches RW \"copied\"' wants a reason behind it, in your words: '... because"
          + " ...'.",
      "Reasons are kept. A correct model of the library without one fails its test."
    })
final class PromoteCommand extends Subcommand {
  private static final String LANGUAGES =
      FrontEnds.ALL.stream()
          .filter(each -> each.command().equals("check"))
          .map(FrontEnd::toString)
          .collect(Collectors.joining(", ", "models are ", ""));

  @Parameters(paramLabel = "PATH", arity = "1..*", description = "Model files, or folders.")
  private List<Path> paths;

  @Option(names = "--scenario", paramLabel = "WORD", description = "What to run.")
  private List<String> scenarios = List.of();

  @Option(
      names = "--also",
      paramLabel = "MODEL",
      split = ",",
      description = "Memory models beside the usual ones; those of the old file stay.")
  private List<String> also = List.of();

  @Option(
      names = {"-m", "--model"},
      paramLabel = "MODEL",
      split = ",",
      description = "These memory models in place of the usual ones and the old file's.")
  private List<String> instead = List.of();

  @Mixin private FormatOption format;

  /** What became of an expectation file. */
  private record Promoted(String file, boolean written) {}

  private final List<Promoted> promoted = new ArrayList<>();

  @Override
  ExitStatus run() throws InvalidInputException {
    for (String word : scenarios) {
      Optional<String> mistake = new Scenario(word).mistake();
      if (mistake.isPresent()) {
        throw new InvalidInputException("--scenario " + mistake.get(), Scenario.HINT);
      }
    }
    for (Path path : paths) {
      int before = promoted.size();
      for (Path model : ExpectationFiles.models(path)) {
        Optional<Expectations> old = ExpectationFiles.read(model);
        Expectations found = ExpectationFiles.find(model, runs(model, old));
        found = old.isPresent() ? found.explainedBy(old.get()) : found;
        boolean same = old.isPresent() && old.get().equals(found);
        promote(ExpectationFiles.beside(model), found.format(), same);
      }
      for (Path file : PacketsExpectations.files(path)) {
        Path expected = ExpectationFiles.beside(file);
        String text = PacketsExpectations.find(file);
        promote(expected, text, TextFile.isThere(expected) && TextFile.read(expected).equals(text));
      }
      if (promoted.size() == before) {
        throw new InvalidInputException("there is no model in " + path, LANGUAGES);
      }
    }
    if (format.isJson()) {
      JsonOutput.write(terminal, "promote", "files", promoted);
    }
    return ExitStatus.HOLDS;
  }

  /** Writes what was found, unless somebody has stopped the checks that found it. */
  private void promote(Path file, String text, boolean same) throws InvalidInputException {
    Budget.askToGoOn();
    if (!same) {
      terminal.files().write(file, text);
    }
    promoted.add(new Promoted(file.toString(), !same));
    if (!format.isJson()) {
      terminal.println((same ? "same     " : "written  ") + file);
    }
  }

  /** Each scenario with the memory models asked for, else those of the old file. */
  private SequencedMap<Scenario, List<String>> runs(Path model, Optional<Expectations> old) {
    SequencedMap<Scenario, List<String>> runs = new LinkedHashMap<>();
    for (Scenario scenario : scenarios(model, old)) {
      List<String> before =
          old.map(known -> known.runs().getOrDefault(scenario, known.models())).orElse(List.of());
      List<String> named = instead.isEmpty() ? before : ModelNames.expanded(instead);
      runs.put(scenario, ExpectationFiles.memoryModels(model, named, also));
    }
    return runs;
  }

  private List<Scenario> scenarios(Path model, Optional<Expectations> old) {
    if (!scenarios.isEmpty()) {
      return scenarios.stream().map(Scenario::new).toList();
    }
    return old.map(Expectations::scenarios)
        .filter(s -> !s.isEmpty())
        .orElseGet(() -> Scenario.usual(model));
  }
}
