// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.memorymodel;

import dev.fencepost.budget.Budget;
import dev.fencepost.memorymodel.Formula.Operation;
import dev.fencepost.memorymodel.Formula.Step;
import dev.fencepost.memorymodel.Formula.ThreadTerm;
import dev.fencepost.memorymodel.Formula.Variable;
import dev.fencepost.source.Diagnostic;
import dev.fencepost.source.SourceSpan;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Checks that laws speak of things that exist: names, kinds, attributes, operations. */
final class LawChecker {
  private final ModelDefinition model;
  private final Set<Diagnostic> diagnostics = new LinkedHashSet<>();

  @SuppressWarnings("NullAway.Init") // check sets it first
  private Law law;

  private Map<String, Variable> names = new HashMap<>();

  private LawChecker(ModelDefinition model) {
    this.model = model;
  }

  static List<Diagnostic> check(ModelDefinition model) {
    LawChecker checker = new LawChecker(model);
    for (Law law : model.laws()) {
      Budget.ask();
      checker.check(law);
    }
    if (model.traits().isProcessor() && checker.diagnostics.isEmpty()) {
      checker.checkProcessor();
    }
    return List.copyOf(checker.diagnostics);
  }

  /** The machine of a processor has one memory and an order table. */
  private void checkProcessor() {
    if (!model.traits().multiCopyAtomic() || model.traits().speculation()) {
      error(
          SourceSpan.NONE,
          "a model that runs ahead, propagates writes, splits rmw or knows conditional stores"
              + " has one memory and no speculation",
          "leave non-multi-copy atomic and speculation out");
    }
    if (model.traits().runsAhead() && model.traits().propagates()) {
      error(
          SourceSpan.NONE,
          "a model that propagates writes does not run ahead",
          "leave runs ahead out: loads read older writes anyway");
    }
    for (Law each : model.laws()) {
      Budget.ask();
      if (!LawSorter.isOrderLaw(model, each)) {
        error(
            each.span(),
            "law \"" + each.name() + "\" is not one of program order",
            "a model that runs ahead, splits rmw or knows conditional stores has no others");
      }
    }
  }

  private void check(Law checked) {
    law = checked;
    names = new HashMap<>();
    int before = diagnostics.size();
    law.variables().forEach(this::declare);
    check(law.premise());
    check(law.conclusion());
    boolean known = diagnostics.size() == before;
    if (known && law.waitsForAddressOrBranch() && !LawSorter.isOrderLaw(model, law)) {
      error(
          law.span(),
          "law \"" + law.name() + "\" orders more than two instances of a thread",
          "address and resolve stand in laws of program order alone: a: access, b: write,"
              + " a before b => address(a) < reflect(b)");
    }
    if (law.variables().size() + law.quantified().size() > Law.MOST_VARIABLES) {
      error(
          law.span(),
          "law \"" + law.name() + "\" has more than " + Law.MOST_VARIABLES + " variables",
          "split it into several laws");
    }
  }

  private void declare(Variable variable) {
    if (names.put(variable.name(), variable) != null) {
      error(variable, "'" + variable.name() + "' is declared twice", "give it another name");
    }
    if (!variable.isThread()) {
      check(variable.pattern(), variable);
    }
  }

  private void check(Pattern pattern, Variable variable) {
    List<String> known = new ArrayList<>();
    if ((pattern.kinds() & Pattern.FENCE) != 0) {
      known.addAll(ModelDefinition.PAIRS);
      known.addAll(model.fenceKinds());
    }
    if ((pattern.kinds() & Pattern.ACCESS) != 0) {
      known.addAll(ModelDefinition.ORDERS);
      known.addAll(model.attributes());
    }
    for (List<String> attributes : List.of(pattern.with(), pattern.without())) {
      for (String attribute : attributes) {
        if (!known.contains(attribute)) {
          error(
              variable,
              "'" + attribute + "' is not an attribute of this kind",
              "it has " + String.join(", ", known) + "; declare more with attribute or fence kind");
        }
      }
    }
  }

  private void check(Formula formula) {
    switch (formula) {
      case Formula.Before before -> instances(before.earlier(), before.later());
      case Formula.SameCell same -> accesses(same.left(), same.right());
      case Formula.SameValue same -> {
        for (Variable variable : accesses(same.left(), same.right())) {
          if ((variable.pattern().kinds() & Pattern.RMW) != 0) {
            error(
                variable,
                "'" + variable.name() + "' may be a read-modify-write, which has two values",
                "declare it as load or store");
          }
        }
      }
      case Formula.SameInstance same -> instances(same.left(), same.right());
      case Formula.SameThread same -> {
        thread(same.left());
        thread(same.right());
      }
      case Formula.Less less -> {
        operation(less.left());
        operation(less.right());
      }
      case Formula.Is is ->
          instances(is.instance()).forEach(variable -> check(is.pattern(), variable));
      case Formula.Forall forall -> check(forall);
      case Formula.Exists exists -> check(exists);
      default -> formula.parts().forEach(this::check);
    }
  }

