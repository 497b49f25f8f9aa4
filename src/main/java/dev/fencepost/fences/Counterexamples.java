// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.fences;

import dev.fencepost.fences.OrderEffects.Change;
import dev.fencepost.fences.PlacedProgram.Fenced;
import dev.fencepost.fences.PlacedProgram.Position;
import dev.fencepost.ir.ControlFlow;
import dev.fencepost.ir.Instruction;
import dev.fencepost.memorymodel.MemoryModel;
import dev.fencepost.trace.Trace;
import dev.fencepost.trace.TraceAccess;
import dev.fencepost.trace.TraceStep;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/**
 * From a violating run, the choices one of which every correct assignment has.
 *
 * <p>A run stays a run under another assignment unless that orders two accesses of a thread of
 * which the later one was performed first. So a correct assignment has a fence between two such
 * accesses, of a kind that orders them, or an order that orders them, of one of the two or of an
 * access between them, and the assignment of the run does not have it.
 *
 * <p>Where less is known, more is taken: a load that was early may have passed every earlier access
 * of its thread; a step outside the memory model, which is taken at fetch, may have waited for any
 * fence, as that may stop fetch. Where a property asks for marks, which are passed at fetch, where
 * a mutex is awaited, and under general laws, guesses or memories of their own, it is any choice
 * that the assignment does not have: weaker assignments have more runs.
 */
final class Counterexamples {
  private static final int ANYWHERE = -1;

  private static final Set<TraceStep.Kind> STRONG =
      EnumSet.of(TraceStep.Kind.STRONG, TraceStep.Kind.ATOMIC, TraceStep.Kind.ALLOCATE);

  private final PlacedProgram program;
  private final Choices choices;
  private final PairOrders orders;
  private final OrderEffects effects;
  private final FetchStops stops;

  /** Whether the processor may execute other instructions than the program has. */
  private final boolean isMapped;

  private final boolean isPrecise;
  private final Map<Position, int[]> predecessors = new HashMap<>();
  private final Map<Gap, BitSet> gaps = new HashMap<>();

  /** Two accesses of a thread between which no other was fetched; the second may be unknown. */
  private record Gap(int thread, int from, int to) {}

  Counterexamples(PlacedProgram program, MemoryModel model, Choices choices) {
    this.program = program;
    this.choices = choices;
    orders = new PairOrders(program, model);
    effects = new OrderEffects(program, model);
    isMapped =
        model.traits().isProcessor()
            || !model.definition().mappings().isEmpty()
            || choices.hasOrders();
    stops =
        new FetchStops(
            program.with(Assignment.NONE).program().program(),
            model,
            choices.all().stream()
                .map(Choice::kind)
                .filter(FenceKind.class::isInstance)
                .map(FenceKind.class::cast)
                .distinct()
                .toList());
    isPrecise =
        model.general().isEmpty()
            && !model.speculation()
            && model.multiCopyAtomic()
            && !model.traits().propagates()
            && !program.asksForMarks();
  }

  /** Whether a kind of fence may order any two accesses. */
  boolean mayOrder(FenceKind kind) {
    return !isPrecise || orders.mayOrder(kind);
  }

  /**
   * What forbids a run.
   *
   * @param choices one of which every correct assignment has; none if nothing forbids the run
   * @param precise whether they come from the run, and are not all that there are
   */
  record Forbidding(BitSet choices, boolean precise) {}

  /** {@code chosen} is the assignment under which the run was found. */
  Forbidding forbidding(Trace run, Fenced fenced, BitSet chosen) {
    BitSet found = new BitSet();
    Assignment had = choices.assignment(chosen);
    boolean precise = isPrecise && run.loop().isEmpty();
    for (int thread = 0; thread < run.threads().size() && precise; thread++) {
      Optional<List<Located>> accesses = located(run, thread, fenced);
      precise = accesses.isPresent() && accesses.get().stream().noneMatch(this::awaitsMutex);
      if (precise) {
        addReordered(accesses.get(), found);
        addBeforeStrong(run, thread, accesses.get(), found);
        new OrdersOfRun(accesses.get(), had, found).add(run, thread);
      }
    }
    if (!precise) {
      found.or(choices.everything());
    }
    choices.removeHad(chosen, found);
    return new Forbidding(found, precise);
  }

