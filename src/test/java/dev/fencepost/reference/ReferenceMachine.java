// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.reference;

import dev.fencepost.ir.Expr;
import dev.fencepost.ir.HeapBlocks;
import dev.fencepost.ir.Instruction;
import dev.fencepost.ir.Program;
import dev.fencepost.memorymodel.MemoryModel;
import dev.fencepost.property.CheckedProgram;
import dev.fencepost.property.Property;
import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.IntStream;

/**
 * The relaxed machine of docs/machine.md once more, written for obviousness: every fetch, move,
 * fence and access is a step of its own, states are plain objects in a hash set, and the order
 * table is asked, not compiled. It shares nothing with {@code machine}.
 *
 * <p>Where the design leaves room, this machine reads it so:
 *
 * <ul>
 *   <li>Fetch stops behind an unfinished access for which every kind of later access would have to
 *       wait, by the table, by fences fetched since, or because it acquires. This is seen only by
 *       what happens at fetch: strong accesses, marks, allocation, assertions.
 *   <li>Whether a compare and swap acquires is not known before it executes: later instances wait
 *       if either of its orders acquires. A release it has only where it succeeds.
 *   <li>Only writes clear links: a failed CAS of another thread does not.
 *   <li>A mark is passed at fetch, or when the last branch guess before it is confirmed.
 *   <li>A violation ends the run, as soon as no address guess is open. An instance with a run-time
 *       error finishes with 0 as its results: the address of no cell is known and is no other's.
 *   <li>An end or a deadlock with an open address guess counts for nothing.
 *   <li>A two-word CAS on one cell succeeds if both expectations hold and leaves the second value.
 * </ul>
 */
public final class ReferenceMachine {

  /** For programs whose windows are bounded by themselves. */
  public static final int NO_BOUND = Integer.MAX_VALUE;

  private final Program program;
  private final List<Property> properties;

  /** Whether properties read marks; else a mark that is confirmed need not stay in the state. */
  private final boolean readsMarks;

  private final ReferenceOrder rules;
  private final ReferenceFetch fetch;
  private final ReferenceExecution execution;

  public ReferenceMachine(CheckedProgram checked, MemoryModel model, int windowBound) {
    rules = new ReferenceOrder(checked.program(), model);
    this.program = checked.program();
    this.properties = checked.properties();
    this.readsMarks = properties.stream().anyMatch(ReferenceMachine::readsMarks);
    this.fetch = new ReferenceFetch(program, model, rules, windowBound);
    this.execution = new ReferenceExecution(rules);
  }

  /** Searches all states, or gives up when there are more than the limit. */
  public ReferenceResult explore(int limit) {
    Set<List<Long>> finals = new HashSet<>();
    TreeSet<String> violations = new TreeSet<>();
    long marks = 0;
    boolean complete = true;
    Set<ReferenceState> seen = new HashSet<>();
    Deque<ReferenceState> open = new ArrayDeque<>();
    ReferenceState initial = checkInvariants(ReferenceState.initial(program));
    seen.add(initial);
    open.add(initial);
    while (!open.isEmpty() && seen.size() <= limit) {
      ReferenceState state = open.poll();
      boolean confirmed = !state.addressGuessOpen();
      if (confirmed) {
        marks |= state.marks;
        violations.addAll(state.violations);
        if (!state.violations.isEmpty()) {
          continue;
        }
      }
      Steps steps = steps(state);
      complete &= !steps.boundHit();
      if (state.allEnded() || steps.stuck() && allAtRest(state)) {
        finals.add(state.memoryAsList());
        violations.addAll(failedAtEnd(state));
      } else if (steps.over()
          && confirmed
          && checksDeadlock()
          && !allWaitForBlocks(state, steps.blocked())) {
        violations.add(new Property.DeadlockFree().name());
      }
      for (ReferenceState next : steps.next()) {
        ReferenceState checked = checkInvariants(next);
        if (!readsMarks && !checked.addressGuessOpen()) {
          marks |= checked.marks;
          checked = checked.withoutMarks();
        }
        if (seen.add(checked)) {
          open.add(checked);
        }
      }
    }
    return new ReferenceResult(
        finals, violations, labels(marks), complete && open.isEmpty(), seen.size());
  }

  /** Every thread has ended, or waits where it may wait for ever. */
  private boolean allAtRest(ReferenceState state) {
    return state.threads.stream().allMatch(this::isAtRest);
  }

  private boolean isAtRest(ReferenceThread thread) {
    return thread.window.isEmpty()
        && (thread.fetchedAll()
            || program.threads().get(thread.decl).code().get(thread.at)
                    instanceof Instruction.AtomicBegin begin
                && begin.kind() == Instruction.BlockKind.REST);
  }