  private void check(Formula.Forall forall) {
    if (!forall.variable().isThread()) {
      error(
          forall.variable(),
          "forall inside a law ranges over threads only",
          "laws hold for all instances: declare "
              + forall.variable().name()
              + " at the head of the law, before the =>");
    }
    quantified(forall.variable(), forall.body());
  }

  private void check(Formula.Exists exists) {
    if (!exists.variable().isThread() && !isBounded(exists)) {
      String name = exists.variable().name();
      error(
          exists.variable(),
          "exists ranges over threads, or over earlier instances of one thread",
          "say before which instance of the law it stands: exists %s: store. %s before b and ..."
              .formatted(name, name));
    }
    quantified(exists.variable(), exists.body());
  }

  /**
   * Whether the quantified instance stands before a given one in program order, so that it has been
   * fetched.
   */
  private boolean isBounded(Formula.Exists exists) {
    List<Formula.Before> links = new ArrayList<>();
    collectLinks(exists.body(), links);
    Set<String> later = new LinkedHashSet<>(Set.of(exists.variable().name()));
    boolean grown = true;
    while (grown) {
      grown = false;
      for (Formula.Before link : links) {
        grown |= later.contains(link.earlier()) && later.add(link.later());
      }
    }
    later.remove(exists.variable().name());
    return later.stream().anyMatch(names::containsKey);
  }

  private static void collectLinks(Formula formula, List<Formula.Before> links) {
    switch (formula) {
      case Formula.Before link -> links.add(link);
      case Formula.And and -> and.operands().forEach(part -> collectLinks(part, links));
      case Formula.Exists exists -> collectLinks(exists.body(), links);
      default -> {}
    }
  }

  private void quantified(Variable variable, Formula body) {
    declare(variable);
    check(body);
    names.remove(variable.name());
  }

  /** The instances of these names; complains about what is none. */
  private List<Variable> instances(String... used) {
    List<Variable> instances = new ArrayList<>();
    for (String name : used) {
      Variable variable = names.get(name);
      if (variable == null) {
        unknown(name);
      } else if (variable.isThread()) {
        error(
            variable,
            "'" + name + "' is a thread, and an instance is needed here",
            "declare it with a kind: " + name + ": load");
      } else {
        instances.add(variable);
      }
    }
    return instances;
  }

  private void unknown(String name) {
    error(
        law.span(),
        "law \"" + law.name() + "\": '" + name + "' is not declared",
        "declare it before the => with its kind: " + name + ": load");
  }

  private List<Variable> accesses(String... used) {
    List<Variable> instances = instances(used);
    for (Variable variable : instances) {
      if (!variable.pattern().onlyAccesses()) {
        error(
            variable,
            "'" + variable.name() + "' may be a fence, which has no cell and no value",
            "declare it as load, store, rmw, read, write or access");
      }
    }
    return instances;
  }

  private void thread(ThreadTerm term) {
    Variable variable = names.get(term.name());
    if (variable == null) {
      unknown(term.name());
    } else if (variable.isThread() == term.ofInstance()) {
      String what = term.ofInstance() ? "an instance" : "a thread";
      String right = term.ofInstance() ? term.name() : "thread(" + term.name() + ")";
      error(variable, "'" + term.name() + "' is not " + what, "say " + right);
    }
  }

  private void operation(Operation operation) {
    List<Variable> found = instances(operation.instance());
    if (operation.target() != null) {
      thread(operation.target());
    }
    if (found.isEmpty()) {
      return;
    }
    Pattern pattern = found.getFirst().pattern();
    if (operation.step() == Step.REFLECT
        && (pattern.kinds() & ~(Pattern.STORE | Pattern.RMW)) != 0) {
      error(
          operation.span(),
          "only stores and read-modify-writes are reflected, and '%s' may be something else"
              .formatted(operation.instance()),
          "declare it as store, rmw or write, or say execute, done or perform");
    }
    if (operation.step() == Step.EXECUTE && !pattern.onlyAccesses()) {
      error(
          operation.span(),
          "a fence is not executed, and '" + operation.instance() + "' may be one",
          "say issue(" + operation.instance() + ")");
    }
    if (operation.step() == Step.RESOLVE != pattern.onlyBranches()) {
      error(
          operation.span(),
          "a branch is resolved, and nothing else is",
          "declare c: branch and say resolve(c)");
    }
    if (operation.step() == Step.FETCH) {
      error(operation.span(), "the order of fetches is program order", "write it as: a before b");
    }
  }

  private void error(Variable variable, String message, String hint) {
    error(variable.span(), "law \"" + law.name() + "\": " + message, hint);
  }

  private void error(SourceSpan span, String message, String hint) {
    diagnostics.add(new Diagnostic(span, message, hint));
  }
}