  private boolean awaitsMutex(Located located) {
    return located.access.pending()
        && program.code(located.at.thread()).get(located.at.pc()) instanceof Instruction.Lock;
  }

  /** An access of a run with its place in the code. */
  private record Located(TraceAccess access, Position at, boolean early) {

    /** Whether this one, which is later in program order, did not wait for the other. */
    boolean passed(Located earlier) {
      return !access.pending() && earlier.isUnfinishedAt(access.performedAt());
    }

    boolean isUnfinishedAt(int step) {
      return access.pending() || access.performedAt() > step;
    }
  }

  /** The accesses of a thread in program order; empty if one cannot be found in the code. */
  private static Optional<List<Located>> located(Trace run, int thread, Fenced fenced) {
    List<Located> accesses = new ArrayList<>();
    for (int i = 0; i < run.accesses().size(); i++) {
      TraceAccess access = run.accesses().get(i);
      if (access.thread() == thread) {
        Position at = fenced.positions().get(access.origin().span());
        if (at == null) {
          return Optional.empty();
        }
        accesses.add(new Located(access, at, isEarly(run, i)));
      }
    }
    accesses.sort(Comparator.comparingInt(each -> each.access.order()));
    return Optional.of(accesses);
  }

  /** Whether an access is a load that read early, in its own step or in another one's. */
  private static boolean isEarly(Trace run, int number) {
    TraceAccess access = run.accesses().get(number);
    TraceStep step = run.steps().get(access.performedAt());
    return access.reads()
        && (step.access() == number && isEarly(step.effect())
            || step.local().stream()
                .filter(event -> event.origin().span().equals(access.origin().span()))
                .anyMatch(event -> isEarly(event.text())));
  }

  private static boolean isEarly(String effect) {
    return effect.contains(TraceStep.EARLY) || effect.contains(TraceStep.OLDER);
  }

  private void addReordered(List<Located> accesses, BitSet found) {
    for (int i = 0; i < accesses.size(); i++) {
      BitSet between = new BitSet();
      for (int j = i + 1; j < accesses.size(); j++) {
        Position last = accesses.get(j - 1).at;
        between.or(gap(new Gap(last.thread(), last.pc(), accesses.get(j).at.pc())));
        if (accesses.get(j).early) {
          addHolding(accesses.get(i).at, between, found);
        } else if (accesses.get(j).passed(accesses.get(i))) {
          Position earlier = accesses.get(i).at;
          int later = accesses.get(j).at.pc();
          add(between, found, kind -> orders.mayOrder(earlier.thread(), earlier.pc(), later, kind));
        }
      }
    }
  }

  /** Adds what may keep steps outside the memory model from being taken before an access. */
  private void addBeforeStrong(Trace run, int thread, List<Located> accesses, BitSet found) {
    for (int number = 1; number < run.steps().size(); number++) {
      TraceStep step = run.steps().get(number);
      boolean strong = STRONG.contains(step.kind()) && step.thread() == thread;
      BitSet between = new BitSet();
      for (int i = accesses.size() - 1; i >= 0 && strong; i--) {
        if (accesses.get(i).access.issuedAt() < number) {
          Position at = accesses.get(i).at;
          int next = i + 1 < accesses.size() ? accesses.get(i + 1).at.pc() : ANYWHERE;
          boolean last = next == ANYWHERE || accesses.get(i + 1).access.issuedAt() >= number;
          between.or(gap(new Gap(at.thread(), at.pc(), last ? ANYWHERE : next)));
          if (accesses.get(i).isUnfinishedAt(number)) {
            addStopping(at, between, found);
          }
        }
      }
    }
  }

  /** Adds the fences between two accesses of which something holds. */
  private void add(BitSet between, BitSet found, Predicate<FenceKind> matters) {
    between.stream()
        .filter(i -> !found.get(i) && matters.test((FenceKind) choices.get(i).kind()))
        .forEach(found::set);
  }

