// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.level;

import dev.fencepost.budget.Budget;
import dev.fencepost.budget.OutOfBudget;
import dev.fencepost.collect.RecordSet;
import dev.fencepost.explore.Crew;
import dev.fencepost.explore.SearchListener;
import dev.fencepost.explore.SearchOptions;
import dev.fencepost.explore.SearchResult;
import dev.fencepost.explore.SearchResult.Limit;
import dev.fencepost.explore.SearchResult.Outcome;
import dev.fencepost.explore.SearchResult.Stopped;
import dev.fencepost.level.LevelJob.Pass;
import dev.fencepost.level.RemoteLevels.States;
import dev.fencepost.transition.Expander;
import dev.fencepost.transition.Expansion;
import dev.fencepost.transition.Representation;
import dev.fencepost.transition.TransitionSystem.LimitException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** One pass through a system, level by level. It can pause between levels. */
final class LevelPass {

  /** With fewer states in a level, other threads cost more than they give. */
  private static final int SMALL = 20_000;

  /** The part of the memory that one thread gathers in, at most and at least so much. */
  private static final int GATHERED_PART = 16;

  private static final long MOST_GATHERED = 32L << 20;
  private static final long LEAST_GATHERED = 1L << 18;

  /** The part of the memory for levels, and for candidates. */
  private static final int ROOM_PART = 2;

  private static final int CANDIDATES_PART = 8;

  private final Representation<?> form;
  private final SearchOptions options;
  private final RunStore store;
  private final Optional<Checkpoints> checkpoints;
  private final Optional<RemoteLevels> remote;
  private final RecordSet staging;
  private final Keys kind;
  private final Control control;
  private final long gatheredBytes;
  private final List<Expansions> workers = new ArrayList<>();
  private final List<CandidateRuns> candidates = new ArrayList<>();
  private final List<LevelRuns> levels = new ArrayList<>();
  private Tally tally = Tally.EMPTY;
  private long states;
  private boolean badStart;

  /** Whether levels are of an earlier search, and nothing was compared with them yet. */
  private boolean restored;

  /**
   * Goes on where an earlier search has come to, if there is one.
   *
   * @param forms why the passes before were left: the letter of each reason
   */
  LevelPass(
      Representation<?> form,
      SearchOptions options,
      SearchListener listener,
      LevelStorage storage,
      String forms) {
    this.form = form;
    this.options = options;
    RunFolder folder = storage.part(forms.length());
    checkpoints =
        storage
            .identity()
            .map(name -> new Checkpoints(folder, name, storage.waits(), form.parts()));
    staging = form.newStaging();
    kind = Keys.of(staging);
    control = new Control(listener, this::bytes);
    long memory = Budget.current().bytes();
    long part = memory / GATHERED_PART / options.threads();
    gatheredBytes = Math.clamp(part, LEAST_GATHERED, MOST_GATHERED);
    long room = checkpoints.isPresent() ? 0 : memory / ROOM_PART;
    store = new RunStore(folder, checkpoints.isPresent(), room, memory / CANDIDATES_PART);
    remote = storage.team().map(team -> remote(team, forms, storage.waits()));
    checkpoints.ifPresent(this::restore);
  }

  private RemoteLevels remote(Machines.Team team, String forms, WaitNames waits) {
    Pass pass = new Pass(UUID.randomUUID().toString(), team.search(), forms, options.endsAllowed());
    States here = new States(form.parts(), staging, kind, waits);
    return new RemoteLevels(team.machines(), pass, checkpoints.orElseThrow(), control, here);
  }

  private void restore(Checkpoints saved) {
    levels.addAll(saved.restoreLevels(kind, remote.isEmpty()));
    states = levels.stream().mapToLong(LevelRuns::count).sum();
    if (!levels.isEmpty()) {
      tally = saved.done().getLast().tally();
      badStart = saved.done().getLast().badStart();
      restored = true;
    }
  }

