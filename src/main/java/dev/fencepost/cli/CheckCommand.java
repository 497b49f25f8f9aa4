// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.cli;

import dev.fencepost.check.CheckResult;
import dev.fencepost.check.CheckTask;
import dev.fencepost.check.CheckTask.Ltl;
import dev.fencepost.check.ModelNames;
import dev.fencepost.check.SharingReport;
import dev.fencepost.frontend.FrontEnd;
import dev.fencepost.frontend.FrontEnds;
import dev.fencepost.report.HtmlReport;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.spin.Spin;
import dev.fencepost.spin.SpinChecker;
import dev.fencepost.trace.LoopFacts;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Checks files under memory models. */
@Command(
    name = "check",
    description = "Checks C and work-packet files under memory models, and Promela models.",
    footer = {
      "",
      "Examples:",
      "  fencepost check my-collector.c",
      "  fencepost check library/gc/chicken/chicken.c --model pso-full -D SCENARIO=WR",
      "  fencepost check my-collector.c --model tso,rmo-no --mutators 2 --time 60s",
      "  fencepost check my-collector.c --model ./my-cpu.mcm,tso",
      "  fencepost check my-collector.c --model tso --ltl collector_ends --fair",
      "  fencepost check library/iriw/iriw.c --model rmo-nmca-no --explain-sharing",
      "  fencepost check library/gc/satb/satb.packets --scenario allocate-marked --fair",
      "  fencepost check my-model.pml -D N_OBJECTS=3",
      "  fencepost check my-model.pml --ltl safety --fair",
      "  fencepost check my-collector.c --model tso --format json > result.json",
      "  fencepost check --repeat result.json",
      "  fencepost check my-collector.c --model pso-no --html report.html",
      "  fencepost check my-collector.c --model pso-no --engine spin",
      "",
      "Exit status: 0 holds, 1 violated, 2 inconclusive, 3 bad input, 4 a defect of Fencepost;",
      "of several checks the gravest, in the order 4, 3, 1, 2, 0."
    })
final class CheckCommand extends CheckingCommand {
  /** Options that say how a result is shown. */
  private static final List<String> BESIDE_REPEAT =
      List.of(
          ("--repeat --format --html --junit --no-trace --full --disk --no-disk --cluster --runs"
                  + " --strict --vacuity --verbose --progress --engine --explain-sharing")
              .split(" ", -1));

  @Mixin private TaskOptions options;

  @Mixin private DiskOptions disk;