  private void addStopping(Position earlier, BitSet between, BitSet found) {
    if (isMapped) {
      addHolding(earlier, between, found);
    } else {
      Instruction access = program.code(earlier.thread()).get(earlier.pc());
      add(between, found, kind -> stops.mayStop(access, kind));
    }
  }

  private void addHolding(Position earlier, BitSet between, BitSet found) {
    add(between, found, kind -> orders.mayHoldBack(earlier.thread(), earlier.pc(), kind));
  }

  /** The choices whose sites lie on a way from one access to the next. */
  private BitSet gap(Gap gap) {
    return gaps.computeIfAbsent(gap, this::walk);
  }

  private BitSet walk(Gap gap) {
    List<Instruction> code = program.code(gap.thread);
    BitSet ways =
        ControlFlow.reachable(
            ControlFlow.successors(code.get(gap.from), gap.from),
            pc ->
                program.isAccess(gap.thread, pc)
                    ? new int[0]
                    : ControlFlow.successors(code.get(pc), pc));
    if (gap.to != ANYWHERE) {
      ways.and(
          ControlFlow.reachable(
              predecessors(gap.thread, gap.to),
              pc -> program.isAccess(gap.thread, pc) ? new int[0] : predecessors(gap.thread, pc)));
    }
    BitSet found = new BitSet();
    ways.stream()
        .mapToObj(pc -> program.keyAt(gap.thread, pc))
        .flatMap(Optional::stream)
        .forEach(key -> found.or(choices.at(key)));
    return found;
  }

  private int[] predecessors(int thread, int pc) {
    return predecessors.computeIfAbsent(
        new Position(thread, pc),
        at -> {
          List<Instruction> code = program.code(at.thread());
          return IntStream.range(0, code.size())
              .filter(
                  before ->
                      IntStream.of(ControlFlow.successors(code.get(before), before))
                          .anyMatch(next -> next == at.pc()))
              .toArray();
        });
  }

  /** The orders of the accesses of a thread that may forbid a run. */
  private final class OrdersOfRun {
    private final List<Located> accesses;
    private final Assignment had;
    private final BitSet found;

    OrdersOfRun(List<Located> accesses, Assignment had, BitSet found) {
      this.accesses = accesses;
      this.had = had;
      this.found = found;
    }

    void add(Trace run, int thread) {
      for (int i = 0; i < accesses.size() && choices.hasOrders(); i++) {
        for (int j = i + 1; j < accesses.size(); j++) {
          Located later = accesses.get(j);
          if (later.early || later.passed(accesses.get(i))) {
            addBetween(i, j);
          }
        }
        if (isBeforeStrong(run, thread, accesses.get(i))) {
          addHolding(i);
        }
      }
    }

    /** Whether a step outside the memory model was taken between fetch and end of an access. */
    private boolean isBeforeStrong(Trace run, int thread, Located located) {
      return IntStream.range(located.access.issuedAt() + 1, run.steps().size())
          .filter(located::isUnfinishedAt)
          .mapToObj(run.steps()::get)
          .anyMatch(step -> step.thread() == thread && STRONG.contains(step.kind()));
    }

    private void addBetween(int i, int j) {
      for (Located access : accesses.subList(i, j + 1)) {
        add(
            access.at,
            change ->
                accesses.get(j).early
                    || effects.matters(change, accesses.get(i).at.pc(), accesses.get(j).at.pc()));
      }
    }

    /** Adds what may stop fetch behind an access: its order, and fences of orders behind it. */
    private void addHolding(int i) {
      add(accesses.get(i).at, effects::holdsBack);
      for (Located later : accesses.subList(i + 1, accesses.size())) {
        add(later.at, change -> effects.hasOtherFences(change, accesses.get(i).at.pc()));
      }
    }

    private void add(Position at, Predicate<Change> matters) {
      program
          .accessAt(at)
          .filter(had.orders()::containsKey)
          .ifPresent(
              site ->
                  choices.at(site).stream()
                      .filter(i -> !found.get(i))
                      .filter(
                          i ->
                              matters.test(
                                  new Change(
                                      at,
                                      Objects.requireNonNull(had.orders().get(site)),
                                      (AccessOrder) choices.get(i).kind())))
                      .forEach(found::set));
    }
  }
}
