// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.fences;

import dev.fencepost.check.CheckListener;
import dev.fencepost.check.CheckResult;
import dev.fencepost.check.CheckResult.InputText;
import dev.fencepost.check.CheckTask;
import dev.fencepost.check.Checker;
import dev.fencepost.check.Inputs;
import dev.fencepost.check.LoadedModel;
import dev.fencepost.check.LoadedSource;
import dev.fencepost.fences.Answer.Needed;
import dev.fencepost.fences.FencesListener.Progress;
import dev.fencepost.fences.FencesResult.Ending;
import dev.fencepost.fences.Goal.Outcome;
import dev.fencepost.fences.PlacedProgram.Scope;
import dev.fencepost.memorymodel.ModelDefinition;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.suite.SideBySide;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Searches for the cheapest assignments of fences with which all checks hold, and proves that there
 * are no cheaper ones: an assignment is a cheapest hitting set of what the counterexamples so far
 * ask for, so no cheaper one forbids them all.
 */
public final class Synthesis {
  private static final String SC = "sc";
  private static final String LIBRARY = "library/";

  private final FencesTask task;
  private final FencesListener listener;
  private final Inputs inputs = new Inputs();
  private final long start = System.nanoTime();
  private final List<Site> sites = new ArrayList<>();
  private final List<Choice> choices = new ArrayList<>();
  private final List<Goal> goals = new ArrayList<>();
  private final List<BitSet> asked = new ArrayList<>();
  private final List<List<BitSet>> excluded = new ArrayList<>();
  private final List<Answer> answers = new ArrayList<>();
  private final Map<String, InputText> texts = new LinkedHashMap<>();
  private BitSet known = new BitSet();
  private boolean someKnown;
  private long lower;
  private int checks;
  private int counterexamples;

  private Synthesis(FencesTask task, FencesListener listener) {
    this.task = task;
    this.listener = listener;
  }

  /** Finds what a task asks for. */
  public static FencesResult run(FencesTask task, FencesListener listener)
      throws InvalidInputException {
    Synthesis synthesis = new Synthesis(task, listener);
    Ending ending = synthesis.search();
    return new FencesResult(
        synthesis.answers,
        ending,
        synthesis.lower,
        synthesis.checks,
        synthesis.counterexamples,
        (System.nanoTime() - synthesis.start) * 1e-9);
  }

  private Ending search() throws InvalidInputException {
    inputs.require(task.checks());
    Optional<CheckResult> failure = failureUnderSc();
    if (failure.isPresent()) {
      return new Ending.FailsUnderSc(failure.get());
    }
    load();
    Optional<Ending> ending = task.weaken() ? asItIs() : Optional.empty();
    Round first = check(new BitSet());
    if (ending.isEmpty() && first.holds() && !task.weaken()) {
      return new Ending.NothingToAdd();
    }
    ending = ending.isEmpty() ? cover(first) : ending;
    while (ending.isEmpty()) {
      ending = step();
    }
    return ending.get();
  }

  /** Checks all fences that are there; an ending if they are not enough, or none is there. */
  private Optional<Ending> asItIs() throws InvalidInputException {
    if (sites.isEmpty()) {
      throw new InvalidInputException(
          "there is no fence to weaken",
          "left alone are fences that a macro makes together with other statements, those in the"
              + " library's headers, those of mutexes, those of kinds that a model declares, and"
              + " what the source says fencepost_keep of");
    }
    BitSet all = new BitSet();
    all.set(0, choices.size());
    Round round = check(all);
    if (!round.fails.isEmpty()) {
      Outcome.Fails fails = round.fails.getFirst();
      return Optional.of(new Ending.FailsAsItIs(fails.goal().title(), fails.run()));
    }
    return round.holds() ? Optional.empty() : learn(round);
  }

  /** The first check that fails under sequential consistency. */
  private Optional<CheckResult> failureUnderSc() throws InvalidInputException {
    for (CheckTask check :
        task.checks().stream().map(each -> each.withModel(SC)).distinct().toList()) {
      CheckResult result = Checker.check(check, inputs, stopping(new AtomicBoolean()));
      checks++;
      if (result.violated()) {
        return Optional.of(result);
      }
    }
    return Optional.empty();
  }

  /** Reads the sources with their places, and makes the choices. */
  private void load() throws InvalidInputException {
    Map<Object, Goal.Source> sources = new LinkedHashMap<>();
    String main = task.checks().getFirst().file();
    Scope scope = new Scope(task.weaken(), span -> isUsers(span.file(), main));
    for (CheckTask check : task.checks()) {
      if (!sources.containsKey(check.defines())) {
        LoadedSource loaded = LoadedSource.withPlaces(check);
        PlacedProgram placed = new PlacedProgram(loaded.checkedProgram(), scope);
        sources.put(check.defines(), new Goal.Source(loaded, placed));
        loaded.inputs().forEach(input -> texts.putIfAbsent(input.name(), input));
      }
    }
    List<PlacedProgram> programs = sources.values().stream().map(Goal.Source::placed).toList();
    sites.addAll(
        task.weaken()
            ? SiteGroups.sites(programs)
            : SiteGroups.representatives(programs, main, task.costs().weights()));
    addChoices();
    for (CheckTask check : task.checks()) {
      LoadedModel model = inputs.model(check.model());
      goals.add(
          new Goal(check, Objects.requireNonNull(sources.get(check.defines())), model, choices));
    }
  }

  /** Whether a file is not one of the library that a file outside of it includes. */
  private static boolean isUsers(String file, String main) {
    return !file.startsWith(LIBRARY) || main.startsWith(LIBRARY);
  }

