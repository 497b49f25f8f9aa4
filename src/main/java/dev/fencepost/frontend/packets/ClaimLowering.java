// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.packets;

import static dev.fencepost.frontend.packets.Instance.cell;

import dev.fencepost.budget.Budget;
import dev.fencepost.frontend.packets.Claim.Argument;
import dev.fencepost.frontend.packets.Collector.Kind;
import dev.fencepost.ir.Expr;
import dev.fencepost.ir.Expr.BinaryOperator;
import dev.fencepost.ir.Expr.UnaryOperator;
import dev.fencepost.ltl.LtlFormula;
import dev.fencepost.property.Property;
import dev.fencepost.source.Diagnostics;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.source.Lexeme;
import dev.fencepost.source.SourceSpan;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Makes a property of a claim: quantifiers are expanded over the objects of the scenario, words of
 * the domain become conditions over cells. What holds always is an invariant; all else is temporal.
 */
final class ClaimLowering {
  private static final String WORDS =
      "words: marked(o) and other metadata, reachable(o), reachable_at(moment, o), fresh(o),"
          + " reached(\"mark\"), requested(kind(x)), done(kind(x)), waiting(kind(x)), open(bucket),"
          + " empty(kind), milestones and phases";

  /** The words that are said of units. */
  private static final Set<String> UNITS = Set.of("requested", "done", "waiting");

  private static final String UNITS_HINT = "requested(kind(x)), done(kind(x)), waiting(kind(x))";

  private final Instance instance;
  private final Cells cells;
  private final Diagnostics problems;
  private final List<Expr> atoms = new ArrayList<>();

  /** The atoms in the words of the file. */
  private final List<String> texts = new ArrayList<>();

  ClaimLowering(Instance instance, Cells cells, Diagnostics problems) {
    this.instance = instance;
    this.cells = cells;
    this.problems = problems;
  }

  Property lower(Collector.Property property) throws InvalidInputException {
    String name = property.name().text();
    SourceSpan span =
        instance.collector.source.span(property.text().start(), property.text().end());
    Map<String, Integer> nothing = Map.of();
    Optional<Expr> always = invariant(property.claim(), nothing);
    if (always.isPresent()) {
      return new Property.Invariant(name, always.get(), span);
    }
    atoms.clear();
    texts.clear();
    LtlFormula formula = formula(property.claim(), nothing);
    String text = ClaimText.written(instance.collector.source, property.text());
    return new Property.Temporal(name, formula, atoms, new Property.Words(text, texts), span);
  }

  /** What a claim says of every state, where it says no more. */
  private Optional<Expr> invariant(Claim claim, Map<String, Integer> bound) {
    return switch (claim) {
      case Claim.Always(Claim operand) -> state(operand, bound);
      case Claim.And(Claim left, Claim right) ->
          invariant(left, bound)
              .flatMap(one -> invariant(right, bound).map(two -> binary(true, one, two)));
      case Claim.Quantified quantified when quantified.all() ->
          expanded(quantified, bound).stream()
              .map(each -> invariant(quantified.operand(), each))
              .reduce((a, b) -> a.flatMap(one -> b.map(two -> binary(true, one, two))))
              .orElse(Optional.of(Expr.constant(1)));
      case Claim other -> Optional.empty();
    };
  }

  /** What a claim without temporal operators says of a state. */
  private Optional<Expr> state(Claim claim, Map<String, Integer> bound) {
    return switch (claim) {
      case Claim.Word word -> Optional.of(word(word, bound));
      case Claim.Not(Claim operand) -> state(operand, bound).map(ClaimLowering::not);
      case Claim.And(Claim left, Claim right) -> both(true, left, right, bound);
      case Claim.Or(Claim left, Claim right) -> both(false, left, right, bound);
      case Claim.Quantified quantified ->
          expanded(quantified, bound).stream()
              .map(each -> state(quantified.operand(), each))
              .reduce((a, b) -> a.flatMap(one -> b.map(two -> binary(quantified.all(), one, two))))
              .orElse(Optional.of(Expr.constant(quantified.all() ? 1 : 0)));
      case Claim.Always always -> Optional.empty();
      case Claim.Eventually eventually -> Optional.empty();
      case Claim.Until until -> Optional.empty();
    };
  }

  private Optional<Expr> both(boolean and, Claim left, Claim right, Map<String, Integer> bound) {
    return state(left, bound).flatMap(one -> state(right, bound).map(two -> binary(and, one, two)));
  }

