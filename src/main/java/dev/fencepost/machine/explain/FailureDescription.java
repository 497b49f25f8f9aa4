// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.explain;

import dev.fencepost.budget.Budget;
import dev.fencepost.ir.Expr;
import dev.fencepost.ir.Instruction;
import dev.fencepost.machine.explain.Replay.Event;
import dev.fencepost.machine.step.CompiledMachine;
import dev.fencepost.machine.step.Races;
import dev.fencepost.machine.window.Code;
import dev.fencepost.machine.window.ProgramCode;
import dev.fencepost.machine.window.State;
import dev.fencepost.machine.window.Trap;
import dev.fencepost.machine.window.ViolationKind;
import dev.fencepost.property.Property;
import dev.fencepost.source.Origin;
import dev.fencepost.trace.NamedValue;
import dev.fencepost.trace.Trace;
import dev.fencepost.trace.TraceStep;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Describes a violation: the property, its place, and the values that show it. */
final class FailureDescription {
  private final CompiledMachine machine;
  private final ProgramCode program;
  private final StateDescription descriptions;
  private final List<String> threadNames;

  private final ValueFlow flow;

  /** Per instruction, how it failed last. */
  private final Map<Code, Event.Failed> failures = new HashMap<>();

  /**
   * @param threadNames of the threads that have started; grows
   */
  FailureDescription(
      CompiledMachine machine,
      StateDescription descriptions,
      List<String> threadNames,
      ValueFlow flow) {
    this.machine = machine;
    program = machine.program;
    this.descriptions = descriptions;
    this.threadNames = threadNames;
    this.flow = flow;
  }

  /** An instruction failed, or will if the run comes to that. */
  void failed(Event.Failed failure) {
    failures.put(failure.code(), failure);
  }

  Trace.Failure failure(Property.Temporal property) {
    String name = "ltl " + property.name();
    Origin origin = new Origin(property.span(), name, "");
    return new Trace.Failure(name, "this run violates " + name, -1, origin, List.of());
  }

  /** What a run violates at its end, where it is a property of states. */
  Trace.Failure failure(int failureCode, List<TraceStep> steps, State state) {
    if (machine.violations.isProperty(failureCode)) {
      return propertyFailure(machine.violations.property(failureCode), state);
    }
    Code code = machine.violations.instruction(failureCode);
    ViolationKind kind = machine.violations.kind(failureCode);
    String message =
        code.instruction instanceof Instruction.Assert check && kind == ViolationKind.ASSERTION
            ? check.message()
            : "";
    List<NamedValue> values = new ArrayList<>();
    int thread = steps.isEmpty() ? 0 : steps.get(steps.size() - 1).thread();
    Event.Failed failed = failures.get(code);
    if (failed != null) {
      thread = failed.thread();
      message = message.isEmpty() ? failed.message() : message;
      operandValues(failed, values);
    }
    return new Trace.Failure(kind.title(), message, thread, code.instruction.origin(), values);
  }

  private void operandValues(Event.Failed failed, List<NamedValue> values) {
    Code code = failed.code();
    List<String> names = program.program.threads().get(code.declaration).registers();
    for (int i = 0; i < code.operands.length; i++) {
      String name = names.get(code.operands[i]);
      Optional<Integer> cell = flow.cell(failed.thread(), code.operands[i]);
      long operand = failed.operands().get(i);
      String value = flow.shown(failed.thread(), code.declaration, code.operands[i], operand);
      if (!name.isEmpty() || cell.isPresent()) {
        String shown = name.isEmpty() ? program.cellName(cell.orElseThrow()) : name;
        values.add(new NamedValue(shown, value));
      }
    }
  }

  private Trace.Failure propertyFailure(Property property, State state) {
    return switch (property) {
      case Property.DeadlockFree deadlock ->
          new Trace.Failure(
              "deadlock",
              "no thread can take a step: " + descriptions.waiting(state, threadNames),
              -1,
              Origin.of(""),
              List.of());
      case Property.RaceFree race -> raceFailure(state, race.name());
      case Property.Invariant invariant -> unmet("invariant violated", invariant, state);
      case Property.FinalCondition end -> unmet("final condition violated", end, state);
      case Property.Temporal temporal ->
          throw new IllegalArgumentException("no single state violates a temporal property");
    };
  }

