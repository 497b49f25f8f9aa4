// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.fences;

import dev.fencepost.check.CheckListener;
import dev.fencepost.check.CheckResult;
import dev.fencepost.check.CheckResult.InputText;
import dev.fencepost.check.CheckTask;
import dev.fencepost.check.Checker;
import dev.fencepost.check.LoadedModel;
import dev.fencepost.check.LoadedSource;
import dev.fencepost.check.Scenarios;
import dev.fencepost.fences.Counterexamples.Forbidding;
import dev.fencepost.fences.PlacedProgram.Fenced;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.suite.KnownResults;
import dev.fencepost.verdict.Verdict;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/**
 * One check that has to hold: a scenario and a property under a memory model. A fence, and a
 * stronger order, only removes runs, so what is known of one assignment is known of weaker or of
 * stronger ones.
 */
final class Goal {
  /** So many choices are asked for without a look for fewer. */
  private static final int FEW = 8;

  private final CheckTask task;
  private final LoadedSource source;
  private final LoadedModel model;
  private final PlacedProgram program;
  private final Choices choices;
  private final KnownResults<KnownOutcome> known;
  private final Counterexamples counterexamples;
  private final List<BitSet> holding = new ArrayList<>();
  private final AtomicInteger checks = new AtomicInteger();
  private volatile double seconds;

  Goal(CheckTask task, Source source, LoadedModel model, Search search) {
    this.task = task;
    this.source = source.loaded;
    this.model = model;
    choices = search.choices;
    known = search.known;
    program = source.placed;
    counterexamples = new Counterexamples(program, model.model(), choices);
  }

  /** What all goals of a search share. */
  record Search(Choices choices, KnownResults<KnownOutcome> known) {}

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

  /**
   * Whether a patched source is this one with an assignment, and nothing else: where it is checked,
   * it is the program that was checked before.
   */
  boolean isPatched(LoadedSource patched, Assignment assignment) throws InvalidInputException {
    return ExecutedProgram.of(patched.checkedProgram())
        .equals(ExecutedProgram.of(program.with(assignment).program()));
  }

  /** Whether a kind of fence orders any two accesses under this model. */
  boolean mayOrder(FenceKind kind) {
    return counterexamples.mayOrder(kind);
  }

  /** How long its last check took: cheap ones come first. */
  double seconds() {
    return seconds;
  }

  /** How many checks there were. */
  int checks() {
    return checks.get();
  }

  /** What came of a check of an assignment. */
  sealed interface Outcome {
    /** No run violates anything; {@code bounded} if a window bound was hit. */
    record Holds(boolean bounded) implements Outcome {}

    /**
     * A run violates a property.
     *
     * @param failing the assignment
     * @param found with the run; none if it is known from an earlier search
     */
    record Fails(Goal goal, BitSet failing, Optional<CheckResult> found, Forbidding forbidden)
        implements Outcome {

      /** The choices one of which every correct assignment has. */
      BitSet forbidding() {
        return forbidden.choices();
      }
    }

    record Unknown(Goal goal, String why) implements Outcome {}
  }

  /** Whether a weaker assignment is known to hold. */
  synchronized boolean isKnownToHold(BitSet chosen) {
    return holding.stream().anyMatch(weaker -> choices.covers(chosen, weaker));
  }

  private synchronized void remember(BitSet chosen) {
    holding.add((BitSet) chosen.clone());
  }

  /**
   * The outcome of an assignment. Where a run says little of what forbids it, stronger assignments
   * say more: a correct one has something that the largest of those lacks which still fail.
   */
  Outcome outcome(BitSet chosen, CheckListener listener) throws InvalidInputException {
    Outcome outcome = check(chosen, listener);
    return outcome instanceof Outcome.Fails fails
            && (fails.forbidding().cardinality() > FEW || !fails.forbidden.precise())
        ? smaller(fails, fails.forbidding().stream().boxed().toList(), listener)
        : outcome;
  }

  /** A failure that less forbids: not one of a list, or as few of its parts as can be. */
  private Outcome.Fails smaller(Outcome.Fails fails, List<Integer> list, CheckListener listener)
      throws InvalidInputException {
    BitSet left = (BitSet) fails.forbidding().clone();
    list.forEach(left::clear);
    BitSet larger = choices.everything();
    larger.andNot(left);
    if (left.equals(fails.forbidding())) {
      return fails;
    }
    if (!isKnownToHold(larger) && check(larger, listener) instanceof Outcome.Fails next) {
      left.and(next.forbidding());
      return new Outcome.Fails(this, larger, next.found, new Forbidding(left, true));
    }
    int half = list.size() / 2;
    return half == 0
        ? fails
        : smaller(
            smaller(fails, list.subList(0, half), listener),
            list.subList(half, list.size()),
            listener);
  }

  /** Checks an assignment. */
  private Outcome check(BitSet chosen, CheckListener listener) throws InvalidInputException {
    Supplier<List<InputText>> decisive = () -> decisive(chosen);
    Optional<KnownOutcome> before = known.of(task, decisive);
    if (before.isPresent()) {
      return outcome(chosen, before.get());
    }
    Fenced fenced = program.with(choices.assignment(chosen));
    CheckResult result = result(fenced, listener);
    seconds = result.statistics().seconds();
    return switch (result.verdict()) {
      case Verdict.Holds holds -> {
        boolean bounded = holds.window().isPresent();
        known.add(task, decisive, KnownOutcome.holds(bounded));
        remember(chosen);
        yield new Outcome.Holds(bounded);
      }
      case Verdict.Violated violated when !violated.trace().isKnown() ->
          new Outcome.Unknown(this, violated.trace().failure().message());
      case Verdict.Violated violated -> {
        Forbidding forbidding = counterexamples.forbidding(violated.trace(), fenced, chosen);
        known.add(task, decisive, KnownOutcome.fails(forbidding));
        yield new Outcome.Fails(this, chosen, Optional.of(result), forbidding);
      }
      case Verdict.Inconclusive unknown -> new Outcome.Unknown(this, unknown.limit());
    };
  }

  private Outcome outcome(BitSet chosen, KnownOutcome before) {
    if (before.holds()) {
      remember(chosen);
      return new Outcome.Holds(before.bounded());
    }
    return new Outcome.Fails(this, chosen, Optional.empty(), before.forbidden());
  }

  /** The check that failed, with its run. */
  CheckResult failure(Outcome.Fails fails, CheckListener listener) throws InvalidInputException {
    return fails.found.isPresent()
        ? fails.found.get()
        : result(program.with(choices.assignment(fails.failing)), listener);
  }

  private CheckResult result(Fenced fenced, CheckListener listener) throws InvalidInputException {
    CheckResult result = Checker.check(task, source.with(fenced.program()), model, listener);
    listener.done(result.statistics().states());
    boolean stopped =
        result.verdict() instanceof Verdict.Inconclusive unknown
            && unknown.limit().equals(Checker.STOPPED);
    if (!stopped) {
      checks.incrementAndGet();
    }
    return result;
  }

  /** All texts that decide the outcome of an assignment, and the assignment. */
  private List<InputText> decisive(BitSet chosen) {
    List<InputText> texts = new ArrayList<>(source.inputs());
    texts.addAll(model.inputs());
    texts.add(choices.text());
    texts.add(InputText.of("assignment", chosen.toString()));
    return texts;
  }
}
