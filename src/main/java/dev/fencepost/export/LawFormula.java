// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.export;

import static dev.fencepost.export.UniformWindow.all;
import static dev.fencepost.export.UniformWindow.any;

import dev.fencepost.export.LawInstances.Instance;
import dev.fencepost.export.LawInstances.Step;
import dev.fencepost.memorymodel.Formula;
import dev.fencepost.memorymodel.Formula.Operation;
import dev.fencepost.memorymodel.Formula.ThreadTerm;
import dev.fencepost.memorymodel.Formula.Variable;
import dev.fencepost.memorymodel.Pattern;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The formulas of general laws as conditions on a state. What a run decides later is neither true
 * nor false, so each formula has two of them. The order of two steps that were taken stands in
 * {@code ord}, the papers' defining predicates.
 */
final class LawFormula {

  /** What counts as the answer where an address of the same thread is open. */
  enum Open {
    UNKNOWN,
    SAME,
    DIFFERENT
  }

  /**
   * What is about to happen in the state.
   *
   * @param step the step that is taken, or null
   * @param success its outcome
   * @param fresh an instance that has taken no step yet, or null
   */
  record Moment(Step step, boolean success, Instance fresh, Open open) {
    static final Moment NOW = new Moment(null, true, null, Open.UNKNOWN);

    Moment with(Open newOpen) {
      return new Moment(step, success, fresh, newOpen);
    }
  }

  /** Two steps whose order matters. */
  record Pair(Step first, Step second) {}

  private final LawInstances instances;
  private final MemoryText memory;
  private final Map<Pair, Integer> pairs;
  private final Moment moment;

  /**
   * @param pairs numbers the pairs of steps whose order is asked for
   */
  LawFormula(LawInstances instances, MemoryText memory, Map<Pair, Integer> pairs, Moment moment) {
    this.instances = instances;
    this.memory = memory;
    this.pairs = pairs;
    this.moment = moment;
  }

  /** When a formula is known to be true, or known to be false, for a choice of its variables. */
  String is(boolean wanted, Formula formula, Map<String, Object> choice) {
    return switch (formula) {
      case Formula.Not not -> is(!wanted, not.operand(), choice);
      case Formula.And and -> joined(wanted, wanted, and.operands(), choice);
      case Formula.Or or -> joined(!wanted, wanted, or.operands(), choice);
      case Formula.Implies implies -> {
        String premise = is(!wanted, implies.premise(), choice);
        String conclusion = is(wanted, implies.conclusion(), choice);
        yield wanted ? any(List.of(premise, conclusion)) : all(List.of(premise, conclusion));
      }
      case Formula.Forall forall ->
          quantified(wanted, true, forall.variable(), forall.body(), choice);
      case Formula.Exists exists ->
          quantified(wanted, false, exists.variable(), exists.body(), choice);
      case Formula.Before before -> {
        Instance earlier = (Instance) choice.get(before.earlier());
        Instance later = (Instance) choice.get(before.later());
        boolean behind =
            earlier.thread() == later.thread()
                && instances.window(earlier).isBehind(earlier.pc(), later.pc());
        yield truth(wanted == behind);
      }
      case Formula.SameThread same ->
          truth(wanted == (thread(same.left(), choice) == thread(same.right(), choice)));
      case Formula.SameInstance same ->
          truth(wanted == choice.get(same.left()).equals(choice.get(same.right())));
      case Formula.SameCell same ->
          sameCell(wanted, (Instance) choice.get(same.left()), (Instance) choice.get(same.right()));
      case Formula.Is is -> is(wanted, (Instance) choice.get(is.instance()), is.pattern());
      case Formula.Less less -> less(wanted, less, choice);
      case Formula.SameValue same -> throw new IllegalStateException("values are not compared");
    };
  }

  private static String truth(boolean value) {
    return value ? "1" : "0";
  }

  private String joined(
      boolean every, boolean wanted, List<Formula> operands, Map<String, Object> choice) {
    List<String> parts = operands.stream().map(part -> is(wanted, part, choice)).toList();
    return every ? all(parts) : any(parts);
  }

  private String quantified(
      boolean wanted, boolean every, Variable variable, Formula body, Map<String, Object> choice) {
    List<String> parts = new ArrayList<>();
    for (Object candidate : candidates(variable)) {
      Map<String, Object> inner = new HashMap<>(choice);
      inner.put(variable.name(), candidate);
      String there = exists(candidate);
      String inside = "1";
      String outside = "0";
      if (candidate instanceof Instance instance) {
        inside = is(true, instance, variable.pattern());
        outside = is(false, instance, variable.pattern());
      }
      String missing = there.equals("1") ? "0" : "!(" + there + ")";
      String holds = is(wanted, body, inner);
      parts.add(
          every == wanted
              ? any(List.of(missing, outside, holds))
              : all(List.of(there, inside, holds)));
    }
    return every == wanted ? all(parts) : any(parts);
  }