  /** There are threads whose blocks wait, and all others wait for these, or have ended. */
  private boolean allWaitForBlocks(ReferenceState state, BitSet blocked) {
    BitSet waiting = (BitSet) blocked.clone();
    for (int round = 0; round < state.threads.size(); round++) {
      for (int number = 0; number < state.threads.size(); number++) {
        if (waitsFor(state, number).intersects(waiting)) {
          waiting.set(number);
        }
      }
    }
    return !blocked.isEmpty()
        && IntStream.range(0, state.threads.size())
            .allMatch(number -> waiting.get(number) || isAtRest(state.thread(number)));
  }

  /** The threads that a thread joins, or that hold a mutex that it locks. */
  private BitSet waitsFor(ReferenceState state, int number) {
    ReferenceThread thread = state.thread(number);
    BitSet others = new BitSet();
    for (ReferenceInstance instance : thread.window) {
      if (!instance.finished()
          && instance.instruction() instanceof Instruction.Lock
          && ReferenceExpressions.known(instance.addresses().getFirst())) {
        long holder = state.memory[rules.cell(instance.addresses().getFirst())];
        if (holder > 0) {
          others.set(Math.toIntExact(holder - 1));
        }
      }
    }
    if (!thread.fetchedAll()
        && program.threads().get(thread.decl).code().get(thread.at) instanceof Instruction.Join join
        && thread.bind(join.thread()) instanceof Expr.Constant joined) {
      others.set(Math.toIntExact(joined.value()));
    }
    return others;
  }

  private Steps steps(ReferenceState state) {
    Steps steps = new Steps();
    for (int number = 0; number < state.threads.size(); number++) {
      fetch.steps(state, number, steps);
      List<ReferenceInstance> window = state.thread(number).window;
      for (int index = 0; index < window.size(); index++) {
        if (!window.get(index).finished()) {
          execution.steps(state, number, index, steps);
        }
      }
    }
    return steps;
  }

  /** The steps of one thread at fetch. */
  Steps fetchSteps(ReferenceState state, int number) {
    Steps steps = new Steps();
    fetch.steps(state, number, steps);
    return steps;
  }

  /** The steps of one instance of a window. */
  Steps instanceSteps(ReferenceState state, int number, int index) {
    Steps steps = new Steps();
    execution.steps(state, number, index, steps);
    return steps;
  }

  private SortedSet<String> labels(long marks) {
    SortedSet<String> labels = new TreeSet<>();
    for (int mark = 0; mark < program.marks().size(); mark++) {
      if (passed(marks, mark)) {
        labels.add(program.marks().get(mark));
      }
    }
    return labels;
  }

  private static boolean readsMarks(Property property) {
    return switch (property) {
      case Property.Invariant invariant -> readsMarks(invariant.condition());
      case Property.FinalCondition end -> readsMarks(end.condition());
      case Property.DeadlockFree deadlock -> false;
      case Property.RaceFree race -> false;
      case Property.Temporal temporal -> true;
    };
  }

  private static boolean readsMarks(Expr expr) {
    return expr instanceof Expr.Reached
        || expr.operands().stream().anyMatch(ReferenceMachine::readsMarks);
  }

  private static boolean passed(long marks, int mark) {
    return (marks >>> mark & 1) == 1;
  }

  private boolean checksDeadlock() {
    return properties.stream().anyMatch(p -> p instanceof Property.DeadlockFree);
  }

  private ReferenceState checkInvariants(ReferenceState state) {
    ReferenceState checked = state;
    for (Property property : properties) {
      if (property instanceof Property.Invariant invariant) {
        String failure = failure(state, invariant.name(), invariant.condition());
        checked = failure == null ? checked : checked.violate(failure);
      }
    }
    return checked;
  }

  private Set<String> failedAtEnd(ReferenceState state) {
    Set<String> failed = new TreeSet<>();
    for (Property property : properties) {
      if (property instanceof Property.FinalCondition end) {
        String failure = failure(state, end.name(), end.condition());
        if (failure != null) {
          failed.add(failure);
        }
      }
    }
    return failed;
  }

  /** The name where the condition is 0, the kind of error where it has no value, else null. */
  private String failure(ReferenceState state, String name, Expr condition) {
    try {
      long value =
          ReferenceExpressions.evaluate(
              condition, address -> contents(state, address), mark -> passed(state.marks, mark));
      return value == 0 ? name : null;
    } catch (ReferenceExpressions.Trap trap) {
      return trap.getMessage();
    }
  }

  private long contents(ReferenceState state, long address) {
    int cell = program.cellAt(address);
    if (cell < 0) {
      throw new ReferenceExpressions.Trap(ReferenceExecution.BAD_ADDRESS);
    }
    if (state.memory[cell] == HeapBlocks.FREED) {
      throw new ReferenceExpressions.Trap(ReferenceState.FREED);
    }
    return state.memory[cell];
  }
}