  private Trace.Failure unmet(String title, Property property, State state) {
    Expr condition = property.conditions().getFirst();
    return new Trace.Failure(
        machine.violations.conditions.isOfAnotherType(condition, state)
            ? ViolationKind.OTHER_TYPE.title()
            : title,
        explained(property.name(), condition, state),
        -1,
        new Origin(property.span(), property.name(), ""),
        cellsRead(condition, state));
  }

  private Trace.Failure raceFailure(State state, String title) {
    Optional<Races.Race> race = new Races(machine.rules).first(state);
    if (race.isEmpty()) {
      return new Trace.Failure(
          title,
          "a plain load has read a value that another thread had overwritten",
          -1,
          Origin.of(""),
          List.of());
    }
    Races.Access plain = race.get().plain();
    Races.Access other = race.get().other();
    return new Trace.Failure(
        title,
        "%s may %s %s in the step in which %s may %s it, at %s"
            .formatted(
                threadNames.get(plain.thread()),
                verb(plain),
                program.cellName(plain.cell()),
                threadNames.get(other.thread()),
                verb(other),
                other.code().instruction.origin().span()),
        plain.thread(),
        plain.code().instruction.origin(),
        List.of());
  }

  private static String verb(Races.Access access) {
    return access.writes() ? "write" : "read";
  }

  /** The name of a condition that is not met, with the run-time error if it has no value. */
  private String explained(String name, Expr condition, State state) {
    try {
      value(condition, 0, state);
      return name;
    } catch (Trap trap) {
      return name + ": " + trap.getMessage();
    }
  }

  private long value(Expr expr, int thread, State state) {
    return machine.violations.conditions.evaluate(expr, state, new int[0], thread);
  }

  /** The cells that a condition reads, each as its observers see it, up to a run-time error. */
  private List<NamedValue> cellsRead(Expr condition, State state) {
    Set<NamedValue> cells = new LinkedHashSet<>();
    try {
      collectCells(condition, state, cells);
    } catch (Trap trap) {
      return List.copyOf(cells);
    }
    return List.copyOf(cells);
  }

  private void collectCells(Expr expr, State state, Set<NamedValue> cells) {
    Budget.ask();
    switch (expr) {
      case Expr.Choice(Expr condition, Expr whenTrue, Expr whenFalse) -> {
        collectCells(condition, state, cells);
        collectCells(value(condition, 0, state) != 0 ? whenTrue : whenFalse, state, cells);
      }
      case Expr.Reachable reachable ->
          reachable
              .heap()
              .cells()
              .forEach(cell -> seen(new Expr.Contents(Expr.constant(cell)), 0, state, cells));
      case Expr.Contents contents -> {
        collectCells(contents.address(), state, cells);
        for (int thread = 0; thread < state.threadCount; thread++) {
          if (sees(thread, contents.observer(), state)) {
            seen(contents, thread, state, cells);
          }
        }
      }
      default -> expr.operands().forEach(operand -> collectCells(operand, state, cells));
    }
  }

  private boolean sees(int thread, int observer, State state) {
    boolean any = program.shared || observer == Expr.Contents.ANY;
    return any ? thread == 0 || !program.shared : state.threads[thread].declaration == observer;
  }

  private void seen(Expr.Contents contents, int thread, State state, Set<NamedValue> cells) {
    long address = value(contents.address(), thread, state);
    if (program.isValid(address) && ProgramCode.cellOf(address) < program.program.cells()) {
      int cell = ProgramCode.cellOf(address);
      boolean one = program.shared || program.isStrong(cell);
      String name = program.cellName(cell) + (one ? "" : "@" + threadNames.get(thread));
      cells.add(new NamedValue(name, program.shown(cell, state.read(thread, cell))));
    }
  }
}
