// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.check;

import dev.fencepost.budget.Budget;
import dev.fencepost.explore.Search;
import dev.fencepost.explore.SearchListener;
import dev.fencepost.explore.SearchOptions;
import dev.fencepost.explore.SearchResult;
import dev.fencepost.machine.RelaxedMachine;
import dev.fencepost.machine.order.MachineOptions;
import dev.fencepost.memorymodel.Law;
import dev.fencepost.memorymodel.MemoryModel;
import dev.fencepost.memorymodel.ModelDefinition;
import dev.fencepost.source.Diagnostic;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.source.SourceSpan;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Runs tiny programs under a memory model. A program without a complete run shows laws that cannot
 * be kept: one that never holds, or several that contradict one another.
 */
final class ModelProbe {
  private static final int MOST_STATES = 20_000;

  private ModelProbe() {}

  /** Fails with the first program that cannot end, and the laws to blame. */
  static void require(MemoryModel model) throws InvalidInputException {
    for (ProbeProgram program : ProbeProgram.all(model.definition())) {
      if (!ends(program, model)) {
        throw new InvalidInputException(diagnostic(program, model));
      }
    }
  }

  /** Whether some run ends, which violates the program's property; or there are too many states. */
  private static boolean ends(ProbeProgram program, MemoryModel model) {
    RelaxedMachine machine = new RelaxedMachine(program.checked(), model, MachineOptions.DEFAULT);
    SearchOptions options = SearchOptions.usual().withStates(MOST_STATES);
    SearchResult result = Search.run(machine, options, SearchListener.NONE);
    Budget.look();
    return !(result.outcome() instanceof SearchResult.Complete);
  }

  private static Diagnostic diagnostic(ProbeProgram program, MemoryModel model) {
    List<Law> culprits = new ArrayList<>();
    for (Law law : model.definition().laws()) {
      if (ends(program, without(model.definition(), law))) {
        culprits.add(law);
      }
    }
    String message =
        "under "
            + model.name()
            + " no run of this program comes to its end:\n    "
            + program.text();
    if (culprits.isEmpty()) {
      Optional<Law> first = model.definition().laws().stream().findFirst();
      return new Diagnostic(
          first.map(Law::span).orElse(SourceSpan.NONE),
          message,
          "several of its laws cannot be kept; leaving out one of them does not help");
    }
    String names =
        culprits.stream().map(law -> "\"" + law.name() + "\"").collect(Collectors.joining(", "));
    String hint =
        culprits.size() == 1
            ? "the law " + names + " cannot be kept there; without it the program ends"
            : "these laws contradict one another there; without any one of them it ends: " + names;
    return new Diagnostic(culprits.getLast().span(), message, hint);
  }

  private static MemoryModel without(ModelDefinition model, Law law) {
    List<Law> laws = model.laws().stream().filter(other -> !other.equals(law)).toList();
    return MemoryModel.compile(model.withLaws(laws));
  }
}
