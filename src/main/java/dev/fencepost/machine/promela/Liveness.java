// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.promela;

import dev.fencepost.ir.promela.Place;
import dev.fencepost.ir.promela.ProcessType;
import dev.fencepost.ir.promela.Statement;
import dev.fencepost.ir.promela.Transition;
import dev.fencepost.ir.promela.Variable;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Live variables of a process. Dead ones are set to 0, so that states that differ in them alone
 * become one. Arrays are always live.
 */
final class Liveness {
  private final ProcessType type;

  /** The numbers of the plain variables by their offsets. */
  private final Map<Integer, Integer> numbers = new LinkedHashMap<>();

  private final BitSet[] live;

  Liveness(ProcessType type) {
    this.type = type;
    List<Variable> variables = type.variables();
    for (int i = 0; i < variables.size(); i++) {
      if (!variables.get(i).isArray() && variables.get(i).name().indexOf('[') < 0) {
        numbers.put(variables.get(i).offset(), i);
      }
    }
    live = new BitSet[type.points().size()];
    for (int i = 0; i < live.length; i++) {
      live[i] = new BitSet();
    }
    boolean grows = true;
    while (grows) {
      grows = false;
      for (int i = live.length - 1; i > 0; i--) {
        grows |= look(i);
      }
    }
  }

  private boolean look(int point) {
    BitSet before = (BitSet) live[point].clone();
    for (Transition step : type.points().get(point).transitions()) {
      BitSet needed = (BitSet) live[step.target()].clone();
      boolean simple = !(step.statement() instanceof Statement.DeterministicStep);
      if (simple) {
        new Accesses(place -> {}, place -> mark(place, needed, false), expr -> {})
            .of(step.statement());
      }
      new Accesses(place -> mark(place, needed, true), place -> {}, expr -> {})
          .of(step.statement());
      live[point].or(needed);
    }
    return !before.equals(live[point]);
  }

  private void mark(Place place, BitSet set, boolean value) {
    if (place.region() == Place.Region.LOCAL && numbers.containsKey(place.offset())) {
      set.set(numbers.get(place.offset()), value);
    }
  }

  /** The bytes of the variables that are dead after a step, as pairs of first and end. */
  int[] dead(int point, Transition step) {
    BitSet left = (BitSet) live[point].clone();
    new Accesses(place -> mark(place, left, true), place -> mark(place, left, true), expr -> {})
        .of(step.statement());
    if (point == type.start()) {
      numbers.values().forEach(left::set);
    }
    left.andNot(live[step.target()]);
    return left.stream()
        .flatMap(
            i -> {
              Variable variable = type.variables().get(i);
              int start = variable.offset();
              return java.util.stream.IntStream.of(start, start + variable.stride());
            })
        .toArray();
  }
}
