// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.memorymodel;

import dev.fencepost.memorymodel.Formula.Operation;
import dev.fencepost.memorymodel.Formula.Step;
import dev.fencepost.memorymodel.Formula.ThreadTerm;
import dev.fencepost.memorymodel.Formula.Variable;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.source.Lexeme;
import dev.fencepost.source.SourceSpan;
import dev.fencepost.source.TextScanner;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Parses laws and their formulas. */
final class LawParser {
  private static final Map<String, Integer> KINDS = kinds();
  private static final Map<String, Step> STEPS =
      Arrays.stream(Step.values())
          .collect(Collectors.toMap(step -> step.name().toLowerCase(Locale.ROOT), step -> step));

  private static final String FORMULAS =
      "write a before b, a is load[acquire], cell(a) = cell(b), value(a) = value(b),"
          + " thread(a) = p, or an order such as execute(a) < reflect(b, p)";

  private final TextScanner tokens;
  private final Set<String> threadNames = new HashSet<>();

  /** Whether {@code =>} ends a premise, and is not part of the formula. */
  private boolean arrowEnds;

  LawParser(TextScanner tokens) {
    this.tokens = tokens;
  }

  private static Map<String, Integer> kinds() {
    Map<String, Integer> kinds = new LinkedHashMap<>();
    kinds.put("load", Pattern.LOAD);
    kinds.put("store", Pattern.STORE);
    kinds.put("rmw", Pattern.RMW);
    kinds.put("fence", Pattern.FENCE);
    kinds.put("branch", Pattern.BRANCH);
    kinds.put("read", Pattern.LOAD | Pattern.RMW);
    kinds.put("write", Pattern.STORE | Pattern.RMW);
    kinds.put("access", Pattern.ACCESS);
    kinds.put("instance", Pattern.ACCESS | Pattern.FENCE);
    return kinds;
  }

  /** {@code law "name": a: load, b: store, a before b => done(a) < perform(b)}. */
  Law law(SourceSpan span) throws InvalidInputException {
    if (!tokens.peek().isQuoted()) {
      throw tokens.expected("the law's name in quotes", "law \"reads stay in order\": ...");
    }
    String lawName = tokens.take().text();
    tokens.expect(":");
    threadNames.clear();
    arrowEnds = true;
    List<Variable> variables = new ArrayList<>();
    List<Formula> premises = new ArrayList<>();
    do {
      if (startsDeclaration()) {
        variables.addAll(declaration());
      } else {
        premises.add(disjunction());
      }
    } while (tokens.accept(",") || tokens.accept(";"));
    if (!tokens.accept("=>")) {
      throw tokens.expected("=> and what follows from it", "... => done(a) < perform(b)");
    }
    arrowEnds = false;
    return new Law(lawName, variables, Formula.and(premises), implication(), span);
  }

  /** A name, or several with commas, and then a colon. */
  private boolean startsDeclaration() {
    int i = 0;
    while (tokens.peek(i).isWord() && tokens.peek(i + 1).is(",")) {
      i += 2;
    }
    return tokens.peek(i).isWord() && tokens.peek(i + 1).is(":");
  }

  private List<Variable> declaration() throws InvalidInputException {
    List<Lexeme> names = tokens.words("a name");
    tokens.expect(":");
    boolean threads = tokens.accept("thread");
    Pattern pattern = threads ? null : pattern();
    List<Variable> variables = new ArrayList<>();
    for (Lexeme token : names) {
      variables.add(new Variable(token.text(), pattern, token.span()));
      if (threads) {
        threadNames.add(token.text());
      } else {
        threadNames.remove(token.text());
      }
    }
    return variables;
  }

  /** {@code load}, {@code fence[full]}, {@code access[strict, !acquire]}. */
  private Pattern pattern() throws InvalidInputException {
    Lexeme kind = tokens.take();
    Integer kinds = kind.isWord() ? KINDS.get(kind.text()) : null;
    if (kinds == null) {
      throw TextScanner.error(
          kind,
          kind.shown() + " is no kind of instance",
          "the kinds are " + String.join(", ", KINDS.keySet()) + ", and thread");
    }
    List<String> with = new ArrayList<>();
    List<String> without = new ArrayList<>();
    if (tokens.at("[")) {
      do {
        tokens.take();
        (tokens.accept("!") ? without : with).add(tokens.word("an attribute").text());
      } while (tokens.at(","));
      tokens.expect("]");
    }
    return new Pattern(kinds, with, without);
  }

  private Formula implication() throws InvalidInputException {
    Formula left = disjunction();
    if (tokens.at("=>") && !arrowEnds || tokens.at("implies")) {
      tokens.take();
      return new Formula.Implies(left, tokens.nested(this::implication));
    }
    return left;
  }

  private Formula disjunction() throws InvalidInputException {
    List<Formula> operands = joined("or", this::conjunction);
    return operands.size() == 1 ? operands.get(0) : new Formula.Or(List.copyOf(operands));
  }

  private Formula conjunction() throws InvalidInputException {
    return Formula.and(joined("and", this::unary));
  }