  private static Expr binary(boolean and, Expr left, Expr right) {
    return new Expr.Binary(and ? BinaryOperator.AND : BinaryOperator.OR, left, right);
  }

  private static Expr not(Expr operand) {
    return new Expr.Unary(UnaryOperator.NOT, operand);
  }

  private LtlFormula formula(Claim claim, Map<String, Integer> bound) {
    Optional<Expr> state = state(claim, bound);
    if (state.isPresent()) {
      return atom(state.get(), claim, bound);
    }
    return switch (claim) {
      case Claim.Word word -> throw new IllegalStateException("a word is a condition of a state");
      case Claim.Not(Claim operand) -> LtlFormula.not(formula(operand, bound));
      case Claim.And(Claim left, Claim right) ->
          LtlFormula.and(formula(left, bound), formula(right, bound));
      case Claim.Or(Claim left, Claim right) ->
          LtlFormula.or(formula(left, bound), formula(right, bound));
      case Claim.Always(Claim operand) -> LtlFormula.always(formula(operand, bound));
      case Claim.Eventually(Claim operand) -> LtlFormula.eventually(formula(operand, bound));
      case Claim.Until(Claim left, Claim right) ->
          new LtlFormula.Until(formula(left, bound), formula(right, bound));
      case Claim.Quantified quantified -> {
        LtlFormula joined = LtlFormula.constant(quantified.all());
        for (Map<String, Integer> each : expanded(quantified, bound)) {
          LtlFormula one = formula(quantified.operand(), each);
          joined = quantified.all() ? LtlFormula.and(joined, one) : LtlFormula.or(joined, one);
        }
        yield joined;
      }
    };
  }

  private LtlFormula atom(Expr condition, Claim claim, Map<String, Integer> bound) {
    if (!atoms.contains(condition)) {
      Map<String, String> objects = new HashMap<>();
      bound.forEach((variable, object) -> objects.put(variable, instance.objects.get(object)));
      atoms.add(condition);
      texts.add(ClaimText.of(claim, objects));
    }
    return new LtlFormula.Atom(atoms.indexOf(condition));
  }

  private List<Map<String, Integer>> expanded(
      Claim.Quantified quantified, Map<String, Integer> bound) {
    List<Integer> among = new ArrayList<>();
    if (quantified.among().isEmpty()) {
      for (int i = 0; i < instance.objects.size(); i++) {
        among.add(i);
      }
    }
    quantified.among().forEach(name -> among.add(object(name, bound)));
    List<Map<String, Integer>> all = new ArrayList<>();
    for (int object : among) {
      Budget.ask();
      Map<String, Integer> each = new HashMap<>(bound);
      each.put(quantified.variable().text(), object);
      all.add(each);
    }
    return all;
  }

  private int object(Lexeme name, Map<String, Integer> bound) {
    Integer number = bound.get(name.text());
    int index = number != null ? number : instance.objects.indexOf(name.text());
    if (index < 0) {
      problems.error(
          name.span(),
          "there is no object " + name.text() + " in the scenario",
          "objects: " + String.join(", ", instance.objects));
    }
    return Math.max(index, 0);
  }

  private Expr word(Claim.Word claim, Map<String, Integer> bound) {
    Lexeme word = claim.word();
    List<Argument> arguments = claim.arguments();
    if (arguments.isEmpty()) {
      return plain(word);
    }
    Argument first = arguments.getFirst();
    if (!UNITS.contains(word.text()) && arguments.stream().anyMatch(Argument::brackets)) {
      return refused(word, word.text() + " is not said of units", UNITS_HINT);
    }
    if (word.is("reachable_at") && arguments.size() == 2) {
      return at(first, object(arguments.getLast().name(), bound));
    }
    if (arguments.size() > 1) {
      return unknown(word);
    }
    return switch (word.text()) {
      case "reachable" -> cells.reachable(object(first.name(), bound));
      case "fresh" -> Expr.constant(object(first.name(), bound) < instance.allocated() ? 0 : 1);
      case "reached" -> reached(first);
      case "requested" -> unit("requested", first, bound);
      case "waiting" -> unit("waiting", first, bound);
      case "done" ->
          first.brackets() ? unit("finished", first, bound) : ofKind("done", first.name());
      case "empty" -> not(ofKind("unfinished", first.name()));
      case "open" -> bucket(first.name());
      default -> metadata(word, object(first.name(), bound));
    };
  }

