// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.reference;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fencepost.machine.RelaxedMachine;
import dev.fencepost.machine.order.MachineOptions;
import dev.fencepost.memorymodel.MemoryModel;
import dev.fencepost.property.CheckedProgram;
import dev.fencepost.transition.ProcessSets;
import dev.fencepost.transition.ProcessSystem.ProcessGenerator;
import dev.fencepost.transition.Representation;
import dev.fencepost.transition.Successors;
import dev.fencepost.transition.TransitionSystem;
import dev.fencepost.transition.TransitionSystem.Generator;
import dev.fencepost.transition.TransitionSystem.LimitException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.LongStream;

/** The real machine under a search too simple to be wrong, reported as the reference machine is. */
final class RealMachine {
  private final RelaxedMachine machine;
  private final Representation<?> form;
  private final TransitionSystem system;
  private final List<String> labels;
  private final Set<List<Long>> finals = new HashSet<>();
  private final TreeSet<String> violations = new TreeSet<>();
  private final Set<ByteBuffer> seen = new HashSet<>();
  private final Deque<byte[]> open = new ArrayDeque<>();

  RealMachine(CheckedProgram checked, MemoryModel model, int window) {
    this(checked, model, new MachineOptions(window));
  }

  RealMachine(CheckedProgram checked, MemoryModel model, MachineOptions options) {
    this(checked, new RelaxedMachine(checked, model, options));
  }

  /** The machine as searches without reductions see it. */
  private RealMachine(CheckedProgram checked, RelaxedMachine machine) {
    this(checked, machine, machine.representation(true));
  }

  /** The machine as a reduction shows it. */
  RealMachine(
      CheckedProgram checked,
      RelaxedMachine machine,
      Function<RelaxedMachine, TransitionSystem> reduction) {
    this(checked, machine, Representation.of(reduction.apply(machine)));
  }

  private RealMachine(CheckedProgram checked, RelaxedMachine machine, Representation<?> form) {
    this.machine = machine;
    this.form = form;
    this.system = form.system();
    this.labels = checked.program().marks();
  }

  ReferenceResult explore(int limit) throws LimitException {
    Generator generator = system.newGenerator();
    Successors out = new Successors();
    generator.initial(out);
    take(out);
    while (!open.isEmpty() && seen.size() <= limit) {
      byte[] state = open.poll();
      generator.successors(state, 0, state.length, out);
      requireMovers(generator, out);
      if (out.terminal() == Successors.Terminal.END) {
        for (long[] memory : machine.newViews().of(form.whole(state, 0, state.length), 0)) {
          finals.add(LongStream.of(memory).boxed().toList());
        }
      }
      if (out.terminalCode() != Successors.FINE) {
        violations.add(machine.violationName(out.terminalCode()));
      }
      take(out);
    }
    boolean complete = open.isEmpty() && !generator.boundHit();
    return new ReferenceResult(finals, violations, marks(generator), complete, seen.size());
  }

  /** Only a state without successors is an end, and who takes a step is one who moves. */
  private static void requireMovers(Generator generator, Successors out) {
    assertThat(out.terminal() == Successors.Terminal.NONE).isEqualTo(out.count() > 0);
    if (generator instanceof ProcessGenerator steps) {
      long actors = ProcessSets.NONE;
      for (int i = 0; i < out.count(); i++) {
        actors |= steps.actors(i);
      }
      assertThat(actors & ~steps.movers()).isEqualTo(ProcessSets.NONE);
    }
  }

  /** A step that violates something ends the run. */
  private void take(Successors out) {
    for (int i = 0; i < out.count(); i++) {
      byte[] state = Arrays.copyOfRange(out.bytes(), out.start(i), out.start(i) + out.length(i));
      if (out.code(i) != Successors.FINE) {
        violations.add(machine.violationName(out.code(i)));
      } else if (seen.add(ByteBuffer.wrap(state))) {
        open.add(state);
      }
    }
  }

  private SortedSet<String> marks(Generator generator) {
    TreeSet<String> passed = new TreeSet<>();
    for (int mark = 0; mark < labels.size(); mark++) {
      if ((generator.marks()[mark / Long.SIZE] >>> mark % Long.SIZE & 1) == 1) {
        passed.add(labels.get(mark));
      }
    }
    return passed;
  }
}
