// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.fences;

import dev.fencepost.budget.Budget;
import dev.fencepost.budget.OutOfBudget;
import dev.fencepost.check.CheckListener;
import dev.fencepost.check.CheckResult;
import dev.fencepost.check.CheckTask;
import dev.fencepost.check.Checker;
import dev.fencepost.check.Inputs;
import dev.fencepost.check.LoadedSource;
import dev.fencepost.fences.Answer.Needed;
import dev.fencepost.fences.FencesListener.Progress;
import dev.fencepost.fences.FencesListener.Work;
import dev.fencepost.fences.FencesResult.Considered;
import dev.fencepost.fences.FencesResult.Ending;
import dev.fencepost.fences.Goal.Outcome;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.suite.KnownResults;
import dev.fencepost.suite.SideBySide;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;

/**
 * Searches for the cheapest assignments of fences and orders with which all checks hold, and proves
 * that there are no cheaper ones: an assignment is a cheapest hitting set of what the
 * counterexamples so far ask for, so no cheaper one forbids them all.
 */
public final class Synthesis {
  private static final String SC = "sc";

  private final FencesTask task;
  private final FencesListener listener;
  private final Inputs inputs = new Inputs();
  private final long start = System.nanoTime();
  private final SearchSpace space;
  private Choices choices = new Choices(List.of(), Ask.FENCES);
  private final List<BitSet> asked = new ArrayList<>();
  private final List<List<BitSet>> excluded = new ArrayList<>();
  private final List<Answer> answers = new ArrayList<>();
  private BitSet known = new BitSet();
  private boolean someKnown;
  private long lower;

  /** Checks of texts, beside those of goals. */
  private int checks;

  private int counterexamples;

  /** States of all checks. */
  private final LongAdder searched = new LongAdder();

  /** Bytes of the checks under way. */
  private final LongAdder held = new LongAdder();

  private final long limit;

  /** The last one that was reported. */
  private volatile Progress progress = new Progress(0, 0, -1, 0, 0, new Work(0, 0, 1, 0));

  private Synthesis(FencesTask task, KnownResults<KnownOutcome> known, FencesListener listener) {
    this.task = task;
    this.listener = listener;
    space = new SearchSpace(task, inputs, known);
    long most = task.checks().getFirst().bounds().memory().orElse(Long.MAX_VALUE);
    limit = Math.max(1, Budget.current().withBytes(most).bytes());
  }

  /** Finds what a task asks for. */
  public static FencesResult run(FencesTask task, FencesListener listener)
      throws InvalidInputException {
    return run(task, KnownResults.none(), listener);
  }

  /**
   * Finds what a task asks for.
   *
   * @param known checks of earlier searches, which are not done again
   */
  public static FencesResult run(
      FencesTask task, KnownResults<KnownOutcome> known, FencesListener listener)
      throws InvalidInputException {
    Synthesis synthesis = new Synthesis(task, known, listener);
    Ending ending = synthesis.searchUntilStopped();
    return new FencesResult(
        synthesis.answers,
        ending,
        new Considered(
            synthesis.choices.all(), synthesis.space.leftAlone(), synthesis.space.texts()),
        synthesis.lower,
        synthesis.checks(),
        synthesis.counterexamples,
        synthesis.seconds());
  }

  private Ending searchUntilStopped() throws InvalidInputException {
    try {
      return search();
    } catch (OutOfBudget e) {
      if (e.limit() != Budget.Limit.REQUEST) {
        throw e;
      }
      return new Ending.Stopped(listener.whyStopped(), someKnown ? choices.of(known) : List.of());
    }
  }

  private Ending search() throws InvalidInputException {
    inputs.require(task.checks());
    Optional<CheckResult> failure = failureUnderSc();
    if (failure.isPresent()) {
      return new Ending.FailsUnderSc(failure.get());
    }
    choices = space.load();
    if (task.ask().startsFromNothing()) {
      space.requireChoices();
    }
    Optional<Ending> ending = task.ask() == Ask.WEAKEN ? asItIs() : Optional.empty();
    Round first = check(new BitSet());
    if (ending.isEmpty() && first.holds() && !task.ask().startsFromNothing()) {
      return new Ending.NothingToAdd();
    }
    space.requireChoices();
    ending = ending.isEmpty() ? cover(first) : ending;
    while (ending.isEmpty()) {
      ending = step();
    }
    return ending.get();
  }

