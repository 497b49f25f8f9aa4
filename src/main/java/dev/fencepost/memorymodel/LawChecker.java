// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.memorymodel;

import dev.fencepost.memorymodel.Formula.Operation;
import dev.fencepost.memorymodel.Formula.Step;
import dev.fencepost.memorymodel.Formula.ThreadTerm;
import dev.fencepost.memorymodel.Formula.Variable;
import dev.fencepost.source.Diagnostic;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Checks that laws speak of things that exist: names, kinds, attributes, operations. */
final class LawChecker {
  private final ModelDefinition model;
  private final List<Diagnostic> diagnostics = new ArrayList<>();
  private Law law;
  private Map<String, Variable> names = new HashMap<>();

  private LawChecker(ModelDefinition model) {
    this.model = model;
  }

  static List<Diagnostic> check(ModelDefinition model) {
    LawChecker checker = new LawChecker(model);
    for (Law law : model.laws()) {
      checker.check(law);
    }
    return checker.diagnostics;
  }

  private void check(Law checked) {
    law = checked;
    names = new HashMap<>();
    for (Variable variable : law.variables()) {
      declare(variable);
    }
    check(law.premise());
    check(law.conclusion());
  }

  private void declare(Variable variable) {
    if (names.put(variable.name(), variable) != null) {
      error(variable, "'" + variable.name() + "' is declared twice", "");
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
      case Formula.SameCell same -> {
        instances(same.left(), same.right());
        accesses(same.left(), same.right());
      }
      case Formula.SameValue same -> {
        instances(same.left(), same.right());
        accesses(same.left(), same.right());
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
      case Formula.Is is -> {
        instances(is.instance(), is.instance());
        Variable variable = names.get(is.instance());
        if (variable != null) {
          check(is.pattern(), variable);
        }
      }
      case Formula.Not not -> check(not.operand());
      case Formula.And and -> and.operands().forEach(this::check);
      case Formula.Or or -> or.operands().forEach(this::check);
      case Formula.Implies implies -> {
        check(implies.premise());
        check(implies.conclusion());
      }
      case Formula.Forall forall -> quantified(forall.variable(), forall.body());
      case Formula.Exists exists -> quantified(exists.variable(), exists.body());
    }
  }

  private void quantified(Variable variable, Formula body) {
    declare(variable);
    check(body);
    names.remove(variable.name());
  }

  private void instances(String... used) {
    for (String name : used) {
      Variable variable = names.get(name);
      if (variable == null) {
        unknown(name);
      } else if (variable.isThread()) {
        error(variable, "'" + name + "' is a thread, and an instance is needed here", "");
      }
    }
  }

  private void unknown(String name) {
    diagnostics.add(
        new Diagnostic(
            law.span(),
            "law \"" + law.name() + "\": '" + name + "' is not declared",
            "declare it before the => with its kind: " + name + ": load"));
  }

  private void accesses(String... used) {
    for (String name : used) {
      Variable variable = names.get(name);
      if (variable != null && !variable.isThread() && !variable.pattern().onlyAccesses()) {
        error(variable, "'" + name + "' may be a fence, which has no cell and no value", "");
      }
    }
  }

  private void thread(ThreadTerm term) {
    Variable variable = names.get(term.name());
    if (variable == null) {
      unknown(term.name());
    } else if (variable.isThread() == term.ofInstance()) {
      String what = term.ofInstance() ? "an instance" : "a thread";
      error(variable, "'" + term.name() + "' is not " + what, "");
    }
  }

  private void operation(Operation operation) {
    instances(operation.instance());
    if (operation.target() != null) {
      thread(operation.target());
    }
    Variable variable = names.get(operation.instance());
    if (variable == null || variable.isThread()) {
      return;
    }
    Pattern pattern = variable.pattern();
    if (operation.step() == Step.REFLECT
        && (pattern.kinds() & ~(Pattern.STORE | Pattern.RMW)) != 0) {
      diagnostics.add(
          new Diagnostic(
              operation.span(),
              "only stores and read-modify-writes are reflected, and '"
                  + operation.instance()
                  + "' may be something else",
              "declare it as store, rmw or write, or say execute, done or perform"));
    }
    if (operation.step() == Step.EXECUTE && !pattern.onlyAccesses()) {
      diagnostics.add(
          new Diagnostic(
              operation.span(),
              "a fence is not executed, and '" + operation.instance() + "' may be one",
              "say issue(" + operation.instance() + ")"));
    }
    if (operation.step() == Step.FETCH) {
      diagnostics.add(
          new Diagnostic(
              operation.span(),
              "the order of fetches is program order",
              "write it as: a before b"));
    }
  }

  private void error(Variable variable, String message, String hint) {
    diagnostics.add(
        new Diagnostic(variable.span(), "law \"" + law.name() + "\": " + message, hint));
  }
}