  private Expr at(Argument moment, int object) {
    boolean known =
        instance.collector.moments.stream().anyMatch(m -> m.name().is(moment.name().text()));
    return known
        ? cells.read(cell("at", moment.name()) + "[" + object + "]")
        : refused(
            moment.name(),
            "there is no moment " + moment.name().text(),
            "add moment " + moment.name().text() + " when ...;");
  }

  private Expr reached(Argument label) {
    return cells
        .reached(label.name().text())
        .orElseGet(
            () ->
                refused(
                    label.name(),
                    "no body passes a mark '" + label.name().text() + "'",
                    "add reachable(\"" + label.name().text() + "\"); where it is meant"));
  }

  private Expr metadata(Lexeme word, int object) {
    String name = word.is("marked") ? "mark" : word.text();
    return instance.collector.metadata.stream()
        .filter(metadata -> metadata.name().is(name))
        .findFirst()
        .map(metadata -> cells.read(cell("word", metadata.name()) + "[" + object + "]"))
        .orElseGet(() -> unknown(word));
  }

  private Expr bucket(Lexeme name) {
    boolean known = instance.collector.buckets.stream().anyMatch(b -> b.name().is(name.text()));
    return known
        ? cells.read(cell("open", name))
        : refused(name, "there is no bucket " + name.text(), "");
  }

  private Expr ofKind(String what, Lexeme name) {
    return known(name).isPresent() ? cells.read(cell(what, name)) : Expr.constant(0);
  }

  private Optional<Kind> known(Lexeme name) {
    Optional<Kind> kind = instance.collector.kind(name.text());
    if (kind.isEmpty()) {
      problems.error(name.span(), "there is no kind " + name.text(), "");
    }
    return kind;
  }

  private Expr unit(String what, Argument argument, Map<String, Integer> bound) {
    Optional<Kind> kind = known(argument.name());
    if (kind.isEmpty()) {
      return Expr.constant(0);
    }
    int index =
        switch (kind.get().index()) {
          case NOTHING -> argument.unit().isPresent() ? -1 : 0;
          case OBJECT -> argument.unit().map(unit -> object(unit, bound)).orElse(-1);
          case MUTATOR ->
              argument
                  .unit()
                  .filter(unit -> !bound.containsKey(unit.text()))
                  .map(unit -> instance.units(kind.get()).indexOf(unit.text()))
                  .orElse(-1);
        };
    String name = argument.name().text();
    return index >= 0
        ? cells.read(cell(what, argument.name()) + "[" + index + "]")
        : refused(argument.name(), "which unit of " + name + "?", hint(kind.get()));
  }

  private String hint(Kind kind) {
    String all = instance.units(kind).stream().collect(Collectors.joining(", "));
    return switch (kind.index()) {
      case NOTHING -> "there is one: " + kind.name().text() + "()";
      case OBJECT -> "kind(x) of the objects " + all;
      case MUTATOR -> "kind(x) of the mutators " + all;
    };
  }

  private Expr plain(Lexeme word) {
    if (word.is("true") || word.is("false")) {
      return Expr.constant(word.is("true") ? 1 : 0);
    }
    if (instance.collector.milestones.stream().anyMatch(m -> m.name().is(word.text()))) {
      return cells.read(cell("reached", word));
    }
    return instance
        .collector
        .phase(word.text())
        .map(phase -> condition(phase.condition()))
        .orElseGet(() -> unknown(word));
  }

  private Expr condition(PacketsCondition condition) {
    return switch (condition) {
      case PacketsCondition.Constant constant -> Expr.constant(constant.value() ? 1 : 0);
      case PacketsCondition.Chosen chosen ->
          Expr.constant(instance.settings.isChosen(chosen) ? 1 : 0);
      case PacketsCondition.Not(PacketsCondition operand) -> not(condition(operand));
      case PacketsCondition.And(PacketsCondition left, PacketsCondition right) ->
          binary(true, condition(left), condition(right));
      case PacketsCondition.Or(PacketsCondition left, PacketsCondition right) ->
          binary(false, condition(left), condition(right));
      case PacketsCondition.Open(Lexeme bucket) -> bucket(bucket);
      case PacketsCondition.Empty(Lexeme kind) -> not(ofKind("unfinished", kind));
      case PacketsCondition.Done(Lexeme kind) -> ofKind("done", kind);
      case PacketsCondition.Named(Lexeme name) -> plain(name);
    };
  }

  private Expr unknown(Lexeme word) {
    return refused(word, "not a word of properties: " + word.text(), WORDS);
  }

  private Expr refused(Lexeme at, String message, String hint) {
    problems.error(at.span(), message, hint);
    return Expr.constant(0);
  }
}
