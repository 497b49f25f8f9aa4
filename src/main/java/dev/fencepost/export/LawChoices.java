// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.export;

import static dev.fencepost.export.UniformWindow.all;
import static dev.fencepost.export.UniformWindow.any;

import dev.fencepost.export.LawFormula.Moment;
import dev.fencepost.export.LawFormula.Pair;
import dev.fencepost.export.LawInstances.Instance;
import dev.fencepost.memorymodel.Formula;
import dev.fencepost.memorymodel.Formula.Variable;
import dev.fencepost.memorymodel.Law;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;

/**
 * When general laws are false: a condition for each choice of instances and threads for their
 * variables. Choices that the program rules out, by its classes, its order and its constant
 * addresses, are not looked at.
 */
final class LawChoices {
  /** So many characters of one condition are more than a search could make use of. */
  private static final int LARGEST = 200_000;

  private final LawInstances instances;
  private final List<Law> laws;
  private final MemoryText memory;
  private final Map<Pair, Integer> pairs;

  LawChoices(LawInstances instances, List<Law> laws, MemoryText memory, Map<Pair, Integer> pairs) {
    this.instances = instances;
    this.laws = laws;
    this.memory = memory;
    this.pairs = pairs;
  }

  /** Whether some law is false, at a moment, for a choice that has this instance in it. */
  String broken(Moment moment, Instance instance) {
    List<String> broken = new ArrayList<>();
    for (Law law : laws) {
      boolean quantifies = quantifiesInstances(law);
      Predicate<Map<String, Object>> counts =
          choice ->
              quantifies
                  || choice.containsValue(instance)
                      && (moment.step() == null
                          || instances.tellsOutcome(instance)
                          || mentions(law, choice, moment));
      collect(law, formula(moment), counts, broken);
    }
    return any(broken.stream().distinct().toList());
  }

  /** Whether some law is false for a choice that has this thread in it, which was just started. */
  String brokenByStart(int thread) {
    List<String> broken = new ArrayList<>();
    for (Law law : laws) {
      collect(law, formula(Moment.NOW), choice -> choice.containsValue(thread), broken);
    }
    return any(broken.stream().distinct().toList());
  }

  private LawFormula formula(Moment moment) {
    return new LawFormula(instances, memory, pairs, moment);
  }

  private static boolean quantifiesInstances(Law law) {
    AtomicBoolean found = new AtomicBoolean();
    for (Formula part : List.of(law.premise(), law.conclusion())) {
      part.visit(
          formula -> {
            switch (formula) {
              case Formula.Forall forall when !forall.variable().isThread() -> found.set(true);
              case Formula.Exists exists when !exists.variable().isThread() -> found.set(true);
              default -> {}
            }
          });
    }
    return found.get();
  }

  /** Whether a law asks for the step that is taken; inside quantifiers it may. */
  private boolean mentions(Law law, Map<String, Object> choice, Moment moment) {
    AtomicBoolean found = new AtomicBoolean();
    LawFormula formulas = formula(moment);
    for (Formula part : List.of(law.premise(), law.conclusion())) {
      part.visit(
          formula -> {
            switch (formula) {
              case Formula.Forall forall -> found.set(true);
              case Formula.Exists exists -> found.set(true);
              case Formula.Less less when !found.get() ->
                  found.set(
                      formulas.steps(less.left(), choice).contains(moment.step())
                          || formulas.steps(less.right(), choice).contains(moment.step()));
              default -> {}
            }
          });
    }
    return found.get();
  }

  private static void collect(
      Law law, LawFormula formulas, Predicate<Map<String, Object>> counts, List<String> broken) {
    new Choices(law, formulas, counts, broken).choose(0);
    if (broken.stream().mapToInt(String::length).sum() > LARGEST) {
      throw new ExportException("the law '" + law.name() + "' is too large for this program");
    }
  }

  /** Goes through the choices for the variables of a law. */
  private static final class Choices {
    private final Law law;
    private final LawFormula formulas;
    private final Predicate<Map<String, Object>> counts;
    private final List<String> broken;
    private final List<Formula> parts;
    private final Map<String, Object> choice = new HashMap<>();

    Choices(
        Law law, LawFormula formulas, Predicate<Map<String, Object>> counts, List<String> broken) {
      this.law = law;
      this.formulas = formulas;
      this.counts = counts;
      this.broken = broken;
      parts = conjuncts(law.premise());
    }

    void choose(int place) {
      if (place == law.variables().size()) {
        String text = counts.test(choice) ? isFalse() : "0";
        if (!text.equals("0")) {
          broken.add(text.equals("1") ? "1" : "(" + text + ")");
        }
        return;
      }
      Variable variable = law.variables().get(place);
      for (Object candidate : formulas.candidates(variable)) {
        choice.put(variable.name(), candidate);
        if (isPossible(variable, candidate)) {
          choose(place + 1);
        }
        choice.remove(variable.name());
      }
    }

    /** Whether the premise may be true with what was chosen so far. */
    private boolean isPossible(Variable variable, Object candidate) {
      if (candidate instanceof Instance instance
          && formulas.is(true, instance, variable.pattern()).equals("0")) {
        return false;
      }
      for (Formula part : parts) {
        List<String> names = names(part);
        if (names.contains(variable.name())
            && choice.keySet().containsAll(names)
            && formulas.is(true, part, choice).equals("0")) {
          return false;
        }
      }
      return true;
    }

    private String isFalse() {
      List<String> texts = new ArrayList<>();
      for (Variable variable : law.variables()) {
        Object candidate = choice.get(variable.name());
        texts.add(formulas.exists(candidate));
        if (candidate instanceof Instance instance) {
          texts.add(formulas.is(true, instance, variable.pattern()));
        }
      }
      texts.add(formulas.is(true, law.premise(), choice));
      if (!all(texts).equals("0")) {
        texts.add(formulas.is(false, law.conclusion(), choice));
      }
      return all(texts);
    }
  }

  /** The variables of a formula that asks for what a program tells; none of others. */
  private static List<String> names(Formula formula) {
    return switch (formula) {
      case Formula.Before before -> List.of(before.earlier(), before.later());
      case Formula.SameCell same -> List.of(same.left(), same.right());
      case Formula.SameInstance same -> List.of(same.left(), same.right());
      case Formula.Is is -> List.of(is.instance());
      case Formula.SameThread same -> List.of(same.left().name(), same.right().name());
      case Formula.Not not -> names(not.operand());
      default -> List.of();
    };
  }

  private static List<Formula> conjuncts(Formula formula) {
    if (!(formula instanceof Formula.And and)) {
      return List.of(formula);
    }
    List<Formula> parts = new ArrayList<>();
    and.operands().forEach(operand -> parts.addAll(conjuncts(operand)));
    return parts;
  }
}