  /**
   * Goes on until the end, or until more states than {@code pauseAt} are known.
   *
   * @return whether it came to an end
   */
  boolean run(long pauseAt) {
    try (Crew crew = new Crew()) {
      if (restored || levels.isEmpty()) {
        control.guarded(() -> start(crew));
      }
      while (control.goesOn() && !isOver()) {
        if (states() > pauseAt) {
          return false;
        }
        control.guarded(() -> advance(crew));
      }
    }
    control.requireUsable();
    return true;
  }

  private boolean isOver() {
    return frontier().count() == 0 || isViolated() && !options.exhaustive();
  }

  boolean isViolated() {
    return badStart || tally.isViolated();
  }

  /** Whether the violation is an initial state. */
  boolean isBadStart() {
    return badStart;
  }

  private LevelRuns frontier() {
    return levels.getLast();
  }

  private void start(Crew crew) throws LimitException {
    Expansions worker = workers(1).getFirst();
    boolean bad = worker.initial().violation() != Expansion.NONE;
    if (restored) {
      requireStart(candidates.getFirst().take(), crew);
      restored = false;
      checkAfterLevel();
    } else {
      badStart = bad;
      LevelRuns first = merged(candidates.getFirst().take(), List.of(), crew);
      if (control.goesOn()) {
        add(first);
      }
    }
  }

  /** Refuses levels that do not begin with the initial states. */
  private void requireStart(List<Run> initial, Crew crew) {
    LevelRuns start = levels.getFirst();
    Run all = merged(initial, List.of(), crew, store.temporary(kind));
    long count = all.count();
    Run others = merged(List.of(all), start.runs(), crew, store.temporary(kind));
    if (control.goesOn() && (count != start.count() || others.count() != 0)) {
      throw new UnusableFolderException("the levels are of another system");
    }
    others.delete();
  }

  private void add(LevelRuns level) {
    checkpoints.ifPresent(saved -> saved.save(level, saved.saveParts(), tally, badStart));
    known(level);
  }

  private void known(LevelRuns level) {
    levels.add(level);
    states += level.count();
  }

  private void advance(Crew crew) throws LimitException {
    LevelRuns level = frontier();
    control.level(states(), level.count());
    if (remote.isPresent() && remote.get().take(level)) {
      remote.get().advance(level).ifPresent(next -> addRemote(level, next));
      return;
    }
    int number = levels.size() - 1;
    PageQueue pages = PageQueue.of(level.runs());
    List<Run> found = together(crew, level, worker -> worker.expand(pages, control));
    Tally shown = Tally.EMPTY;
    for (Expansions worker : workers) {
      shown = shown.plus(worker.takeTally(number));
    }
    if (control.goesOn()) {
      requireConserved(level.count(), shown.expanded());
      LevelRuns next = merged(found, known(), crew);
      if (control.goesOn()) {
        tally = tally.plus(shown);
        add(next);
        checkAfterLevel();
      }
    }
  }

  /** Adds what other machines made of a level. */
  private void addRemote(LevelRuns level, RemoteLevels.Next next) {
    requireConserved(level.count(), next.shown().expanded());
    tally = tally.plus(next.shown());
    checkpoints.orElseThrow().save(next.level(), next.parts(), tally, badStart);
    known(next.level());
    checkAfterLevel();
  }

  private List<Run> known() {
    return levels.stream().flatMap(level -> level.runs().stream()).toList();
  }

  /** What is expanded is what was new; else this is no search of all states. */
  private static void requireConserved(long states, long expanded) {
    if (states != expanded) {
      throw new IllegalStateException(
          "of " + states + " states of a level " + expanded + " were expanded");
    }
  }

  private void checkAfterLevel() {
    if (states() > options.states()) {
      control.stop(new Stopped(Limit.STATES, ""));
    } else if (!form.pays(states())) {
      control.stop(new Stopped(Limit.SYSTEM, ""));
    }
  }

  /** What a thread does with a level. */
  private interface Part {
    void run(Expansions worker) throws LimitException;
  }

  /** Does something with a level on all threads; the runs that come of it. */
  private List<Run> together(Crew crew, LevelRuns level, Part part) {
    List<Expansions> all = workers(level.count() > SMALL ? options.threads() : 1);
    List<Runnable> jobs = new ArrayList<>();
    all.forEach(worker -> jobs.add(() -> control.guarded(() -> part.run(worker))));
    crew.run(jobs);
    List<Run> runs = new ArrayList<>();
    candidates.forEach(each -> runs.addAll(each.take()));
    return runs;
  }