  private void addChoices() throws InvalidInputException {
    List<ModelDefinition> models = new ArrayList<>();
    for (String name : task.checks().stream().map(CheckTask::model).distinct().toList()) {
      models.add(inputs.model(name).model().definition());
    }
    task.costs().requireNames(models);
    List<FenceKind> kinds = FenceKind.of(models, task.costs());
    if (kinds.isEmpty()) {
      throw new InvalidInputException(
          "no fence has a cost under "
              + String.join(", ", models.stream().map(ModelDefinition::name).toList()),
          "a model's file says what fences there are and what they cost: 'cost fence[acquire] 2',"
              + " or 'fence kind light cost 2' with a law");
    }
    for (Site site : sites) {
      long weight = task.costs().weights().of(site.path());
      for (FenceKind kind : kinds) {
        if (site.allows(kind)) {
          choices.add(new Choice(site, kind, weight * kind.cost(task.costs(), models)));
        }
      }
    }
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
    known = all;
    someKnown = true;
    return Optional.empty();
  }

  /** Checks the cheapest assignment that all counterexamples so far leave. */
  private Optional<Ending> step() throws InvalidInputException {
    Optional<BitSet> next = new HittingSets(choices).cheapest(asked, excluded);
    if (next.isEmpty()) {
      return Optional.of(new Ending.Complete());
    }
    lower = cost(next.get());
    Round round = check(next.get());
    if (!round.isDecided() || !round.holds()) {
      return learn(round);
    }
    known = next.get();
    Optional<Ending> problem = answer(next.get(), round.bounded);
    if (problem.isPresent() || !task.all()) {
      return Optional.of(problem.orElse(new Ending.Complete()));
    }
    excluded.add(next.get().stream().mapToObj(this::atLeast).toList());
    return Optional.empty();
  }

  /** Keeps what a round found; an ending if it decides the search. */
  private Optional<Ending> learn(Round round) {
    for (Outcome.Fails fails : round.fails) {
      counterexamples++;
      if (fails.forbidding().isEmpty()) {
        return Optional.of(new Ending.NoFenceHelps(fails.goal().title(), fails.run()));
      }
      asked.add(fails.forbidding());
    }
    if (round.fails.isEmpty() && round.unknown.isPresent()) {
      Outcome.Unknown unknown = round.unknown.get();
      return Optional.of(
          new Ending.Stopped(
              unknown.goal().title() + ": " + unknown.why(),
              someKnown ? chosen(known) : List.of()));
    }
    return Optional.empty();
  }

  /** The choices that do what one does, or more, where it does it. */
  private BitSet atLeast(int choice) {
    BitSet stronger = new BitSet();
    Choice weak = choices.get(choice);
    for (int i = 0; i < choices.size(); i++) {
      Choice strong = choices.get(i);
      if (strong.site().equals(weak.site()) && strong.kind().covers(weak.kind())) {
        stronger.set(i);
      }
    }
    return stronger;
  }

  private List<Choice> chosen(BitSet set) {
    return set.stream().mapToObj(choices::get).toList();
  }

  private long cost(BitSet set) {
    return chosen(set).stream().mapToLong(Choice::cost).sum();
  }

  /** Checks the patched text afresh, and adds the answer. */
  private Optional<Ending> answer(BitSet set, boolean bounded) throws InvalidInputException {
    Patch patch =
        Patch.of(chosen(set), task.weaken() ? sites : List.of(), List.copyOf(texts.values()));
    for (Goal goal : goals) {
      CheckResult result =
          Checker.check(
              goal.task(),
              LoadedSource.patched(goal.task(), patch.texts()),
              inputs.model(goal.task().model()),
              stopping(new AtomicBoolean()));
      checks++;
      if (!result.holds()) {
        String what = result.violated() ? "the patched source fails" : "not verified";
        return Optional.of(new Ending.Stopped(goal.title() + ": " + what, chosen(set)));
      }
    }
    Answer answer = new Answer(needed(set), task.weaken() ? sites : List.of(), patch, bounded);
    answers.add(answer);
    listener.answer(answer);
    return Optional.empty();
  }

  /** Each fence with a run that it forbids. */
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
              fails.map(Outcome.Fails::run)));
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
    goals.stream()
        .filter(goal -> !goal.isKnownToHold(chosen))
        .sorted(Comparator.comparingDouble(Goal::seconds))
        .forEach(goal -> jobs.add(() -> outcome(goal, chosen, failed)));
    List<Outcome> outcomes = new ArrayList<>();
    SideBySide.run(jobs, task.threads(), found -> found.ifPresent(outcomes::add));
    checks += outcomes.size();
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
    listener.progress(
        new Progress(answers.size(), lower, someKnown ? cost(known) : -1, checks, counterexamples));
    return round;
  }

  private Optional<Outcome> outcome(Goal goal, BitSet chosen, AtomicBoolean failed)
      throws InvalidInputException {
    if (failed.get()) {
      return Optional.empty();
    }
    Outcome outcome = goal.check(chosen, stopping(failed));
    if (outcome instanceof Outcome.Fails) {
      failed.set(true);
    }
    return outcome instanceof Outcome.Unknown && failed.get()
        ? Optional.empty()
        : Optional.of(outcome);
  }

  private CheckListener stopping(AtomicBoolean stop) {
    return new CheckListener() {
      @Override
      public boolean stopRequested() {
        return stop.get() || listener.stopRequested();
      }
    };
  }
}
