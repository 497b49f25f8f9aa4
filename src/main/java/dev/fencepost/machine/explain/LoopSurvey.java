// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.explain;

import dev.fencepost.ir.IrPrinter;
import dev.fencepost.ir.Program;
import dev.fencepost.machine.step.CompiledMachine;
import dev.fencepost.machine.step.TemporalMachine;
import dev.fencepost.property.Property;
import dev.fencepost.trace.LoopFacts;
import dev.fencepost.transition.Lasso;
import dev.fencepost.transition.LassoSurvey;
import dev.fencepost.transition.TransitionSystem.LimitException;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/** The facts of an infinite run: the values of the atoms, and what fairness asks of it. */
final class LoopSurvey {
  private static final List<String> OPTIONS = List.of("--fair", LoopFacts.FAIR_TO);

  private LoopSurvey() {}

  /** The facts; {@code threads} is the number of threads. */
  static LoopFacts of(CompiledMachine machine, Property.Temporal property, Lasso run, int threads)
      throws LimitException {
    Program program = machine.program.program;
    TemporalMachine system = new TemporalMachine(machine, property.atoms(), Set.of());
    LassoSurvey survey = LassoSurvey.of(system, run);
    List<LoopFacts.Atom> atoms =
        IntStream.range(0, property.atoms().size())
            .mapToObj(i -> new LoopFacts.Atom(text(program, property, i), survey.whenTrue(i)))
            .toList();
    List<Integer> stopped = survey.unmet(system.required(), threads);
    List<Integer> putOff =
        survey.unmet(system.required() + Program.MAX_THREADS, threads).stream()
            .filter(t -> !stopped.contains(t))
            .toList();
    String formula =
        property.words().isEmpty()
            ? LoopFacts.written(property.formula().text(), atoms)
            : property.words().formula();
    return LoopFacts.of(formula, atoms, stopped, putOff, OPTIONS);
  }

  private static String text(Program program, Property.Temporal property, int atom) {
    return property.words().isEmpty()
        ? IrPrinter.print(program, property.atoms().get(atom))
        : property.words().atoms().get(atom);
  }
}
