// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.check;

import dev.fencepost.budget.OutOfBudget;
import dev.fencepost.explore.SearchListener;
import dev.fencepost.ir.ControlFlow;
import dev.fencepost.ir.Instruction;
import dev.fencepost.ir.Program;
import dev.fencepost.ir.ThreadDecl;
import dev.fencepost.property.CheckedProgram;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.source.SourceSpan;
import dev.fencepost.verdict.Warning;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Fences that no check needs: without one of them, all others in place, every check that holds
 * still holds. Checks under models that give fences no meaning do not count.
 */
public final class NeedlessFences {
  private final List<CheckTask> checks = new ArrayList<>();
  private final Inputs inputs;
  private final CheckListener listener;

  private NeedlessFences(List<CheckResult> results, Inputs inputs, CheckListener listener)
      throws InvalidInputException {
    this.inputs = inputs;
    this.listener = listener;
    for (CheckResult result : results) {
      CheckTask task = result.task();
      if (result.holds()
          && task.frontEnd().hasMemoryModels()
          && inputs.model(task.model()).model().hasFences()) {
        checks.add(task.withStrategy(task.strategy().withDisk(CheckTask.Disk.NONE)));
      }
    }
  }

  /** One warning for each fence that the checks of one file, whose results these are, can lack. */
  public static List<Warning> warnings(
      List<CheckResult> results, Inputs inputs, CheckListener listener)
      throws InvalidInputException {
    return new NeedlessFences(results, inputs, listener).warnings();
  }

  private List<Warning> warnings() throws InvalidInputException {
    Set<SourceSpan> places = new TreeSet<>(Vacuity.BY_PLACE);
    for (CheckTask check : checks) {
      places.addAll(places(check));
    }
    String models =
        checks.stream().map(CheckTask::model).distinct().collect(Collectors.joining(", "));
    List<Warning> warnings = new ArrayList<>();
    for (SourceSpan place : places) {
      if (isNeedless(place)) {
        String message = "without this fence no verdict changes under " + models;
        warnings.add(new Warning(Warning.Kind.VACUOUS, place, message));
      }
    }
    return warnings;
  }

  /** Where the text has fences that are statements of their own, and not the library's. */
  private Set<SourceSpan> places(CheckTask check) throws InvalidInputException {
    Set<SourceSpan> fences = new LinkedHashSet<>();
    Set<SourceSpan> others = new HashSet<>();
    for (ThreadDecl thread : program(check).program().threads()) {
      for (Instruction instruction : thread.code()) {
        boolean fence =
            instruction instanceof Instruction.Fence && !instruction.origin().generated();
        (fence ? fences : others).add(instruction.origin().span());
      }
    }
    fences.removeIf(
        place ->
            others.contains(place)
                || place.equals(SourceSpan.NONE)
                || !IncludePath.isUsers(place.file(), check.file()));
    return fences;
  }

  private CheckedProgram program(CheckTask check) throws InvalidInputException {
    return inputs.source(check).program(check);
  }

  private boolean isNeedless(SourceSpan place) throws InvalidInputException {
    for (CheckTask check : checks) {
      CheckedProgram checked = program(check);
      CheckedProgram without =
          new CheckedProgram(without(checked.program(), place), checked.properties());
      if (!holds(check, without)) {
        return false;
      }
    }
    return true;
  }

  /** Whether a search comes to its end, cut by no window, and finds no violation. */
  private boolean holds(CheckTask check, CheckedProgram program) throws InvalidInputException {
    LoadedModel model = inputs.model(check.model());
    try {
      Found found =
          Checker.budget(check, listener, 0)
              .run(
                  () ->
                      Checker.run(
                          RelaxedPlan.of(check, program, model, SearchListener.NONE), listener));
      return found.ending() instanceof Found.Complete && !found.counts().boundHit();
    } catch (OutOfBudget e) {
      return false;
    }
  }

  private static Program without(Program program, SourceSpan place) {
    return program.withThreads(
        program.threads().stream()
            .map(thread -> thread.with(without(thread.code(), place)))
            .toList());
  }

  private static List<Instruction> without(List<Instruction> code, SourceSpan place) {
    BitSet kept = new BitSet();
    for (int i = 0; i < code.size(); i++) {
      boolean fence = code.get(i) instanceof Instruction.Fence;
      kept.set(i, !fence || !code.get(i).origin().span().equals(place));
    }
    return ControlFlow.keeping(code, kept, to -> to);
  }
}