  /** Checks all that is there; an ending if it is not enough. */
  private Optional<Ending> asItIs() throws InvalidInputException {
    Round round = check(choices.everything());
    if (!round.fails.isEmpty()) {
      Outcome.Fails fails = round.fails.getFirst();
      return Optional.of(new Ending.FailsAsItIs(fails.goal().title(), failure(fails)));
    }
    return round.holds() ? Optional.empty() : learn(round);
  }

  /** The first check that fails under sequential consistency. */
  private Optional<CheckResult> failureUnderSc() throws InvalidInputException {
    for (CheckTask check :
        task.checks().stream().map(each -> each.withModel(SC)).distinct().toList()) {
      CheckListener counting = new Counting(new AtomicBoolean());
      CheckResult result = Checker.check(check, inputs, counting);
      counting.done(result.statistics().states());
      checks++;
      if (result.violated()) {
        return Optional.of(result);
      }
    }
    return Optional.empty();
  }

  /** Adds all that counterexamples ask for until an assignment holds: an upper bound. */
  private Optional<Ending> cover(Round first) throws InvalidInputException {
    BitSet all = new BitSet();
    Round round = first;
    while (!round.holds()) {
      Optional<Ending> ending = learn(round);
      if (ending.isPresent()) {
        return ending;
      }
      round.fails.forEach(fails -> all.or(fails.forbidding()));
      round = check(all);
    }
    known = choices.withoutCovered(choices.normalised(all));
    someKnown = true;
    return Optional.empty();
  }

  /** Checks the cheapest assignment that all counterexamples so far leave. */
  private Optional<Ending> step() throws InvalidInputException {
    Optional<BitSet> next = new HittingSets(choices).cheapest(asked, excluded);
    if (next.isEmpty()) {
      return Optional.of(new Ending.Complete());
    }
    lower = choices.cost(next.get());
    Round round = check(next.get());
    if (!round.isDecided() || !round.holds()) {
      return learn(round);
    }
    known = next.get();
    Optional<Ending> problem = answer(next.get(), round.bounded);
    if (problem.isPresent() || !task.all()) {
      return Optional.of(problem.orElse(new Ending.Complete()));
    }
    excluded.add(next.get().stream().mapToObj(choices::atLeast).toList());
    return Optional.empty();
  }

  /** Keeps what a round found; an ending if it decides the search. */
  private Optional<Ending> learn(Round round) throws InvalidInputException {
    for (Outcome.Fails fails : round.fails) {
      counterexamples++;
      if (fails.forbidding().isEmpty()) {
        return Optional.of(new Ending.NoFenceHelps(fails.goal().title(), failure(fails)));
      }
      asked.add(fails.forbidding());
    }
    if (round.fails.isEmpty() && round.unknown.isPresent()) {
      Outcome.Unknown unknown = round.unknown.get();
      String why = unknown.why().equals(Checker.STOPPED) ? listener.whyStopped() : unknown.why();
      return Optional.of(
          new Ending.Stopped(
              unknown.goal().title() + ": " + why, someKnown ? choices.of(known) : List.of()));
    }
    return Optional.empty();
  }

  /** Checks the patched text afresh, and adds the answer. */
  private Optional<Ending> answer(BitSet set, boolean bounded) throws InvalidInputException {
    Assignment assignment = choices.assignment(set);
    Patch patch = Patch.of(assignment, space.sites(), space.texts(), space.calls());
    for (Goal goal : space.goals()) {
      Optional<String> fault = fault(goal, patch, assignment);
      if (fault.isPresent()) {
        return Optional.of(new Ending.Stopped(goal.title() + ": " + fault.get(), choices.of(set)));
      }
    }
    Answer answer =
        new Answer(
            needed(set),
            task.ask().startsFromNothing() ? space.sites() : List.of(),
            patch,
            bounded);
    answers.add(answer);
    listener.answer(answer);
    return Optional.empty();
  }

  /** Why a patch is no answer: it must be C, change nothing else, and hold. */
  private Optional<String> fault(Goal goal, Patch patch, Assignment assignment)
      throws InvalidInputException {
    LoadedSource source;
    try {
      source =
          Checker.budget(goal.task(), CheckListener.NONE, 0)
              .run(() -> LoadedSource.patched(goal.task(), patch.texts()));
    } catch (InvalidInputException e) {
      return Optional.of("the patched source is refused: " + e.getMessage());
    }
    if (!goal.isPatched(source, assignment)) {
      return Optional.of("the patched source is another program");
    }
    CheckListener counting = new Counting(new AtomicBoolean());
    CheckResult result =
        Checker.check(goal.task(), source, inputs.model(goal.task().model()), counting);
    counting.done(result.statistics().states());
    checks++;
    return result.holds()
        ? Optional.empty()
        : Optional.of(result.violated() ? "the patched source fails" : "not verified");
  }

