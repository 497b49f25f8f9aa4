// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.trace;

import dev.fencepost.source.Origin;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;

/**
 * A replayed run that ends in a failure, or an infinite run that violates a temporal property.
 *
 * @param threads the names of the threads, one column each
 * @param steps the steps; the first is the local work at the start
 * @param schedule the successor indices that replay the run; -1 for a stuttering step
 * @param loop the first step of the cycle
 * @param heap the cells that are objects and roots, if the program has a heap
 * @param facts of the cycle
 * @param causes of what threads did in steps, by step; at the end, of the failure
 */
public record Trace(
    List<String> threads,
    List<TraceStep> steps,
    List<TraceAccess> accesses,
    Failure failure,
    List<Integer> schedule,
    OptionalInt loop,
    Optional<HeapView> heap,
    Optional<LoopFacts> facts,
    List<Causes> causes) {

  public Trace {
    threads = List.copyOf(threads);
    steps = List.copyOf(steps);
    accesses = List.copyOf(accesses);
    schedule = List.copyOf(schedule);
    causes = List.copyOf(causes);
  }

  /** A run that ends. */
  public Trace(
      List<String> threads,
      List<TraceStep> steps,
      List<TraceAccess> accesses,
      Failure failure,
      List<Integer> schedule) {
    this(
        threads,
        steps,
        accesses,
        failure,
        schedule,
        OptionalInt.empty(),
        Optional.empty(),
        Optional.empty(),
        List.of());
  }

  /** A run of which only the number of steps is known, and why. */
  public static Trace unknown(int steps, String reason) {
    return new Trace(
        List.of(),
        List.of(),
        List.of(),
        new Failure("violated", reason, -1, Origin.of(""), List.of()),
        Collections.nCopies(steps + 1, 0));
  }

  /**
   * Whether it has the threads, accesses and steps that it names: one that was read may lack some.
   */
  public boolean isWhole() {
    return loop.orElse(-1) < steps.size()
        && failure.thread() < threads.size()
        && accesses.stream().allMatch(access -> access.thread() < threads.size())
        && steps.stream().allMatch(this::isWhole);
  }

  private boolean isWhole(TraceStep step) {
    return step.thread() < threads.size()
        && step.access() < accesses.size()
        && step.local().stream().allMatch(event -> event.thread() < threads.size())
        && step.passed().stream().allMatch(passed -> passed.access() < accesses.size());
  }

  /** Whether its steps are known. */
  public boolean isKnown() {
    return !steps.isEmpty();
  }

  /** Whether a load read ahead of what stopped fetch. */
  public boolean readsEarly() {
    return steps.stream()
        .flatMap(
            step ->
                Stream.concat(
                    Stream.of(step.effect()),
                    step.local().stream().map(TraceStep.LocalEvent::text)))
        .anyMatch(effect -> effect.contains(TraceStep.EARLY) || effect.contains(TraceStep.OLDER));
  }

  /** Whether a step did not see a write that was there. */
  public boolean missesWrites() {
    return steps.stream().anyMatch(step -> step.effect().contains(TraceStep.NOT_SEEN));
  }

  /** Whether some store reached memories one by one, so that threads may see different values. */
  public boolean hasOwnMemories() {
    return steps.stream().anyMatch(step -> step.effect().contains(TraceStep.SEEN_BY));
  }

  /** This run, which repeats from a step on for ever. */
  public Trace withLoop(int step) {
    return new Trace(
        threads, steps, accesses, failure, schedule, OptionalInt.of(step), heap, facts, causes);
  }

  /** This run, of a program with a heap. */
  public Trace withHeap(Optional<HeapView> newHeap) {
    return new Trace(threads, steps, accesses, failure, schedule, loop, newHeap, facts, causes);
  }

  /** This run, with what is known of its cycle. */
  public Trace withFacts(LoopFacts known) {
    Optional<LoopFacts> newFacts = Optional.of(known);
    return new Trace(threads, steps, accesses, failure, schedule, loop, heap, newFacts, causes);
  }

  /** This run, with what its steps depend on. */
  public Trace withCauses(List<Causes> newCauses) {
    return new Trace(threads, steps, accesses, failure, schedule, loop, heap, facts, newCauses);
  }

  /**
   * What went wrong at the end of the run.
   *
   * @param thread the thread that failed, or -1
   * @param values the values that the failed condition read
   */
  public record Failure(
      String kind, String message, int thread, Origin origin, List<NamedValue> values) {
    public Failure {
      values = List.copyOf(values);
    }
  }

  /** The number of visible steps; the local work at the start is none. */
  public int length() {
    return schedule.size() - 1;
  }

  /** Whether nothing happens any more in the cycle. */
  public boolean endsStill() {
    return loop.isPresent()
        && steps.subList(loop.getAsInt(), steps.size()).stream()
            .allMatch(step -> step.kind() == TraceStep.Kind.STUTTER);
  }

  /** Pairs of accesses of one thread that took effect against program order, in step order. */
  public List<Reordering> reorderings() {
    return Reordering.in(accesses);
  }
}
