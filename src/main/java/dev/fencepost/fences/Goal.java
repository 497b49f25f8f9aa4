// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.fences;

import dev.fencepost.check.CheckListener;
import dev.fencepost.check.CheckResult;
import dev.fencepost.check.CheckTask;
import dev.fencepost.check.Checker;
import dev.fencepost.check.LoadedModel;
import dev.fencepost.check.LoadedSource;
import dev.fencepost.check.Scenarios;
import dev.fencepost.fences.PlacedProgram.Fenced;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.trace.Trace;
import dev.fencepost.verdict.Verdict;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * One check that has to hold: a scenario and a property under a memory model. A fence only removes
 * runs, so what is known of one assignment is known of weaker or of stronger ones.
 */
final class Goal {
  private final CheckTask task;
  private final LoadedSource source;
  private final LoadedModel model;
  private final PlacedProgram program;
  private final List<Choice> choices;
  private final Counterexamples counterexamples;
  private final List<BitSet> holding = new ArrayList<>();
  private volatile double seconds;

  Goal(CheckTask task, Source source, LoadedModel model, List<Choice> choices) {
    this.task = task;
    this.source = source.loaded;
    this.model = model;
    this.choices = choices;
    program = source.placed;
    counterexamples = new Counterexamples(program, model.model(), choices);
  }

  /** A source with its places. */
  record Source(LoadedSource loaded, PlacedProgram placed) {}

  CheckTask task() {
    return task;
  }

  /** Its model, its property and its scenario. */
  String title() {
    String scenario = task.defines().get(Scenarios.DEFINE);
    return task.title() + (scenario == null ? "" : ", " + scenario);
  }

  /** How long its last check took: cheap ones come first. */
  double seconds() {
    return seconds;
  }

  /** What came of a check of an assignment. */
  sealed interface Outcome {
    /** No run violates anything; {@code bounded} if a window bound was hit. */
    record Holds(boolean bounded) implements Outcome {}

    /**
     * A run violates a property.
     *
     * @param forbidding the choices one of which every correct assignment has
     */
    record Fails(Goal goal, Trace run, BitSet forbidding) implements Outcome {}

    record Unknown(Goal goal, String why) implements Outcome {}
  }

  /** Whether an assignment with fewer choices is known to hold. */
  synchronized boolean isKnownToHold(BitSet chosen) {
    return holding.stream()
        .anyMatch(
            set -> {
              BitSet more = (BitSet) set.clone();
              more.andNot(chosen);
              return more.isEmpty();
            });
  }

  private synchronized void remember(BitSet chosen) {
    holding.add((BitSet) chosen.clone());
  }

  /** Checks an assignment. */
  Outcome check(BitSet chosen, CheckListener listener) throws InvalidInputException {
    Map<Site.Key, List<FenceKind>> fences = new HashMap<>();
    chosen.stream()
        .mapToObj(choices::get)
        .forEach(
            choice ->
                fences
                    .computeIfAbsent(choice.site().key(), any -> new ArrayList<>())
                    .add(choice.kind()));
    Fenced fenced = program.with(fences);
    CheckResult result = Checker.check(task, source.with(fenced.program()), model, listener);
    seconds = result.statistics().seconds();
    return switch (result.verdict()) {
      case Verdict.Holds holds -> {
        remember(chosen);
        yield new Outcome.Holds(holds.window().isPresent());
      }
      case Verdict.Violated violated ->
          new Outcome.Fails(
              this, violated.trace(), counterexamples.forbidding(violated.trace(), fenced, chosen));
      case Verdict.Inconclusive unknown -> new Outcome.Unknown(this, unknown.limit());
    };
  }
}
