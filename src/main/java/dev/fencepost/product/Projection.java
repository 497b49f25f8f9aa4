// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.product;

import dev.fencepost.transition.Lasso;
import dev.fencepost.transition.Successors;
import dev.fencepost.transition.TransitionSystem.LimitException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** Finds the system's part of a run of the product. */
final class Projection {
  private final ProductGenerator generator;
  private final Successors successors = new Successors();

  /** The step of the system, and the system's state that it is taken in. */
  private record Step(int index, ByteBuffer from) {}

  Projection(BuchiProduct product) {
    generator = new ProductGenerator(product);
  }

  Lasso project(Lasso run) throws LimitException {
    int start = start(run.steps());
    List<Step> steps = steps(run.steps());
    int loopStart = run.stem().size() - 1;
    List<Step> stem = new ArrayList<>(steps.subList(0, loopStart));
    List<Step> loop = new ArrayList<>(onePeriod(steps.subList(loopStart, steps.size())));
    while (!stem.isEmpty() && stem.getLast().equals(loop.getLast())) {
      loop.addFirst(loop.removeLast());
      stem.removeLast();
    }
    List<Integer> indices = new ArrayList<>(List.of(start));
    stem.forEach(step -> indices.add(step.index));
    return new Lasso(indices, loop.stream().map(Step::index).toList());
  }

  List<Integer> project(List<Integer> schedule) throws LimitException {
    List<Integer> indices = new ArrayList<>(List.of(start(schedule)));
    steps(schedule).forEach(step -> indices.add(step.index));
    return indices;
  }

  private int start(List<Integer> schedule) throws LimitException {
    generator.initial(successors);
    return generator.systemStep(schedule.getFirst());
  }

  private List<Step> steps(List<Integer> schedule) throws LimitException {
    generator.initial(successors);
    byte[] state = successors.state(schedule.getFirst());
    List<Step> steps = new ArrayList<>();
    for (int index : schedule.subList(1, schedule.size())) {
      generator.successors(state, 0, state.length, successors);
      ByteBuffer from = ByteBuffer.wrap(state, 0, state.length - ProductGenerator.AUTOMATON_BYTES);
      steps.add(new Step(generator.systemStep(index), from));
      state = successors.state(index);
    }
    return steps;
  }

  /** The shortest part of a loop that it repeats. */
  private static List<Step> onePeriod(List<Step> loop) {
    for (int period = 1; period < loop.size(); period++) {
      boolean repeats = loop.size() % period == 0;
      for (int i = 0; repeats && i + period < loop.size(); i++) {
        repeats = loop.get(i).equals(loop.get(i + period));
      }
      if (repeats) {
        return loop.subList(0, period);
      }
    }
    return loop;
  }
}
