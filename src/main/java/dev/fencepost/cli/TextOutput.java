// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.cli;

import dev.fencepost.check.CheckResult;
import dev.fencepost.check.CheckTask;
import dev.fencepost.cli.Terminal.Colour;
import dev.fencepost.report.TextTrace.Layout;
import dev.fencepost.source.Phrase;
import dev.fencepost.trace.Trace;
import dev.fencepost.verdict.Statistics;
import dev.fencepost.verdict.Verdict;
import dev.fencepost.verdict.Warning;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SequencedSet;
import java.util.Set;
import java.util.stream.Collectors;

/** Results as lines for people: one for each check, then the first violating run. */
final class TextOutput implements CheckingCommand.Output {
  private static final int USUAL_WIDTH = 9;

  private final Terminal terminal;
  private final boolean withTrace;
  private final Layout layout;
  private final String modelFormat;
  private String heading = "";

  /** The warnings under this heading. */
  private final Set<String> shown = new HashSet<>();

  /**
   * @param layout of the run
   * @param tasks of which results come
   */
  TextOutput(Terminal terminal, boolean withTrace, Layout layout, List<CheckTask> tasks) {
    this.terminal = terminal;
    this.layout = layout;
    this.withTrace = withTrace;
    int longest = tasks.stream().mapToInt(task -> task.title().length()).max().orElse(0);
    modelFormat = "%-" + Math.max(USUAL_WIDTH, longest) + "s";
  }

  @Override
  public void result(CheckResult result) {
    CheckTask task = result.task();
    String newHeading = task.file() + defines(task.defines());
    if (!newHeading.equals(heading)) {
      terminal.println(newHeading);
      heading = newHeading;
      shown.clear();
    }
    Statistics statistics = result.statistics();
    terminal.println(
        Phrase.of(modelFormat + " ", task.title()),
        colour(result.verdict()),
        Phrase.of("%-20s", result.verdict().detailed()),
        Phrase.of(" %,12d states %8.2f s", statistics.states(), statistics.seconds()));
    if (result.verdict() instanceof Verdict.Inconclusive inconclusive) {
      terminal.printf(
          "          %s; covered: %,d states, %,d transitions, depth %,d",
          inconclusive.limit(), statistics.states(), statistics.transitions(), statistics.depth());
    }
    result
        .trace()
        .filter(trace -> !trace.isKnown())
        .ifPresent(trace -> terminal.println("          " + trace.failure().message()));
    for (Warning warning : result.warnings()) {
      String line = "          warning: " + warning;
      if (shown.add(line)) {
        terminal.println(line);
      }
    }
  }

  private static String defines(Map<String, String> defines) {
    return defines.entrySet().stream()
        .map(define -> " -D " + define.getKey() + "=" + define.getValue())
        .collect(Collectors.joining());
  }

  private static Colour colour(Verdict verdict) {
    return switch (verdict) {
      case Verdict.Holds holds when holds.window().isPresent() -> Colour.DOUBTFUL;
      case Verdict.Holds holds -> Colour.GOOD;
      case Verdict.Violated violated -> Colour.BAD;
      case Verdict.Inconclusive inconclusive -> Colour.DOUBTFUL;
    };
  }

  @Override
  public void end(List<CheckResult> results) {
    explainWindow(results);
    neverReached(results);
    if (withTrace) {
      results.stream()
          .filter(result -> result.trace().filter(Trace::isKnown).isPresent())
          .findFirst()
          .ifPresent(this::showTrace);
      noteOtherRuns(results.stream().filter(CheckResult::violated).toList());
    }
  }

  private void noteOtherRuns(List<CheckResult> violated) {
    if (violated.size() > 1) {
      boolean oneFile = violated.stream().map(each -> each.task().file()).distinct().count() == 1;
      String option = violated.getLast().task().ltl().isPresent() ? "--ltl" : "--model";
      String how = oneFile ? option + " NAME shows another" : "check a file alone to see its run";
      terminal.println("(one run of " + violated.size() + "; " + how + ")");
    }
  }

  /** What a bounded verdict means, where nobody asked for the bound. */
  private void explainWindow(List<CheckResult> results) {
    results.stream()
        .filter(result -> result.task().bounds().window().isEmpty())
        .flatMapToInt(result -> result.verdict().window().stream())
        .max()
        .ifPresent(
            window ->
                terminal.println(
                    "window <= "
                        + window
                        + ": a thread in a loop had no more instructions than that under way at"
                        + " once; --window N sets the bound"));
  }

  private void neverReached(List<CheckResult> results) {
    Map<String, List<CheckResult>> files =
        results.stream()
            .collect(
                Collectors.groupingBy(
                    result -> result.task().file(), LinkedHashMap::new, Collectors.toList()));
    files.forEach((file, own) -> neverReached(files.size() == 1 ? "" : " in " + file, own));
  }

  /** Against vacuity: names the marks that no check came to, if some check was complete. */
  private void neverReached(String where, List<CheckResult> results) {
    SequencedSet<String> unreached = new LinkedHashSet<>();
    for (CheckResult result : results) {
      if (result.statistics().complete()) {
        unreached.addAll(result.statistics().unreached());
      }
    }
    results.forEach(result -> result.statistics().reached().forEach(unreached::remove));
    unreached.forEach(label -> terminal.println("never reached" + where + ": " + label));
  }

  private void showTrace(CheckResult result) {
    CheckTask task = result.task();
    boolean models = task.frontEnd().hasMemoryModels();
    boolean shortest =
        models && task.strategy().order() == CheckTask.Order.BFS && task.ltl().isEmpty();
    String property =
        task.ltl().map(ltl -> " of " + (models ? "ltl " + ltl.name() : task.title())).orElse("");
    String under = models ? " under " + task.model() : "";
    terminal.println("");
    terminal.println((shortest ? "a shortest" : "a") + " violating run" + property + under + ":");
    terminal.println("");
    terminal.print("the run", () -> result.runText(layout));
  }
}
