// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.check;

import dev.fencepost.source.InvalidInputException;
import java.util.ArrayList;
import java.util.List;

/** The scenarios of files whose language has them. */
public final class Scenarios {
  /** The definition that chooses the scenario. */
  public static final String DEFINE = "SCENARIO";

  private Scenarios() {}

  /** The names of the scenarios of the task's file, in its order. */
  public static List<String> names(CheckTask task) throws InvalidInputException {
    return task.frontEnd().scenarios().read(new SourceFiles().unit(task));
  }

  /** The task for each scenario; the task itself where it names one, or the file has none. */
  public static List<CheckTask> tasks(CheckTask task) throws InvalidInputException {
    if (task.defines().containsKey(DEFINE)) {
      return List.of(task);
    }
    List<CheckTask> tasks = new ArrayList<>();
    for (String scenario : names(task)) {
      tasks.add(task.withDefine(DEFINE, scenario));
    }
    return tasks.isEmpty() ? List.of(task) : tasks;
  }
}
