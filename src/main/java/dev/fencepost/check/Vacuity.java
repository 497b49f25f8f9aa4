// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.check;

import dev.fencepost.budget.OutOfBudget;
import dev.fencepost.explore.SearchListener;
import dev.fencepost.explore.SearchResult;
import dev.fencepost.ir.Expr;
import dev.fencepost.ir.Probes;
import dev.fencepost.ir.Probes.Probe;
import dev.fencepost.ir.Program;
import dev.fencepost.machine.RelaxedMachine;
import dev.fencepost.property.CheckedProgram;
import dev.fencepost.property.Property;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.source.SourceSpan;
import dev.fencepost.verdict.Warning;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What no run of a program does: assertions that are not evaluated, lines that are not reached,
 * branches that go one way, properties that read nothing that changes. Places are marked and the
 * program is searched again, with the reductions that lose no violated assertion: they lose no mark
 * either.
 */
public final class Vacuity {
  static final Comparator<SourceSpan> BY_PLACE =
      Comparator.comparing(SourceSpan::file)
          .thenComparingInt(SourceSpan::line)
          .thenComparingInt(SourceSpan::column);

  private static final String INCOMPLETE = "the search is not complete";

  private final CheckTask task;
  private final CheckedProgram checked;
  private final LoadedModel model;
  private final CheckListener listener;
  private final Set<Probe> met = new HashSet<>();
  private boolean complete = true;

  private Vacuity(
      CheckTask task, CheckedProgram checked, LoadedModel model, CheckListener listener) {
    this.task =
        task.withStrategy(task.strategy().withExhaustive(true).withDisk(CheckTask.Disk.NONE))
            .withLtl(Optional.empty());
    this.checked = checked;
    this.model = model;
    this.listener = listener;
  }

  /**
   * One warning for each thing that no run does. Of the check of a temporal property that property
   * alone is looked at: places are those of the program, whose own check has them.
   */
  public static List<Warning> warnings(CheckTask task, Inputs inputs, CheckListener listener)
      throws InvalidInputException {
    try {
      CheckedProgram checked = inputs.source(task).program(task);
      Vacuity vacuity = new Vacuity(task, checked, inputs.model(task.model()), listener);
      boolean temporal = task.ltl().isPresent();
      return Checker.budget(task, listener, 0)
          .run(() -> temporal ? vacuity.ofProperties() : vacuity.warnings());
    } catch (OutOfBudget e) {
      return List.of(unknown(LimitText.of(task, e)));
    }
  }

  private List<Warning> warnings() throws InvalidInputException {
    Probes probes = new Probes(checked.program());
    for (List<Probe> part : probes.parts()) {
      search(probes.with(part), part);
    }
    if (!complete) {
      return List.of(unknown(INCOMPLETE));
    }
    List<Warning> warnings = new ArrayList<>(unmet(probes.all()));
    warnings.sort(Comparator.comparing(Warning::place, BY_PLACE));
    warnings.addAll(ofProperties());
    return warnings;
  }

  private List<Warning> ofProperties() throws InvalidInputException {
    List<Warning> warnings = new ArrayList<>();
    for (Property property : checked.properties()) {
      if (isDecidedAtTheStart(property)) {
        warnings.add(
            new Warning(
                Warning.Kind.VACUOUS,
                property.span(),
                "no run changes what '" + property.name() + "' reads"));
      }
    }
    return complete ? warnings : List.of(unknown(INCOMPLETE));
  }

  private static Warning unknown(String why) {
    return new Warning(
        Warning.Kind.VACUOUS, SourceSpan.NONE, "what no run does is not known: " + why);
  }

  /** Searches the program with marks, and notes which are passed. */
  private void search(Program marked, List<Probe> part) throws InvalidInputException {
    Found found = found(new CheckedProgram(marked, checked.properties()));
    complete &= isWhole(found.counts());
    int first = checked.program().marks().size();
    for (int i = 0; i < part.size(); i++) {
      if (found.counts().marks().contains(first + i)) {
        met.add(part.get(i));
      }
    }
  }

  /** Whether every run was followed to its end. */
  private static boolean isWhole(SearchResult counts) {
    return counts.exhausted()
        && !counts.boundHit()
        && !counts.marks().contains(RelaxedMachine.NO_VALUE);
  }