  /** The instances or threads that a variable ranges over. */
  List<Object> candidates(Variable variable) {
    List<Object> candidates = new ArrayList<>();
    if (variable.isThread()) {
      for (int thread = 0; thread < memory.threads(); thread++) {
        candidates.add(thread);
      }
    } else {
      candidates.addAll(instances.all());
    }
    return candidates;
  }

  /** Whether a thread was started, or an instance fetched. */
  String exists(Object candidate) {
    if (candidate instanceof Instance instance) {
      boolean taking = moment.step() != null && moment.step().isOf(instance);
      return taking || instance.equals(moment.fresh()) ? "1" : LawInstances.fetched(instance);
    }
    return memory.isAlive((Integer) candidate);
  }

  private int thread(ThreadTerm term, Map<String, Object> choice) {
    Object value = choice.get(term.name());
    return value instanceof Instance instance ? instance.thread() : (Integer) value;
  }

  /** Whether an instance is of a class; one that may fail is so when that is known. */
  String is(boolean wanted, Instance instance, Pattern pattern) {
    boolean success = instances.is(instance, pattern, true);
    boolean failure = instances.is(instance, pattern, false);
    if (success == failure) {
      return truth(success == wanted);
    }
    if (moment.step() != null && moment.step().isOf(instance)) {
      return truth((moment.success() ? success : failure) == wanted);
    }
    String won = LawInstances.succeeded(instance);
    String known = done(new Step(instance, UniformWindow.ALL));
    return all(List.of(known, success == wanted ? won : "!" + won));
  }

  private String sameCell(boolean wanted, Instance left, Instance right) {
    if (left.equals(right)) {
      return truth(wanted);
    }
    List<String> equal = new ArrayList<>();
    for (int i = 0; i < instances.addresses(left).size(); i++) {
      for (int j = 0; j < instances.addresses(right).size(); j++) {
        equal.add(equal(instances.address(left, i), instances.address(right, j)));
      }
    }
    String same = any(equal);
    String known = all(List.of(instances.isLocated(left), instances.isLocated(right)));
    String answer = wanted ? same : negated(same);
    boolean counts =
        left.thread() == right.thread() && moment.open() == (wanted ? Open.SAME : Open.DIFFERENT);
    return counts ? any(List.of(negated(known), answer)) : all(List.of(known, answer));
  }

  private static String equal(String left, String right) {
    boolean constant = !left.contains("where") && !right.contains("where");
    return constant ? truth(left.equals(right)) : left + " == " + right;
  }

  static String negated(String condition) {
    return switch (condition) {
      case "0" -> "1";
      case "1" -> "0";
      default -> "!(" + condition + ")";
    };
  }

  /** Every step on the left before every step on the right. */
  private String less(boolean wanted, Formula.Less less, Map<String, Object> choice) {
    List<String> parts = new ArrayList<>();
    for (Step first : steps(less.left(), choice)) {
      for (Step second : steps(less.right(), choice)) {
        String both = all(List.of(exists(first), exists(second)));
        String order = order(wanted, first, second);
        parts.add(wanted ? any(List.of(negated(both), order)) : all(List.of(both, order)));
      }
    }
    return wanted ? all(parts) : any(parts);
  }

  /** Whether there is a memory that a step goes to. */
  private String exists(Step step) {
    return step.target() == UniformWindow.ALL ? "1" : memory.isAlive(step.target());
  }

  /** The steps that an operation of a law means. */
  List<Step> steps(Operation operation, Map<String, Object> choice) {
    List<Step> steps = instances.steps((Instance) choice.get(operation.instance()));
    if (operation.target() == null || steps.size() == 1) {
      return steps;
    }
    int target = thread(operation.target(), choice);
    return steps.stream().filter(step -> step.target() == target).toList();
  }

  private String order(boolean wanted, Step first, Step second) {
    if (first.equals(second)) {
      return wanted ? "0" : second.equals(moment.step()) ? "1" : done(second);
    }
    if (second.equals(moment.step())) {
      return wanted ? done(first) : negated(done(first));
    }
    if (first.equals(moment.step())) {
      return wanted ? negated(done(second)) : done(second);
    }
    String before = done(first);
    String after = done(second);
    if (after.equals("0")) {
      return wanted ? before : "0";
    }
    String ord = ord(first, second);
    return wanted
        ? all(List.of(before, any(List.of(negated(after), ord))))
        : all(List.of(after, negated(ord)));
  }

  private String ord(Step first, Step second) {
    return "ord[" + pairs.computeIfAbsent(new Pair(first, second), pair -> pairs.size()) + "]";
  }

  private String done(Step step) {
    return step.isOf(moment.fresh()) ? "0" : instances.done(step);
  }
}
