// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.product;

import dev.fencepost.collect.IntList;
import dev.fencepost.ltl.BuchiAutomaton.Edge;
import dev.fencepost.transition.AcceptingSystem;
import dev.fencepost.transition.AcceptingSystem.AcceptingGenerator;
import dev.fencepost.transition.Lasso;
import dev.fencepost.transition.Successors;
import dev.fencepost.transition.Successors.Terminal;
import dev.fencepost.transition.TemporalSystem.TemporalGenerator;
import dev.fencepost.transition.TransitionSystem.LimitException;
import dev.fencepost.transition.WrappedGenerator;
import java.util.Arrays;

/**
 * Generates the product's successors: for each step of the system in order, each edge that the
 * automaton can take on the state's atoms; then the same for the ways in which the state repeats.
 */
final class ProductGenerator extends WrappedGenerator<TemporalGenerator>
    implements AcceptingGenerator {
  static final int AUTOMATON_BYTES = 2;

  private final Edge[][] edges;
  private final int[] starts;
  private final int automatonConditions;
  private final int systemConditions;
  private final Successors steps = new Successors();
  private final long[] systemMet;

  /** For each successor, the index of the system's step and the edge of the automaton. */
  private final IntList stepOf = new IntList();

  private final IntList edgeOf = new IntList();
  private final IntList enabled = new IntList();
  private Edge[] leaving = {};
  private boolean ends;

  ProductGenerator(BuchiProduct product) {
    super(product.system.newGenerator());
    edges =
        product.automaton.edges().stream()
            .map(list -> list.toArray(new Edge[0]))
            .toArray(Edge[][]::new);
    starts = product.automaton.initial().stream().mapToInt(Integer::intValue).toArray();
    automatonConditions = product.automaton.conditions();
    systemConditions = product.systemConditions();
    systemMet = new long[AcceptingSystem.words(product.system.conditions())];
  }

  @Override
  public void initial(Successors out) throws LimitException {
    out.clear();
    begin();
    generator.initial(steps);
    for (int i = 0; i < steps.count(); i++) {
      for (int start : starts) {
        stepOf.add(i);
        edgeOf.add(start);
        copy(steps.bytes(), steps.start(i), steps.length(i), out);
        write(start, steps.code(i), steps.length(i), out);
      }
    }
  }

  @Override
  public void successors(byte[] bytes, int offset, int length, Successors out)
      throws LimitException {
    out.clear();
    begin();
    int systemLength = length - AUTOMATON_BYTES;
    leaving = edges[automatonState(bytes, offset + systemLength)];
    enable(generator.atoms(bytes, offset, systemLength));
    if (enabled.isEmpty()) {
      out.terminal(Terminal.CUT, Successors.FINE);
      return;
    }
    generator.successors(bytes, offset, systemLength, steps);
    for (int i = 0; i < steps.count(); i++) {
      pair(i, steps.bytes(), steps.start(i), steps.length(i), out);
    }
    ends = steps.count() == 0 && steps.terminal().isEnd();
    int stutters = ends ? 1 : generator.stutters();
    for (int i = 0; i < stutters; i++) {
      pair(steps.count() + i, bytes, offset, systemLength, out);
    }
    if (out.count() == 0) {
      out.terminal(Terminal.CUT, Successors.FINE);
    }
  }

  private void begin() {
    stepOf.clear();
    edgeOf.clear();
  }

  /** Finds the edges that can be taken on a letter. */
  private void enable(long letter) {
    enabled.clear();
    for (int edge = 0; edge < leaving.length; edge++) {
      if (leaving[edge].label().matches(letter)) {
        enabled.add(edge);
      }
    }
  }

  /** Adds a step of the system with each edge that can be taken. */
  private void pair(int step, byte[] bytes, int offset, int length, Successors out) {
    int code = step < steps.count() ? steps.code(step) : Successors.FINE;
    for (int i = 0; i < enabled.size(); i++) {
      stepOf.add(step);
      edgeOf.add(enabled.get(i));
      copy(bytes, offset, length, out);
      write(leaving[enabled.get(i)].target(), code, length, out);
    }
  }

  private static void copy(byte[] bytes, int offset, int length, Successors out) {
    byte[] target = out.reserve(length + AUTOMATON_BYTES);
    System.arraycopy(bytes, offset, target, out.end(), length);
  }

  private static void write(int automatonState, int code, int length, Successors out) {
    int end = out.end() + length;
    out.bytes()[end] = (byte) automatonState;
    out.bytes()[end + 1] = (byte) (automatonState >> Byte.SIZE);
    out.add(end + AUTOMATON_BYTES, code);
  }

  private static int automatonState(byte[] bytes, int at) {
    return bytes[at] & 0xFF | (bytes[at + 1] & 0xFF) << Byte.SIZE;
  }

  @Override
  public void met(int index, long[] words) throws LimitException {
    if (automatonConditions > 0) {
      words[0] |= leaving[edgeOf.get(index)].met();
    }
    if (systemConditions == 0) {
      return;
    }
    if (ends) {
      Arrays.fill(systemMet, -1L);
    } else {
      Arrays.fill(systemMet, 0);
      generator.met(stepOf.get(index), systemMet);
    }
    for (int i = 0; i < systemConditions; i++) {
      if ((systemMet[i / Long.SIZE] & 1L << i) != 0) {
        int bit = automatonConditions + i;
        words[bit / Long.SIZE] |= 1L << bit;
      }
    }
  }

  /** The index of the system's step of which a successor is part, or {@link Lasso#STUTTER}. */
  int systemStep(int index) {
    int step = stepOf.get(index);
    return step < steps.count() ? step : Lasso.STUTTER;
  }
}
