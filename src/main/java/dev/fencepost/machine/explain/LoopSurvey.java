// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.explain;

import dev.fencepost.ir.IrPrinter;
import dev.fencepost.ir.Program;
import dev.fencepost.machine.step.CompiledMachine;
import dev.fencepost.machine.step.FairThreads;
import dev.fencepost.machine.step.TemporalMachine;
import dev.fencepost.property.Property;
import dev.fencepost.trace.LoopFacts;
import dev.fencepost.transition.Lasso;
import dev.fencepost.transition.Successors;
import dev.fencepost.transition.TemporalSystem.TemporalGenerator;
import dev.fencepost.transition.TransitionSystem.LimitException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/** Follows an infinite run for the values of the atoms, and for what fairness asks of it. */
final class LoopSurvey {
  private static final Pattern ATOM = Pattern.compile("\\bp(\\d+)\\b");

  private final Property.Temporal property;
  private final Program program;
  private final TemporalMachine system;
  private final TemporalGenerator generator;
  private final Successors out = new Successors();
  private final List<List<Integer>> whenTrue = new ArrayList<>();
  private byte[] state = {};
  private int step;

  private LoopSurvey(CompiledMachine machine, Property.Temporal property) {
    this.property = property;
    program = machine.program.program;
    system =
        new TemporalMachine(machine, property.atoms(), new FairThreads(machine.program, Set.of()));
    generator = system.newTemporalGenerator();
    property.atoms().forEach(atom -> whenTrue.add(new ArrayList<>()));
  }

  /** The facts; {@code threads} is the number of threads. */
  static LoopFacts of(CompiledMachine machine, Property.Temporal property, Lasso run, int threads)
      throws LimitException {
    LoopSurvey survey = new LoopSurvey(machine, property);
    survey.generator.initial(survey.out);
    survey.state = survey.out.state(run.stem().getFirst());
    survey.note();
    long[] met = new long[1];
    for (int index : run.stem().subList(1, run.stem().size())) {
      survey.take(index, new long[1]);
    }
    for (int index : run.loop()) {
      survey.take(index, met);
    }
    return survey.facts(met[0] >> survey.system.required(), threads);
  }

  private void take(int index, long[] met) throws LimitException {
    generator.successors(state, 0, state.length, out);
    if (out.count() == 0) {
      met[0] = -1;
    } else {
      generator.met(index == Lasso.STUTTER ? out.count() : index, met);
    }
    state = index == Lasso.STUTTER ? state : out.state(index);
    step++;
    note();
  }

  private void note() throws LimitException {
    long letter = generator.atoms(state, 0, state.length);
    for (int i = 0; i < whenTrue.size(); i++) {
      if ((letter >> i & 1) != 0) {
        whenTrue.get(i).add(step);
      }
    }
  }

  private LoopFacts facts(long fair, int threads) {
    List<String> texts =
        property.atoms().stream().map(atom -> IrPrinter.print(program, atom)).toList();
    String formula =
        ATOM.matcher(property.formula().text())
            .replaceAll(
                found -> {
                  String text = texts.get(Integer.parseInt(found.group(1)));
                  return Matcher.quoteReplacement(text.contains(" ") ? "{" + text + "}" : text);
                });
    List<LoopFacts.Atom> atoms = new ArrayList<>();
    for (int i = 0; i < texts.size(); i++) {
      atoms.add(new LoopFacts.Atom(texts.get(i), whenTrue.get(i)));
    }
    List<Integer> stopped = unmet(fair, threads);
    List<Integer> putOff = unmet(fair >> Program.MAX_THREADS, threads);
    return new LoopFacts(
        formula, atoms, stopped, putOff.stream().filter(t -> !stopped.contains(t)).toList());
  }

  private static List<Integer> unmet(long fair, int threads) {
    return IntStream.range(0, threads).filter(t -> (fair >> t & 1) == 0).boxed().toList();
  }
}