  private Found found(CheckedProgram program) throws InvalidInputException {
    return Checker.run(RelaxedPlan.of(task, program, model, SearchListener.NONE), listener);
  }

  private List<Warning> unmet(List<Probe> probes) {
    Set<SourceSpan> assertions = new HashSet<>();
    List<SourceSpan> lines = new ArrayList<>();
    for (Probe probe : probes) {
      switch (probe) {
        case Probe.Assertion(SourceSpan place) -> assertions.add(start(place));
        case Probe.Line(SourceSpan place) -> lines.add(place);
        case Probe.Side side -> {}
      }
    }
    lines.sort(BY_PLACE);
    List<Warning> warnings = new ArrayList<>();
    for (Probe probe : probes) {
      Optional<String> message =
          met.contains(probe) ? Optional.empty() : message(probe, lines, assertions);
      message.ifPresent(
          text -> warnings.add(new Warning(Warning.Kind.VACUOUS, probe.place(), text)));
    }
    return warnings;
  }

  /** What is to be said of a probe that no run meets; nothing where others say it. */
  private Optional<String> message(
      Probe probe, List<SourceSpan> lines, Set<SourceSpan> assertions) {
    return switch (probe) {
      case Probe.Assertion assertion -> Optional.of("no run evaluates this assertion");
      case Probe.Line(SourceSpan place) ->
          assertions.contains(place) || isBehindUnmet(place, lines)
              ? Optional.empty()
              : Optional.of("no run comes to this line");
      case Probe.Side(SourceSpan place, boolean holds) ->
          assertions.contains(start(place)) || !met.contains(new Probe.Side(place, !holds))
              ? Optional.empty()
              : Optional.of("in every run this condition is " + (holds ? "false" : "true"));
    };
  }

  private static SourceSpan start(SourceSpan place) {
    return SourceSpan.at(place.file(), place.line(), 1, 0);
  }

  /** Whether the line with code before this one is not met either. */
  private boolean isBehindUnmet(SourceSpan line, List<SourceSpan> lines) {
    int index = lines.indexOf(line);
    return index > 0
        && lines.get(index - 1).file().equals(line.file())
        && !met.contains(new Probe.Line(lines.get(index - 1)));
  }

  /**
   * Whether a property reads cells at fixed addresses alone, and no run changes them; not where the
   * program itself violates something.
   */
  private boolean isDecidedAtTheStart(Property property) throws InvalidInputException {
    List<Expr> unchanged = new ArrayList<>();
    boolean fixed = !property.conditions().isEmpty();
    for (Expr condition : property.conditions()) {
      fixed &= collect(condition, unchanged);
    }
    if (!fixed || unchanged.isEmpty()) {
      return false;
    }
    Expr all =
        unchanged.stream()
            .reduce((one, other) -> new Expr.Binary(Expr.BinaryOperator.AND, one, other))
            .orElseThrow();
    Property same = new Property.Invariant(property.name(), all, property.span());
    Found found = found(checked.withProperties(List.of(same)));
    boolean whole = isWhole(found.counts());
    complete &= whole || found.ending() instanceof Found.Violation;
    return whole && found.ending() instanceof Found.Complete;
  }

  /** Adds, for each cell that a condition reads, that it has its first value; whether all do. */
  private boolean collect(Expr condition, List<Expr> unchanged) {
    return switch (condition) {
      case Expr.Reached reached -> false;
      case Expr.Reachable reachable -> false;
      case Expr.Contents(Expr.Constant(long address), int observer)
          when firstValue(address).isPresent() -> {
        Expr value = Expr.constant(firstValue(address).get());
        unchanged.add(new Expr.Binary(Expr.BinaryOperator.EQUAL, condition, value));
        yield true;
      }
      case Expr.Contents contents -> false;
      default -> condition.operands().stream().allMatch(part -> collect(part, unchanged));
    };
  }

  private Optional<Long> firstValue(long address) {
    int cell = checked.program().cellAt(address);
    return cell >= 0 && cell < checked.program().memory().size()
        ? Optional.of(checked.program().memory().get(cell).initial())
        : Optional.empty();
  }
}
