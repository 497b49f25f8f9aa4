// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.promela;

import dev.fencepost.ir.promela.Place;
import dev.fencepost.ir.promela.ProcessType;
import dev.fencepost.ir.promela.PromelaModel;
import dev.fencepost.ir.promela.Statement;
import dev.fencepost.ir.promela.Variable;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Temporary global variables: each step writes them before it reads them. They are dead after the
 * step and are set to 0, so that states that differ only in them are merged. Arrays and structures
 * are excluded. So are variables that are never read: they are for readers of traces.
 */
final class Temporaries {
  private final PromelaModel model;

  /** The numbers of the plain variables by their offsets. */
  private final Map<Integer, Integer> numbers = new HashMap<>();

  /** The variables that some step reads, and those that a step may read before it writes them. */
  private final BitSet read = new BitSet();

  private final BitSet kept = new BitSet();

  Temporaries(PromelaModel model) {
    this.model = model;
    for (int i = 0; i < model.globals().size(); i++) {
      Variable variable = model.globals().get(i);
      if (!variable.isArray()
          && variable.name().indexOf('[') < 0
          && variable.name().indexOf('.') < 0
          && variable.channel().isEmpty()) {
        numbers.put(variable.offset(), i);
      }
    }
    Accesses keeps = new Accesses(place -> mark(place, kept), place -> {}, expr -> {});
    Stream.concat(model.processTypes().stream(), model.claims().stream())
        .forEach(type -> look(type, keeps));
    model.trace().ifPresent(trace -> look(trace.automaton(), keeps));
    model.atoms().forEach(atom -> keeps.of(atom.value()));
    model.globals().forEach(variable -> variable.values().forEach(keeps::of));
  }

  private void look(ProcessType type, Accesses keeps) {
    type.provided().ifPresent(keeps::of);
    type.variables().forEach(variable -> variable.values().forEach(keeps::of));
    type.points().stream()
        .flatMap(point -> point.transitions().stream())
        .forEach(step -> look(step.statement(), keeps));
  }

  private void look(Statement statement, Accesses keeps) {
    if (statement instanceof Statement.DeterministicStep(Statement.Block block)) {
      block.guards().forEach(keeps::of);
      kept.or(neededBy(block));
    } else {
      kept.or(reads(statement));
    }
  }

  /** A statement of a block, between two of its points. */
  private record Step(int point, BitSet reads, BitSet writes, int target) {}

  /** The variables that a block may read before it writes them. */
  private BitSet neededBy(Statement.Block block) {
    List<Step> steps = new ArrayList<>();
    for (int i = 0; i < block.points().size(); i++) {
      for (Statement.Branch branch : block.points().get(i).branches()) {
        BitSet reads = branch.statement().map(this::reads).orElseGet(BitSet::new);
        BitSet writes = branch.statement().map(this::writes).orElseGet(BitSet::new);
        steps.add(new Step(i, reads, writes, branch.target()));
        read.or(reads);
      }
    }
    BitSet[] needed = new BitSet[block.points().size() + 1];
    IntStream.range(0, needed.length).forEach(i -> needed[i] = new BitSet());
    boolean grows = true;
    while (grows) {
      grows = false;
      for (Step step : steps.reversed()) {
        BitSet here = (BitSet) needed[step.target].clone();
        here.andNot(step.writes);
        here.or(step.reads);
        here.andNot(needed[step.point]);
        needed[step.point].or(here);
        grows |= !here.isEmpty();
      }
    }
    return needed[block.start()];
  }

  private BitSet reads(Statement statement) {
    BitSet found = new BitSet();
    Accesses reads = new Accesses(place -> mark(place, found), place -> {}, expr -> {});
    reads.of(statement);
    if (statement instanceof Statement.Print print) {
      print.values().forEach(reads::of);
    }
    return found;
  }

  private BitSet writes(Statement statement) {
    BitSet found = new BitSet();
    new Accesses(place -> {}, place -> mark(place, found), expr -> {}).of(statement);
    return found;
  }

  private void mark(Place place, BitSet set) {
    if (place.region() == Place.Region.GLOBAL && numbers.containsKey(place.offset())) {
      set.set(numbers.get(place.offset()));
    }
  }

  /** The bytes that are dead after a step, as pairs of first and end in the global region. */
  int[] dead(Statement statement) {
    BitSet left = writes(statement);
    left.and(read);
    left.andNot(kept);
    return left.stream()
        .mapToObj(i -> model.globals().get(i))
        .flatMapToInt(variable -> IntStream.of(variable.offset(), end(variable)))
        .toArray();
  }

  private static int end(Variable variable) {
    return variable.offset() + variable.stride();
  }
}
