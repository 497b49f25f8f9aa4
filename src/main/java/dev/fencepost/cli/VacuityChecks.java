// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.cli;

import dev.fencepost.check.CheckListener;
import dev.fencepost.check.CheckResult;
import dev.fencepost.check.CheckTask;
import dev.fencepost.check.Checker;
import dev.fencepost.check.Inputs;
import dev.fencepost.check.NeedlessFences;
import dev.fencepost.check.Vacuity;
import dev.fencepost.source.InvalidInputException;
import java.util.ArrayList;
import java.util.List;

/** Checks, each with what none of its runs does; the last one of a file with needless fences. */
final class VacuityChecks implements CheckingCommand.Checks {
  private final List<CheckTask> open;
  private final Inputs inputs;
  private final List<CheckResult> ofFile = new ArrayList<>();

  /**
   * @param tasks in the order in which they are run
   */
  VacuityChecks(List<CheckTask> tasks, Inputs inputs) {
    this.open = new ArrayList<>(tasks);
    this.inputs = inputs;
  }

  @Override
  public CheckResult run(CheckTask task, CheckListener listener) throws InvalidInputException {
    open.removeFirst();
    return Checker.check(task, inputs, listener);
  }

  @Override
  public CheckResult more(CheckResult checked, CheckListener listener)
      throws InvalidInputException {
    CheckTask task = checked.task();
    CheckResult result = checked.withWarnings(Vacuity.warnings(task, inputs, listener));
    ofFile.removeIf(other -> !other.task().file().equals(task.file()));
    ofFile.add(result);
    if (!open.isEmpty() && open.getFirst().file().equals(task.file())) {
      return result;
    }
    return result.withWarnings(NeedlessFences.warnings(ofFile, inputs, listener));
  }
}
