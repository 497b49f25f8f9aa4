// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.fences;

import dev.fencepost.ir.ControlFlow;
import dev.fencepost.ir.Instruction;
import dev.fencepost.ir.Places;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.stream.IntStream;

/**
 * Sites with nothing between them that a fence orders are one place: in all programs, each copy of
 * one is followed by a copy of the other, and by nothing else.
 */
final class SiteGroups {
  private final List<PlacedProgram> programs;

  /** Per program, what follows the copies of a site: one site, or several things. */
  private final List<Map<Site.Key, Optional<Site.Key>>> followers = new ArrayList<>();

  private final List<Map<Site.Key, Integer>> copies = new ArrayList<>();

  private SiteGroups(List<PlacedProgram> programs) {
    this.programs = programs;
    programs.forEach(this::addFollowers);
  }

  /**
   * One site of each group: the cheapest; of these one in the main file; of these the last. Fences
   * that are there, and accesses, are not joined.
   */
  static List<Site> representatives(
      List<PlacedProgram> programs, String mainFile, Weights weights) {
    return new SiteGroups(programs)
        .groups(sites(programs)).stream()
            .map(
                group ->
                    group.stream()
                        .min(
                            Comparator.comparingInt((Site site) -> weights.of(site.path()))
                                .thenComparing(site -> !site.span().file().equals(mainFile))
                                .thenComparingInt(site -> -group.indexOf(site)))
                        .orElseThrow())
            .toList();
  }

  private static List<Site> sites(List<PlacedProgram> programs) {
    SequencedMap<Site.Key, Site> sites = new LinkedHashMap<>();
    for (PlacedProgram program : programs) {
      program.sites().forEach((key, site) -> sites.merge(key, site, Site::joined));
    }
    return List.copyOf(sites.values());
  }

  private List<List<Site>> groups(List<Site> sites) {
    Map<Site.Key, List<Site>> groups = new LinkedHashMap<>();
    sites.forEach(site -> groups.put(site.key(), new ArrayList<>(List.of(site))));
    for (Site.Key key : List.copyOf(groups.keySet())) {
      for (Site.Key next : List.copyOf(groups.keySet())) {
        List<Site> one = Objects.requireNonNull(groups.get(key));
        List<Site> other = Objects.requireNonNull(groups.get(next));
        if (isRoom(key) && isRoom(next) && !one.equals(other) && areOne(key, next)) {
          one.addAll(other);
          other.forEach(site -> groups.put(site.key(), one));
        }
      }
    }
    return List.copyOf(new LinkedHashSet<>(groups.values()));
  }

  private static boolean isRoom(Site.Key key) {
    return !key.position().equals(Places.FENCE) && !key.position().equals(Places.ORDER);
  }

  private boolean areOne(Site.Key first, Site.Key second) {
    return IntStream.range(0, programs.size())
        .allMatch(
            i -> {
              int count = copies.get(i).getOrDefault(first, 0);
              return count == copies.get(i).getOrDefault(second, 0)
                  && (count == 0 || Optional.of(second).equals(followers.get(i).get(first)));
            });
  }

  private void addFollowers(PlacedProgram program) {
    Map<Site.Key, Optional<Site.Key>> next = new HashMap<>();
    Map<Site.Key, Integer> count = new HashMap<>();
    for (int thread = 0; thread < program.program().threads().size(); thread++) {
      int[] ways = ways(program.code(thread));
      for (int pc = 0; pc < program.code(thread).size(); pc++) {
        Optional<Site.Key> key = program.keyAt(thread, pc);
        if (key.isPresent()) {
          Optional<Site.Key> follower = follower(program, thread, pc, ways);
          next.merge(key.get(), follower, (a, b) -> a.equals(b) ? a : Optional.empty());
          count.merge(key.get(), 1, Integer::sum);
        }
      }
    }
    followers.add(next);
    copies.add(count);
  }

  /** How many ways lead to each position. */
  private static int[] ways(List<Instruction> code) {
    int[] ways = new int[code.size()];
    for (int pc = 0; pc < code.size(); pc++) {
      IntStream.of(ControlFlow.successors(code.get(pc), pc)).forEach(to -> ways[to]++);
    }
    return ways;
  }

  private static Optional<Site.Key> follower(
      PlacedProgram program, int thread, int pc, int[] ways) {
    List<Instruction> code = program.code(thread);
    int at = pc;
    for (int steps = 0; steps < code.size(); steps++) {
      at = ControlFlow.successors(code.get(at), at)[0];
      if (ways[at] != 1) {
        return Optional.empty();
      }
      Optional<Site.Key> found = program.keyAt(thread, at);
      boolean silent =
          code.get(at) instanceof Instruction.Assign
              || code.get(at) instanceof Instruction.Jump
              || code.get(at) instanceof Instruction.Mark && !program.asksForMarks()
              || Places.isPlace(code.get(at));
      if (found.isPresent() || !silent) {
        return found;
      }
    }
    return Optional.empty();
  }
}
