// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.explore;

import dev.fencepost.transition.ProcessSets;
import dev.fencepost.transition.ProcessSystem;
import dev.fencepost.transition.ProcessSystem.ProcessGenerator;
import dev.fencepost.transition.Successors;
import dev.fencepost.transition.TransitionSystem.LimitException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Among the shortest violating runs finds one with the fewest context switches, which is the
 * easiest to read. States are expanded level by level. For each state and each process that stepped
 * last, the run with the fewest switches is kept, of equals the first.
 *
 * <p>Where states are few up to the violation, all shortest runs are compared; else those in which
 * each process takes as many steps as in the run that is known. The choice depends on the system
 * and on that run alone, so every kind of search shows one and the same run.
 */
public final class FewestSwitches {
  /** How many states are expanded: fractions of a second. */
  private static final int MOST_STATES = 20_000;

  private final ProcessGenerator generator;
  private final boolean endsAllowed;
  private final Successors out = new Successors();

  /** Per process, how many steps it may take; empty where that is not limited. */
  private List<Integer> shares = List.of();

  private @Nullable Arrival best;

  private FewestSwitches(ProcessSystem system, boolean endsAllowed) {
    generator = system.newGenerator();
    this.endsAllowed = endsAllowed;
  }

  /**
   * The run that is shown; the known one where there are too many states to compare.
   *
   * @param schedule a violating run; none is shorter
   */
  public static List<Integer> of(
      ProcessSystem system, SearchOptions options, List<Integer> schedule) {
    if (options.order() != SearchOrder.BREADTH_FIRST) {
      return schedule;
    }
    try {
      FewestSwitches search = new FewestSwitches(system, options.endsAllowed());
      Optional<List<Integer>> found = search.find(schedule.size() - 1);
      if (found.isEmpty()) {
        search.shares = search.sharesOf(schedule);
        found = search.find(schedule.size() - 1);
      }
      return found.orElse(schedule);
    } catch (LimitException limit) {
      return schedule;
    }
  }

  /**
   * The last step of a run.
   *
   * @param switches of the whole run
   */
  private record Arrival(@Nullable Arrival before, int index, int process, int switches) {
    List<Integer> schedule() {
      List<Integer> indices = new ArrayList<>();
      for (Arrival at = this; at != null; at = at.before) {
        indices.add(at.index);
      }
      return indices.reversed();
    }
  }

  /** What distinguishes states: how many steps each process took counts where they are limited. */
  private record Key(ByteBuffer state, List<Integer> taken) {}

  /**
   * A state of a level.
   *
   * @param arrivals one for each process that stepped last
   */
  private record Place(Key key, List<Arrival> arrivals) {

    /** The run with the fewest switches to a successor. */
    Arrival to(int index, int process) {
      Arrival from = arrivals.getFirst();
      for (Arrival other : arrivals) {
        from = switches(other, process) < switches(from, process) ? other : from;
      }
      return new Arrival(from, index, process, switches(from, process));
    }

    private static int switches(Arrival from, int process) {
      return from.switches + (from.process == process ? 0 : 1);
    }

    void add(Arrival arrival) {
      for (int i = 0; i < arrivals.size(); i++) {
        Arrival known = arrivals.get(i);
        if (known.process == arrival.process) {
          arrivals.set(i, arrival.switches < known.switches ? arrival : known);
          return;
        }
      }
      arrivals.add(arrival);
    }
  }

  /** The best run of so many steps; nothing where there are too many states. */
  private Optional<List<Integer>> find(int length) throws LimitException {
    best = null;
    Set<Key> known = new HashSet<>();
    SequencedMap<Key, Place> level = new LinkedHashMap<>();
    List<Integer> none = shares.stream().map(share -> 0).toList();
    generator.initial(out);
    for (int i = 0; i < out.count(); i++) {
      Arrival start = new Arrival(null, i, -1, 0);
      if (out.code(i) == Successors.FINE) {
        arrive(level, known, new Key(ByteBuffer.wrap(out.state(i)), none), start);
      } else {
        violated(start);
      }
    }
    int end = best == null ? length : 0;
    for (int depth = 0; depth <= end; depth++) {
      if (known.size() + level.size() > MOST_STATES) {
        return Optional.empty();
      }
      known.addAll(level.keySet());
      level = expand(level.values(), known, depth == end);
      end = best == null ? end : Math.min(end, depth + 1);
    }
    return Optional.ofNullable(best).map(Arrival::schedule);
  }

  /** Expands a level; gives the next one. Of the last level only the states are judged. */
  private SequencedMap<Key, Place> expand(Collection<Place> level, Set<Key> known, boolean last)
      throws LimitException {
    SequencedMap<Key, Place> next = new LinkedHashMap<>();
    for (Place place : level) {
      byte[] state = place.key().state().array();
      generator.successors(state, 0, state.length, out);
      if (out.count() == 0 && out.terminalCode() != Successors.FINE && !endsAllowed) {
        place.arrivals().forEach(this::violated);
      }
      for (int i = 0; i < out.count() && !last; i++) {
        int process = ProcessSets.first(generator.actors(i));
        Optional<List<Integer>> taken = taken(place, process);
        if (taken.isPresent()) {
          Arrival arrival = place.to(i, process);
          if (out.code(i) == Successors.FINE) {
            arrive(next, known, new Key(ByteBuffer.wrap(out.state(i)), taken.get()), arrival);
          } else {
            violated(arrival);
          }
        }
      }
    }
    return next;
  }

  private void violated(Arrival arrival) {
    best = best == null || arrival.switches < best.switches ? arrival : best;
  }

  private static void arrive(
      SequencedMap<Key, Place> level, Set<Key> known, Key key, Arrival arrival) {
    if (!known.contains(key)) {
      level.computeIfAbsent(key, k -> new Place(k, new ArrayList<>(1))).add(arrival);
    }
  }

  /** How many steps each process has taken behind a step; nothing if that is one too many. */
  private Optional<List<Integer>> taken(Place place, int process) {
    if (shares.isEmpty()) {
      return Optional.of(List.of());
    }
    List<Integer> taken = new ArrayList<>(place.key().taken());
    if (process >= shares.size() || taken.get(process).equals(shares.get(process))) {
      return Optional.empty();
    }
    taken.set(process, taken.get(process) + 1);
    return Optional.of(taken);
  }

  /** How many steps each process takes in a run. */
  private List<Integer> sharesOf(List<Integer> schedule) throws LimitException {
    List<Integer> steps = new ArrayList<>();
    generator.initial(out);
    byte[] state = out.state(schedule.getFirst());
    for (int index : schedule.subList(1, schedule.size())) {
      generator.successors(state, 0, state.length, out);
      int process = ProcessSets.first(generator.actors(index));
      while (steps.size() <= process) {
        steps.add(0);
      }
      steps.set(process, steps.get(process) + 1);
      state = out.state(index);
    }
    return steps;
  }
}