  @Parameters(
      paramLabel = "FILE",
      arity = "0..*",
      description = "The C files, .packets: work packets, or .pml: Promela.")
  private List<String> files = List.of();

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      description = "text, json or sarif (text); docs/result-json.md has the schema of json.")
  private CheckFormat format = CheckFormat.TEXT;

  @Option(
      names = "--explain-sharing",
      description =
          "Explains which threads share a memory where a model is not multi-copy atomic, and for"
              + " those that cannot, the accesses that forbid it.")
  private boolean explainSharing;

  @Option(
      names = "--html",
      paramLabel = "FILE",
      description = "Also writes a report for the browser: one file, with the violating runs.")
  private @Nullable String html;

  @Option(
      names = "--junit",
      paramLabel = "FILE",
      description = "Also writes a report in JUnit's XML, for CI.")
  private @Nullable String junit;

  @Option(
      names = "--verbose",
      description =
          "Writes to the error output, for each check: the time before the search, which reductions"
              + " are sound and why, the plan, and for each attempt its time and why it was left.")
  private boolean verbose;

  @Option(
      names = "--vacuity",
      description =
          "Searches again for what no run does, and warns: assertions that are never evaluated,"
              + " code that is never reached, branches that always go one way, properties that read"
              + " nothing that changes, fences without which no verdict changes.")
  private boolean vacuity;

  @Option(
      names = "--strict",
      description =
          "A warning makes a check that holds inconclusive: exit status 2. Warnings are about runs"
              + " in which a thread waits for ever, definitions that no text asks for, and what"
              + " --vacuity finds.")
  private boolean strict;

  @Option(
      names = "--ltl",
      paramLabel = "NAME",
      description =
          "Checks this temporal property: FENCEPOST_LTL in C, an ltl block in Promela. Without this"
              + " option assertions and ends are checked, and each temporal property.")
  private @Nullable String ltl;

  @Option(
      names = "--fair",
      description =
          "For temporal properties only fair runs count: what stays possible, of a thread or of"
              + " memory, happens some day.")
  private boolean fair;

  @Option(
      names = "--fair-to",
      paramLabel = "THREAD",
      split = ",",
      description =
          "Only runs count that are fair to this thread of a C model, as traces name it; all others"
              + " may stop for ever anywhere. For wait-freedom and lock-freedom.")
  private List<String> fairTo = List.of();

  @Option(
      names = "--acceptance",
      description =
          "Checks that no run of a Promela model, with its never claim, stands at acceptance labels"
              + " again and again.")
  private boolean acceptance;

  @Option(
      names = "--non-progress",
      description =
          "Checks that every run of a Promela model that goes on for ever stands at progress labels"
              + " again and again.")
  private boolean nonProgress;

  @Option(
      names = "--repeat",
      paramLabel = "RESULT",
      description =
          "Repeats the checks of a result in JSON; refuses if a text that they read"
              + " has changed since.")
  private @Nullable String repeat;

  @Option(
      names = "--engine",
      paramLabel = "ENGINE",
      description =
          "own, or spin: exports the model, lets SPIN search (it and a C compiler must be there),"
              + " and replays the run that it finds (own).")
  private Engine engine = Engine.OWN;

  /** What searches. */
  enum Engine {
    OWN,
    SPIN
  }

  /** How results are written. */
  enum CheckFormat {
    TEXT,
    JSON,
    SARIF
  }

  @Override
  ExitStatus run() throws InvalidInputException {
    try {
      DiskFolder.Checks checks = wanted();
      require(
          !cluster.isHere() || engine == Engine.OWN && !checks.options().vacuity(),
          "--cluster is for the own engine, without --vacuity");
      OutputFile.require(Optional.ofNullable(repeat).stream().toList(), html, junit);
      for (CheckTask task : checks.tasks()) {
        OutputFile.require(task, inputs, html, junit);
      }
      List<CheckTask> tasks = disk.apply(checks, inputs, cluster.connected());
      return run(checks.with(tasks));
    } catch (InvalidInputException e) {
      if (format == CheckFormat.SARIF) {
        JsonOutput.write(terminal, SarifOutput.problems(e.diagnostics()));
      }
      throw e;
    } finally {
      cluster.leave();
      disk.end();
    }
  }

  private DiskFolder.Checks wanted() throws InvalidInputException {
    options.problem().ifPresent(problem -> require(false, problem));
    WarningOptions warnings = new WarningOptions(strict, vacuity, fairness());
    if (repeat == null) {
      DiskFolder.Checks checks = new DiskFolder.Checks(named(), warnings);
      requireInputs(checks);
      return checks;
    }
    requireNoTask();
    RepeatFile again = RepeatFile.read(repeat, terminal);
    DiskFolder.Checks checks = new DiskFolder.Checks(again.tasks(), warnings.or(again.options()));
    requireInputs(checks);
    again.requireSameInputs(inputs);
    return checks;
  }

  /** Promela has no places that are marked: fails rather than find nothing. */
  private void requireInputs(DiskFolder.Checks checks) throws InvalidInputException {
    for (CheckTask task : checks.tasks()) {
      require(
          !checks.options().vacuity() || task.frontEnd().hasMemoryModels(),
          "--vacuity is not for Promela models such as " + task.file());
    }
    inputs.require(checks.tasks());
  }

  /** What is to be repeated stands in the result. */
  private void requireNoTask() {
    List<String> given = new ArrayList<>(files);
    spec.commandLine().getParseResult().matchedOptions().stream()
        .map(option -> option.longestName())
        .filter(name -> !BESIDE_REPEAT.contains(name))
        .forEach(given::add);
    require(
        given.isEmpty(),
        "--repeat takes files and options from the result: leave out " + String.join(", ", given));
  }

  private ExitStatus run(DiskFolder.Checks checks) throws InvalidInputException {
    List<CheckTask> tasks = checks.tasks();
    WarningOptions warnings = checks.options();
    Output output =
        switch (format) {
          case TEXT -> text(tasks);
          case JSON -> json(warnings);
          case SARIF -> all -> JsonOutput.write(terminal, () -> SarifOutput.checks(all));
        };
    if (explainSharing) {
      explainSharing(tasks);
    }
    List<CheckResult> results = check(tasks, engine(checks), warnings.fairness(), output, verbose);
    return report(
        () ->
            ExitStatus.of(results, warnings.strict())
                .or(write(output, results, warnings.strict())));
  }

  /** {@code fails}: whether a warning makes a check fail. */
  private ExitStatus write(Output output, List<CheckResult> results, boolean fails) {
    output.end(results);
    disk.note(results, terminal);
    return OutputFile.write(terminal, html, () -> HtmlReport.of(JsonOutput.document(results, true)))
        .or(OutputFile.write(terminal, junit, () -> JunitOutput.checks(results, fails)));
  }

  private Checks engine(DiskFolder.Checks checks) throws InvalidInputException {
    List<CheckTask> tasks = checks.tasks();
    WarningOptions warnings = checks.options();
    if (engine == Engine.OWN) {
      return own(tasks, warnings.vacuity());
    }
    require(!warnings.vacuity(), "--vacuity is for the own engine");
    require(!warnings.strict(), "--strict is for the own engine: warnings are its own");
    require(!disk.isFolder(), "--disk is for the own engine");
    SpinChecker spin = new SpinChecker(Spin.require());
    for (CheckTask task : tasks) {
      if (!task.frontEnd().hasMemoryModels()) {
        throw new InvalidInputException(task.file() + ": --engine spin is for C models");
      }
      SpinChecker.require(task);
    }
    return (task, listener) -> spin.check(task, inputs);
  }

  /** The option that asks for fairness, or nothing. */
  private String fairness() {
    return fair ? "--fair" : fairTo.isEmpty() ? "" : LoopFacts.FAIR_TO;
  }

  private void explainSharing(List<CheckTask> tasks) throws InvalidInputException {
    require(format == CheckFormat.TEXT, "--explain-sharing writes text");
    for (CheckTask task : tasks) {
      if (task.frontEnd().hasMemoryModels()) {
        terminal.print(SharingReport.text(task, inputs));
        terminal.println("");
      }
    }
  }

  /** The checks that files and options name. */
  private List<CheckTask> named() throws InvalidInputException {
    boolean named = spec.commandLine().getParseResult().hasMatchedOption("-m");
    require(!named || !options.models.isEmpty(), "--model names no model");
    require(!files.isEmpty(), "which FILE is to be checked?");
    List<CheckTask> tasks = new ArrayList<>();
    for (String file : files) {
      FrontEnd frontEnd = FrontEnds.of(file);
      requireOptions(frontEnd, file);
      List<String> models =
          options.models.isEmpty()
              ? ModelNames.usual(frontEnd)
              : ModelNames.expanded(options.models);
      CheckTask first = options.task(file, models.getFirst());
      first = first.withStrategy(first.strategy().withAnyRun(!showsRuns()));
      for (CheckTask scenario : inputs.scenarios(first)) {
        for (CheckTask task : kinds(scenario)) {
          models.forEach(model -> tasks.add(task.withModel(model)));
        }
      }
    }
    return tasks;
  }

  private boolean showsRuns() {
    return !noTrace || html != null || junit != null || format == CheckFormat.SARIF;
  }

  /** Fails where an option is for files of another language. */
  private void requireOptions(FrontEnd frontEnd, String file) {
    boolean hasModels = frontEnd.hasMemoryModels();
    require(
        !hasModels || !acceptance && !nonProgress,
        "--acceptance and --non-progress are for Promela models, not for " + file);
    require(
        ltl == null || options.races == TaskOptions.Races.IGNORE,
        "--ltl and --races error are checked one after the other");
    String other = !options.models.isEmpty() ? "--model" : "--fair-to";
    require(
        hasModels || options.models.isEmpty() && fairTo.isEmpty(),
        other + " is not for Promela models such as " + file);
  }

  /** The checks of the properties that are named; else of assertions, and of each property. */
  private List<CheckTask> kinds(CheckTask task) throws InvalidInputException {
    List<String> names = new ArrayList<>();
    if (ltl != null) {
      names.add(ltl);
    }
    if (acceptance) {
      names.add(Ltl.ACCEPTANCE);
    }
    if (nonProgress) {
      names.add(Ltl.NON_PROGRESS);
    }
    // Races are violations of the program, not of its temporal properties.
    List<CheckTask> kinds =
        names.isEmpty() && task.demands().raceFree()
            ? List.of(task)
            : names.isEmpty()
                ? inputs.tasks(task, fair, fairTo)
                : names.stream()
                    .map(name -> task.withLtl(Optional.of(new Ltl(name, fair))))
                    .toList();
    return kinds.stream()
        .map(kind -> kind.withLtl(kind.ltl().map(property -> property.withFairTo(fairTo))))
        .toList();
  }
}