  /** Each choice with a run that it forbids. */
  private List<Needed> needed(BitSet set) throws InvalidInputException {
    List<Needed> needed = new ArrayList<>();
    for (int i = set.nextSetBit(0); i >= 0; i = set.nextSetBit(i + 1)) {
      BitSet fewer = (BitSet) set.clone();
      fewer.clear(i);
      Optional<Outcome.Fails> fails = check(fewer).fails.stream().findFirst();
      needed.add(
          new Needed(
              choices.get(i),
              fails.map(found -> found.goal().title()).orElse(""),
              fails.isPresent() ? Optional.of(failure(fails.get())) : Optional.empty()));
    }
    return needed;
  }

  /** What came of the checks of one assignment. */
  private record Round(
      List<Outcome.Fails> fails, Optional<Outcome.Unknown> unknown, boolean bounded) {

    boolean holds() {
      return fails.isEmpty() && unknown.isEmpty();
    }

    boolean isDecided() {
      return !fails.isEmpty() || unknown.isEmpty();
    }
  }

  /** Checks an assignment side by side, cheap checks first, until one fails. */
  private Round check(BitSet chosen) throws InvalidInputException {
    AtomicBoolean failed = new AtomicBoolean();
    List<Callable<Optional<Outcome>>> jobs = new ArrayList<>();
    space.goals().stream()
        .filter(goal -> !goal.isKnownToHold(chosen))
        .sorted(Comparator.comparingDouble(Goal::seconds))
        .forEach(goal -> jobs.add(() -> outcome(goal, chosen, failed)));
    List<Outcome> outcomes = new ArrayList<>();
    SideBySide.run(jobs, task.threads(), found -> found.ifPresent(outcomes::add));
    Round round =
        new Round(
            outcomes.stream()
                .filter(Outcome.Fails.class::isInstance)
                .map(Outcome.Fails.class::cast)
                .toList(),
            outcomes.stream()
                .filter(Outcome.Unknown.class::isInstance)
                .map(Outcome.Unknown.class::cast)
                .findFirst(),
            outcomes.stream()
                .anyMatch(each -> each instanceof Outcome.Holds holds && holds.bounded()));
    long upper = someKnown ? choices.cost(known) : -1;
    progress = new Progress(answers.size(), lower, upper, checks(), counterexamples, work());
    listener.progress(progress);
    return round;
  }

  private Optional<Outcome> outcome(Goal goal, BitSet chosen, AtomicBoolean failed)
      throws InvalidInputException {
    if (failed.get()) {
      return Optional.empty();
    }
    Outcome outcome = goal.outcome(chosen, new Counting(failed));
    if (outcome instanceof Outcome.Fails) {
      failed.set(true);
    }
    return outcome instanceof Outcome.Unknown && failed.get()
        ? Optional.empty()
        : Optional.of(outcome);
  }

  private CheckResult failure(Outcome.Fails fails) throws InvalidInputException {
    return fails.goal().failure(fails, new Counting(new AtomicBoolean()));
  }

  private int checks() {
    return checks + space.goals().stream().mapToInt(Goal::checks).sum();
  }

  private double seconds() {
    return (System.nanoTime() - start) * 1e-9;
  }

  private Work work() {
    return new Work(searched.sum(), held.sum(), limit, seconds());
  }

  /** Hears of one check after the other; each may begin anew, with fewer states. */
  private final class Counting implements CheckListener {
    private final AtomicBoolean stop;
    private long states;
    private long bytes;

    Counting(AtomicBoolean stop) {
      this.stop = stop;
    }

    @Override
    public void progress(CheckListener.Progress now) {
      count(now.states() - (now.states() < states ? 0 : states), now.bytes());
      states = now.states();
      listener.progress(progress.with(work()));
    }

    @Override
    public void done(long found) {
      count(Math.max(0, found - states), 0);
      states = 0;
    }

    private void count(long more, long taken) {
      searched.add(more);
      held.add(taken - bytes);
      bytes = taken;
    }

    @Override
    public boolean stopRequested() {
      return stop.get();
    }
  }
}