  private List<Formula> joined(String word, TextScanner.Part<Formula> operand)
      throws InvalidInputException {
    List<Formula> operands = new ArrayList<>();
    do {
      operands.add(operand.read());
    } while (tokens.accept(word));
    return operands;
  }

  private Formula unary() throws InvalidInputException {
    if (tokens.accept("not")) {
      return new Formula.Not(tokens.nested(this::unary));
    }
    if (tokens.at("forall") || tokens.at("exists")) {
      return quantified(tokens.take().is("forall"));
    }
    if (tokens.accept("(")) {
      boolean outside = arrowEnds;
      arrowEnds = false;
      Formula inner = tokens.nested(this::implication);
      arrowEnds = outside;
      tokens.expect(")");
      return inner;
    }
    return atom();
  }

  private Formula quantified(boolean forall) throws InvalidInputException {
    List<Variable> variables = declaration();
    tokens.expect(".");
    Formula body = tokens.nested(this::implication);
    for (Variable variable : variables.reversed()) {
      body = forall ? new Formula.Forall(variable, body) : new Formula.Exists(variable, body);
    }
    return body;
  }

  private Formula atom() throws InvalidInputException {
    if (!tokens.peek().isWord()) {
      throw tokens.expected("a formula", FORMULAS);
    }
    Lexeme start = tokens.take();
    boolean applied = tokens.at("(");
    if ((start.is("cell") || start.is("value")) && applied) {
      return equality(start);
    }
    if (start.is("thread") && applied || threadNames.contains(start.text())) {
      return threadEquality(start);
    }
    if (applied) {
      return less(operation(start));
    }
    return switch (tokens.take().text()) {
      case "before" -> chain(start.text());
      case "is" -> new Formula.Is(start.text(), pattern());
      case "=" -> new Formula.SameInstance(start.text(), tokens.word("an instance").text());
      case "!=" ->
          new Formula.Not(
              new Formula.SameInstance(start.text(), tokens.word("an instance").text()));
      default -> throw TextScanner.error(start, start.shown() + " starts no formula", FORMULAS);
    };
  }

  private Formula less(Operation left) throws InvalidInputException {
    tokens.expect("<");
    Lexeme right = tokens.take();
    if (right.is("=")) {
      throw TextScanner.error(
          right, "no two steps are taken at once: there is no <=", "write execute(a) < execute(b)");
    }
    return new Formula.Less(left, operation(right));
  }

  /** {@code a before f before b}. */
  private Formula chain(String first) throws InvalidInputException {
    List<Formula> links = new ArrayList<>();
    String earlier = first;
    do {
      String later = tokens.word("an instance").text();
      links.add(new Formula.Before(earlier, later));
      earlier = later;
    } while (tokens.accept("before"));
    return Formula.and(links);
  }

  private Formula equality(Lexeme function) throws InvalidInputException {
    String left = argument();
    boolean equal = isEqual();
    Lexeme other = tokens.take();
    if (!other.is(function.text())) {
      throw TextScanner.error(
          other,
          "a " + function.text() + " can only be compared with a " + function.text(),
          function.text() + "(a) = " + function.text() + "(b)");
    }
    String right = argument();
    Formula formula =
        function.is("cell")
            ? new Formula.SameCell(left, right)
            : new Formula.SameValue(left, right);
    return equal ? formula : new Formula.Not(formula);
  }

  private Formula threadEquality(Lexeme start) throws InvalidInputException {
    ThreadTerm left = threadTerm(start);
    boolean equal = isEqual();
    Formula formula = new Formula.SameThread(left, threadTerm(tokens.take()));
    return equal ? formula : new Formula.Not(formula);
  }

  private boolean isEqual() throws InvalidInputException {
    if (!tokens.at("=") && !tokens.at("!=")) {
      throw tokens.expected(
          "= or !=", "cells, values and threads are equal or not; < is between operations");
    }
    return tokens.take().is("=");
  }

  private ThreadTerm threadTerm(Lexeme start) throws InvalidInputException {
    boolean ofInstance = start.is("thread");
    return new ThreadTerm(ofInstance ? argument() : start.text(), ofInstance);
  }

  private String argument() throws InvalidInputException {
    tokens.expect("(");
    String argument = tokens.word("an instance").text();
    tokens.expect(")");
    return argument;
  }

  /**
   * {@code execute(a)}, {@code reflect(a)}, {@code reflect(a, p)}, {@code reflect(a, thread(b))}.
   */
  private Operation operation(Lexeme start) throws InvalidInputException {
    Step step = STEPS.get(start.text());
    if (step == null) {
      throw TextScanner.error(
          start,
          start.shown() + " is no operation",
          "the operations are fetch, issue, address, resolve, execute, reflect, and the words done"
              + " and perform");
    }
    tokens.expect("(");
    String instance = tokens.word("an instance").text();
    ThreadTerm target = tokens.accept(",") ? threadTerm(tokens.take()) : null;
    tokens.expect(")");
    if (target != null && step != Step.REFLECT) {
      throw TextScanner.error(
          start, "only reflect has a target thread", "reflect(" + instance + ", p)");
    }
    return new Operation(step, instance, target, start.span());
  }
}
