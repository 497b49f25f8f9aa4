// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.memorymodel;

import dev.fencepost.budget.Budget;
import dev.fencepost.memorymodel.Formula.Operation;
import dev.fencepost.memorymodel.Formula.Step;
import dev.fencepost.memorymodel.Formula.Variable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * Sorts laws: those whose premise speaks of program order, classes and cells alone become {@link
 * OrderLaw}s, the others stay as they are (docs/memory-models.md).
 */
final class LawSorter {
  private final List<OrderLaw> order = new ArrayList<>();
  private final List<Law> general = new ArrayList<>();

  /** Fences that wait for accesses, and fences that accesses wait for; joined at the end. */
  private final List<OrderLaw> waiting = new ArrayList<>();

  private final List<OrderLaw> blocking = new ArrayList<>();

  /** Laws between an access and a fence: general ones where others order the fence's own step. */
  private final List<Law> fenceLaws = new ArrayList<>();

  /** Whether a store is reflected to each thread by itself: else all targets are one. */
  private final boolean manyMemories;

  private LawSorter(ModelDefinition definition) {
    manyMemories = !definition.traits().multiCopyAtomic();
  }

  /** Whether a law is one of program order. */
  static boolean isOrderLaw(ModelDefinition definition, Law law) {
    return new LawSorter(definition).sortOrder(law);
  }

  static MemoryModel sort(ModelDefinition definition) {
    LawSorter sorter = new LawSorter(definition);
    for (Law law : definition.laws()) {
      Budget.ask();
      if (!sorter.sortOrder(law)) {
        sorter.general.add(law);
      }
    }
    sorter.joinFences();
    if (sorter.general.stream().anyMatch(Law::ordersFences)) {
      sorter.general.addAll(sorter.fenceLaws);
    }
    return new MemoryModel(definition, new OrderTable(sorter.order), sorter.general);
  }

  /** What a premise says, if it says no more than an order law can. */
  private static final class Premise {
    final Map<String, Set<String>> before = new HashMap<>();
    final Map<String, Pattern> patterns = new HashMap<>();
    boolean sameCell;

    boolean add(Formula formula) {
      return switch (formula) {
        case Formula.And and -> and.operands().stream().allMatch(this::add);
        case Formula.Before link -> {
          before.computeIfAbsent(link.earlier(), name -> new HashSet<>()).add(link.later());
          yield true;
        }
        case Formula.SameCell same -> {
          sameCell = true;
          yield !same.left().equals(same.right());
        }
        case Formula.Is is -> {
          Pattern declared = Objects.requireNonNull(patterns.get(is.instance()));
          patterns.put(is.instance(), intersect(declared, is.pattern()));
          yield true;
        }
        default -> false;
      };
    }

    boolean isBefore(String earlier, String later) {
      return before.getOrDefault(earlier, Set.of()).contains(later);
    }

    int links() {
      return before.values().stream().mapToInt(Set::size).sum();
    }
  }

  private static Pattern intersect(Pattern first, Pattern second) {
    List<String> with = new ArrayList<>(first.with());
    with.addAll(second.with());
    List<String> without = new ArrayList<>(first.without());
    without.addAll(second.without());
    return new Pattern(first.kinds() & second.kinds(), with, without);
  }

  private boolean sortOrder(Law law) {
    Premise premise = new Premise();
    List<String> instances = new ArrayList<>();
    for (Variable variable : law.variables()) {
      if (!variable.isThread()) {
        premise.patterns.put(variable.name(), variable.pattern());
        instances.add(variable.name());
      }
    }
    if (!law.issuedVariables().isEmpty()
        || !premise.add(law.premise())
        || !(law.conclusion() instanceof Formula.Less less)
        || !isQuantifiedTarget(law, less.left())
        || !isQuantifiedTarget(law, less.right())) {
      return false;
    }
    String first = less.left().instance();
    String last = less.right().instance();
    boolean perTarget =
        manyMemories
            && less.left().target() != null
            && less.left().target().equals(less.right().target());
    if (instances.size() == 2 && premise.links() == 1 && premise.isBefore(first, last)) {
      return addPair(law, premise, less, perTarget);
    }
    instances.removeAll(List.of(first, last));
    return instances.size() == 1
        && premise.links() == 2
        && addBetween(law, premise, less, instances.get(0), perTarget);
  }

  /** A law about two accesses and a fence between them. */
  private boolean addBetween(
      Law law, Premise premise, Formula.Less less, String fence, boolean perTarget) {
    String first = less.left().instance();
    String last = less.right().instance();
    Pattern earlier = Objects.requireNonNull(premise.patterns.get(first));
    Pattern later = Objects.requireNonNull(premise.patterns.get(last));
    Pattern between = Objects.requireNonNull(premise.patterns.get(fence));
    // Fences hold back whole instances in the table: memory by memory is for a general law.
    boolean fits =
        !perTarget
            && between.onlyFences()
            && premise.isBefore(first, fence)
            && premise.isBefore(fence, last)
            && isEarlier(earlier, less)
            && later.onlyAccesses();
    if (fits) {
      order.add(
          new OrderLaw(law.name(), earlier, later, between, premise.sameCell, false, until(less)));
    }
    return fits;
  }

  /** A target thread must be a variable that ranges over all threads. */
  private static boolean isQuantifiedTarget(Law law, Operation operation) {
    Formula.ThreadTerm target = operation.target();
    return target == null
        ? operation.step() != Step.FETCH
        : !target.ofInstance()
            && law.variables().stream().anyMatch(v -> v.name().equals(target.name()));
  }

  private boolean addPair(Law law, Premise premise, Formula.Less less, boolean perTarget) {
    Pattern first = Objects.requireNonNull(premise.patterns.get(less.left().instance()));
    Pattern last = Objects.requireNonNull(premise.patterns.get(less.right().instance()));
    OrderLaw pair =
        new OrderLaw(law.name(), first, last, null, premise.sameCell, perTarget, until(less));
    if (isEarlier(first, less) && last.onlyAccesses()) {
      order.add(pair);
    } else if (first.onlyAccesses() && last.onlyFences() && !perTarget) {
      waiting.add(pair);
      fenceLaws.add(law);
    } else if (first.onlyFences() && last.onlyAccesses() && !perTarget) {
      blocking.add(pair);
      fenceLaws.add(law);
    } else {
      return false;
    }
    return true;
  }

  private static OrderLaw.Until until(Formula.Less less) {
    return less.left().step() == Step.ADDRESS ? OrderLaw.Until.ADDRESS : OrderLaw.Until.DONE;
  }

  /** Whether the left side is a step that the table knows: of an access, or of a branch. */
  private static boolean isEarlier(Pattern earlier, Formula.Less less) {
    return earlier.onlyBranches() ? less.left().step() == Step.RESOLVE : earlier.onlyAccesses();
  }

  /** A fence that waits for one class and holds back another orders the two. */
  private void joinFences() {
    for (OrderLaw wait : waiting) {
      for (OrderLaw block : blocking) {
        Budget.ask();
        Pattern fence = intersect(wait.later(), block.earlier());
        String name =
            wait.name().equals(block.name()) ? wait.name() : wait.name() + ", " + block.name();
        order.add(
            new OrderLaw(name, wait.earlier(), block.later(), fence, false, false, wait.until()));
      }
    }
  }
}
