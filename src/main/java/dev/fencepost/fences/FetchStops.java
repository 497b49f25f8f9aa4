// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.fences;

import dev.fencepost.ir.Instruction;
import dev.fencepost.ir.Program;
import dev.fencepost.ir.ThreadDecl;
import dev.fencepost.machine.window.InstanceClasses;
import dev.fencepost.memorymodel.InstanceClass;
import dev.fencepost.memorymodel.InstanceKind;
import dev.fencepost.memorymodel.MemoryModel;
import dev.fencepost.memorymodel.OrderTable.Rule;
import dev.fencepost.source.Origin;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Which kinds of fences it takes to stop fetch behind an access: together they make every later
 * access wait for it, and without one of them they do not.
 */
final class FetchStops {
  private final MemoryModel model;
  private final List<FenceKind> kinds;
  private final InstanceClasses classes;
  private final List<InstanceClass> accesses;
  private final Map<InstanceClass, Set<FenceKind>> known = new HashMap<>();

  FetchStops(Program program, MemoryModel model, List<FenceKind> kinds) {
    this.model = model;
    this.kinds = kinds;
    List<Instruction> fences =
        kinds.stream().map(kind -> (Instruction) kind.fence(Origin.of(""))).toList();
    List<ThreadDecl> threads = new ArrayList<>(program.threads());
    threads.add(new ThreadDecl("", fences, List.of()));
    classes = new InstanceClasses(program.withThreads(threads), model.traits());
    accesses =
        IntStream.range(0, classes.count())
            .mapToObj(classes::get)
            .filter(each -> each.kind() != InstanceKind.FENCE)
            .filter(each -> each.kind() != InstanceKind.BRANCH)
            .toList();
  }

  /** Whether a kind of fence is needed for a set that stops fetch behind an access. */
  boolean mayStop(Instruction access, FenceKind kind) {
    return needed(access, true).contains(kind) || needed(access, false).contains(kind);
  }

  private Set<FenceKind> needed(Instruction access, boolean success) {
    int number = classes.of(access, success);
    return number == InstanceClasses.NONE
        ? Set.of()
        : known.computeIfAbsent(classes.get(number), this::needed);
  }

  private Set<FenceKind> needed(InstanceClass earlier) {
    Set<FenceKind> needed = new HashSet<>();
    for (int set = 1; set < 1 << kinds.size(); set++) {
      int all = set;
      boolean minimal =
          stops(earlier, all)
              && IntStream.range(0, kinds.size())
                  .filter(i -> (all >>> i & 1) != 0)
                  .noneMatch(i -> stops(earlier, all & ~(1 << i)));
      if (minimal) {
        IntStream.range(0, kinds.size())
            .filter(i -> (all >>> i & 1) != 0)
            .forEach(i -> needed.add(kinds.get(i)));
      }
    }
    return needed;
  }

  private boolean stops(InstanceClass earlier, int set) {
    return accesses.stream()
        .allMatch(
            later ->
                model.order().rule(earlier, later) == Rule.ALWAYS
                    || IntStream.range(0, kinds.size())
                        .filter(i -> (set >>> i & 1) != 0)
                        .mapToObj(i -> classes.of(kinds.get(i).fence(Origin.of("")), true))
                        .anyMatch(
                            fence ->
                                model.order().fenceRule(classes.get(fence), earlier, later)
                                    == Rule.ALWAYS));
  }
}
