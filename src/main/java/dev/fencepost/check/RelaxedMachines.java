// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.check;

import dev.fencepost.check.CheckTask.Bounds;
import dev.fencepost.machine.RelaxedMachine;
import dev.fencepost.machine.order.LawOptions;
import dev.fencepost.machine.order.MachineOptions;
import dev.fencepost.memorymodel.MemoryModel;
import dev.fencepost.property.CheckedProgram;
import dev.fencepost.source.InvalidInputException;
import java.util.List;

/** What a task says of the relaxed machine. */
final class RelaxedMachines {

  private RelaxedMachines() {}

  /** The machine of a program, with a memory for each thread where the model has several. */
  static RelaxedMachine machine(CheckTask task, CheckedProgram program, LoadedModel model) {
    return new RelaxedMachine(program, memoryModel(task, model), options(task));
  }

  /** The machine's options, with a memory for each thread where the model has several. */
  static MachineOptions options(CheckTask task) {
    MachineOptions options =
        new MachineOptions(
            task.bounds().window().orElse(Bounds.USUAL_WINDOW),
            task.bounds().instances().orElse(MachineOptions.USUAL_INSTANCES));
    List<Optimisation> without = task.strategy().without();
    if (without.contains(Optimisation.LIVENESS)) {
      options = options.withDeadRegisters();
    }
    LawOptions laws =
        new LawOptions(
            !without.contains(Optimisation.GUARDS),
            !without.contains(Optimisation.PREDICATES),
            !without.contains(Optimisation.STAGES));
    options = options.withLaws(laws);
    return without.contains(Optimisation.CACHE) ? options.withoutStepCache() : options;
  }

  /** The memory model, with its laws evaluated as the task's switches say. */
  static MemoryModel memoryModel(CheckTask task, LoadedModel model) {
    List<Optimisation> without = task.strategy().without();
    boolean general =
        without.contains(Optimisation.TABLE) || without.contains(Optimisation.PREDICATES);
    return general ? Optimisation.withoutTable(model.model()) : model.model();
  }

  /** Refuses to evaluate the laws of a processor as general ones: its machine needs the table. */
  static void requireTable(CheckTask task, LoadedModel model) throws InvalidInputException {
    for (Optimisation one : Optimisation.OF_LAWS) {
      if (model.model().traits().isProcessor() && task.strategy().without().contains(one)) {
        throw new InvalidInputException(
            "memory model " + model.model().name() + " does not run without " + one.word(),
            "leave --without " + one.word() + " away: loads that run ahead need the order table");
      }
    }
  }

  /**
   * Refuses temporal properties on a machine without guards, where some runs do not count, or
   * without stages, where there are more steps to be fair to; and other demands beside them.
   */
  static void requireTemporal(CheckTask task) throws InvalidInputException {
    if (task.demands().raceFree()) {
      throw new InvalidInputException(
          "a temporal property is checked alone, without data races",
          "check with --races error and with --ltl, one after the other");
    }
    for (Optimisation one : List.of(Optimisation.GUARDS, Optimisation.STAGES)) {
      if (task.strategy().without().contains(one)) {
        throw new InvalidInputException(
            "temporal properties are not checked without " + one.word(),
            "leave --without " + one.word() + " away, or check without --ltl");
      }
    }
  }
}