  private List<Expansions> workers(int count) {
    while (workers.size() < count) {
      CandidateRuns runs = new CandidateRuns(kind, store);
      candidates.add(runs);
      workers.add(new Expansions(form, staging, runs, options.endsAllowed(), gatheredBytes));
    }
    return workers.subList(0, count);
  }

  /** The candidates that are in none of the known runs, as a level. */
  private LevelRuns merged(List<Run> found, List<Run> known, Crew crew) {
    String name = LevelRuns.name(levels.size(), 0, ShareRule.NONE);
    return LevelRuns.of(merged(found, known, crew, store.level(name, kind)));
  }

  private Run merged(List<Run> found, List<Run> known, Crew crew, RunStore.Writing target) {
    Merge merge = new Merge(kind, crew, control, options.threads(), gatheredBytes);
    Run merged = merge.merge(found, known, target);
    found.forEach(Run::delete);
    return merged;
  }

  /** The states of a level that are chosen. */
  Run choose(int level, Expansions.Choice choice, Crew crew) {
    LevelRuns all = levels.get(level);
    PageQueue pages = PageQueue.of(all.runs());
    List<Run> chosen = together(crew, all, worker -> worker.choose(pages, control, choice));
    Run merged = merged(chosen, List.of(), crew, store.temporary(kind));
    control.requireUsable();
    if (!control.goesOn()) {
      throw new OutOfBudget(Budget.Limit.REQUEST);
    }
    return merged;
  }

  /** Whether an earlier search has left this pass for another one. */
  boolean isLeft() {
    return left() != RestartReason.NONE;
  }

  private RestartReason left() {
    return checkpoints.map(Checkpoints::left).orElse(RestartReason.NONE);
  }

  /** With what to begin anew, where the states do not fit or do not pay as they are. */
  Optional<Representation<?>> again() {
    return leaves().next(form);
  }

  /** Why this pass, an earlier search or other machines leave this representation. */
  private RestartReason leaves() {
    RestartReason others = remote.map(RemoteLevels::leaves).orElse(RestartReason.NONE);
    if (staging.isTooWide()
        || others == RestartReason.OVERFLOW
        || left() == RestartReason.OVERFLOW) {
      return RestartReason.OVERFLOW;
    }
    Stopped reason = control.reason();
    boolean stopped = reason != null && reason.limit() == Limit.SYSTEM;
    boolean waste = stopped && (!form.pays(states()) || others == RestartReason.WASTE);
    return waste ? RestartReason.WASTE : left();
  }

  Representation<?> form() {
    return form;
  }

  /** Expands single states, for one thread. */
  Expander newExpander() {
    return form.newExpander(staging);
  }

  /** An empty list of states. */
  Keys newKeys() {
    return kind.another();
  }

  Tally tally() {
    return tally;
  }

  boolean isBadState(Expansion found) {
    return Expansions.isBadState(found, options.endsAllowed());
  }

  /** Nothing of this pass is needed any more; the letter of the reason. */
  char leave() {
    RestartReason why = leaves();
    if (checkpoints.isPresent()) {
      checkpoints.get().leave(why);
    } else {
      levels.forEach(LevelRuns::delete);
    }
    levels.clear();
    return why.letter;
  }

  long states() {
    return states;
  }

  long bytes() {
    return store.bytes() + form.bytes();
  }

  double seconds() {
    return control.seconds();
  }

  SearchResult result() {
    Stopped stopped = control.reason();
    Outcome outcome = stopped == null ? new SearchResult.Complete() : stopped;
    int reached = (int) levels.stream().filter(level -> level.count() > 0).count();
    return new SearchResult(
        outcome,
        states(),
        tally.transitions(),
        Math.max(0, reached - 1),
        bytes(),
        seconds(),
        tally.marks().stream().boxed().toList(),
        tally.boundHit(),
        tally.ends(),
        stopped == null && (!isViolated() || options.exhaustive()));
  }
}
