// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.reference.cpu;

import dev.fencepost.frontend.litmus.FinalStates;
import dev.fencepost.frontend.litmus.LitmusTest;
import dev.fencepost.ir.Program;
import dev.fencepost.reference.Relation;
import dev.fencepost.reference.cpu.CellOrders.Choice;
import dev.fencepost.reference.cpu.ThreadRuns.Run;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/**
 * The final states of a litmus test that a model allows: of each candidate execution (a run of each
 * thread, a write for each read, an order of the writes to each cell) the axioms decide.
 */
public final class CandidateExecutions {
  private final Program program;
  private final CpuModel model;
  private final List<List<Run>> runs = new ArrayList<>();
  private final int[] observed;

  /** The observed values of the states that were found. */
  private final Set<List<Long>> found = new HashSet<>();

  private final FinalStates states;

  private CandidateExecutions(LitmusTest test, CpuModel model) {
    this.model = model;
    program = test.checked().program();
    states = new FinalStates(test);
    observed = test.cells().values().stream().mapToInt(cell -> cell).toArray();
  }

  public static FinalStates of(LitmusTest test, CpuModel model) {
    CandidateExecutions all = new CandidateExecutions(test, model);
    all.runThreads();
    all.chooseRun(new ArrayList<>());
    return all.states;
  }

  /** Runs the threads until no cell may hold a new value. */
  private void runThreads() {
    CellValues values = new CellValues(program);
    boolean changed = true;
    while (changed) {
      changed = false;
      runs.clear();
      for (int thread = 0; thread < program.initial().size(); thread++) {
        runs.add(ThreadRuns.of(program, thread, model.dependencies(), values::of));
      }
      for (Run run : runs.stream().flatMap(List::stream).toList()) {
        changed |= values.add(run);
      }
    }
  }

  private void chooseRun(List<Run> chosen) {
    int thread = chosen.size();
    if (!justified(chosen)) {
      return;
    }
    if (thread == runs.size()) {
      execute(chosen);
      return;
    }
    for (Run run : runs.get(thread)) {
      chosen.add(run);
      chooseRun(chosen);
      chosen.removeLast();
    }
  }

  /** Whether somebody writes, or may write, what each read reads. */
  private boolean justified(List<Run> chosen) {
    for (Run run : chosen) {
      for (Event read : run.events()) {
        if (read.reads() && !isWritten(read, chosen)) {
          return false;
        }
      }
    }
    return true;
  }

  private boolean isWritten(Event read, List<Run> chosen) {
    return program.memory().get(read.access().cell()).initial() == read.access().got()
        || chosen.stream().anyMatch(run -> run.writes(read))
        || runs.stream().skip(chosen.size()).flatMap(List::stream).anyMatch(r -> r.writes(read));
  }

  private void execute(List<Run> chosen) {
    long[] memory = new long[program.cells()];
    for (int cell = 0; cell < program.memory().size(); cell++) {
      memory[cell] = program.memory().get(cell).initial();
    }
    chosen.forEach(run -> run.strong().forEach((cell, value) -> memory[cell] = value));
    List<Event> events = new ArrayList<>();
    int[] cells =
        chosen.stream()
            .flatMap(run -> run.events().stream())
            .filter(event -> event.access() != null)
            .mapToInt(event -> event.access().cell())
            .distinct()
            .sorted()
            .toArray();
    for (int cell : cells) {
      events.add(Event.initial(cell, memory[cell]));
    }
    for (Run run : chosen) {
      int offset = events.size();
      run.events().forEach(event -> events.add(event.shifted(offset)));
    }
    Skeleton skeleton = new Skeleton(events);
    List<List<Choice>> orders = new ArrayList<>();
    for (int cell : cells) {
      orders.add(CellOrders.of(skeleton, cell));
    }
    Candidate candidate = new Candidate(skeleton, cells, orders, memory, model.on(skeleton));
    Relation none = Relation.empty(skeleton.size);
    choose(candidate, 0, none, none);
  }

  /** Runs of all threads, and the ways to order each cell. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Candidate(
      Skeleton skeleton,
      int[] cells,
      List<List<Choice>> orders,
      long[] memory,
      Predicate<Communication> allows) {}

  private void choose(Candidate candidate, int index, Relation rf, Relation co) {
    if (index < candidate.cells().length) {
      for (Choice choice : candidate.orders().get(index)) {
        candidate.memory()[candidate.cells()[index]] = choice.last();
        choose(candidate, index + 1, rf.or(choice.rf()), co.or(choice.co()));
      }
      return;
    }
    List<Long> key = Arrays.stream(observed).mapToObj(cell -> candidate.memory()[cell]).toList();
    if (!found.contains(key)
        && candidate.allows().test(new Communication(candidate.skeleton(), rf, co))) {
      found.add(key);
      states.add(List.of(candidate.memory().clone()));
    }
  }
}
