// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.promela;

import dev.fencepost.ir.promela.Place;
import dev.fencepost.ir.promela.Variable;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The scalar variables of a region as sets of numbers, and which of them are live. */
final class LiveVariables {
  private final Place.Region region;
  private final List<Variable> variables;

  /** The numbers of the variables by their offsets. */
  private final Map<Integer, Integer> numbers = new HashMap<>();

  /**
   * @param kind of the variables that are followed; arrays are not
   */
  LiveVariables(Place.Region region, List<Variable> variables, Predicate<Variable> kind) {
    this.region = region;
    this.variables = variables;
    for (int i = 0; i < variables.size(); i++) {
      Variable variable = variables.get(i);
      if (!variable.isArray() && variable.name().indexOf('[') < 0 && kind.test(variable)) {
        numbers.put(variable.offset(), i);
      }
    }
  }

  BitSet all() {
    BitSet all = new BitSet();
    numbers.values().forEach(all::set);
    return all;
  }

  /** The variables at some places. */
  BitSet at(Stream<Place> places) {
    BitSet found = new BitSet();
    places
        .filter(place -> place.region() == region)
        .flatMap(place -> Stream.ofNullable(numbers.get(place.offset())))
        .forEach(found::set);
    return found;
  }

  /** The bytes of variables, as pairs of first and end in the region. */
  int[] bytes(BitSet some) {
    return some.stream()
        .mapToObj(variables::get)
        .flatMapToInt(v -> IntStream.of(v.offset(), v.offset() + v.stride()))
        .toArray();
  }

  /**
   * A step from one point to another.
   *
   * @param writes what it writes in any case
   */
  record Step(int point, BitSet reads, BitSet writes, int target) {}

  /** By point, the variables that may be read before they are written. */
  static BitSet[] live(int points, List<Step> steps) {
    BitSet[] live = IntStream.range(0, points).mapToObj(i -> new BitSet()).toArray(BitSet[]::new);
    boolean grows = true;
    while (grows) {
      grows = false;
      for (Step step : steps.reversed()) {
        BitSet more = (BitSet) live[step.target].clone();
        more.andNot(step.writes);
        more.or(step.reads);
        more.andNot(live[step.point]);
        live[step.point].or(more);
        grows |= !more.isEmpty();
      }
    }
    return live;
  }
}
