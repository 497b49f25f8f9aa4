// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.memorymodel;

import dev.fencepost.memorymodel.Formula.Operation;
import dev.fencepost.memorymodel.Formula.Step;
import dev.fencepost.memorymodel.Formula.ThreadTerm;
import dev.fencepost.memorymodel.Formula.Variable;
import dev.fencepost.source.SourceSpan;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Parses laws and their formulas. */
final class LawParser {
  private static final Map<String, Integer> KINDS = kinds();
  private static final Map<String, Step> STEPS =
      Map.of(
          "fetch", Step.FETCH,
          "issue", Step.ISSUE,
          "execute", Step.EXECUTE,
          "reflect", Step.REFLECT,
          "done", Step.DONE,
          "perform", Step.PERFORM);

  private static final String FORMULAS =
      "write a before b, a is load[acquire], cell(a) = cell(b), value(a) = value(b),"
          + " thread(a) = p, or an order such as execute(a) < reflect(b, p)";

  private final LawCursor tokens;
  private final Set<String> threadNames = new HashSet<>();

  /** Whether {@code =>} ends a premise, and is not part of the formula. */
  private boolean arrowEnds;

  LawParser(LawCursor tokens) {
    this.tokens = tokens;
  }

  private static Map<String, Integer> kinds() {
    Map<String, Integer> kinds = new LinkedHashMap<>();
    kinds.put("load", Pattern.LOAD);
    kinds.put("store", Pattern.STORE);
    kinds.put("rmw", Pattern.RMW);
    kinds.put("fence", Pattern.FENCE);
    kinds.put("read", Pattern.LOAD | Pattern.RMW);
    kinds.put("write", Pattern.STORE | Pattern.RMW);
    kinds.put("access", Pattern.ACCESS);
    kinds.put("instance", Pattern.ACCESS | Pattern.FENCE);
    return kinds;
  }

  /** {@code law "name": a: load, b: store, a before b => done(a) < perform(b)}. */
  Law law(SourceSpan span) {
    if (tokens.peek().type() != LawToken.Type.STRING) {
      throw tokens.error(
          tokens.peek(), "a law needs a name in quotes", "law \"reads stay in order\": ...");
    }
    String lawName = tokens.next().text();
    tokens.expect(":");
    threadNames.clear();
    arrowEnds = true;
    List<Variable> variables = new ArrayList<>();
    List<Formula> premises = new ArrayList<>();
    do {
      if (tokens.peek().is(",") || tokens.peek().is(";")) {
        tokens.next();
      }
      if (startsDeclaration()) {
        variables.addAll(declaration());
      } else {
        premises.add(disjunction());
      }
    } while (tokens.peek().is(",") || tokens.peek().is(";"));
    if (!tokens.peek().is("=>")) {
      throw tokens.error(
          tokens.peek(), "expected => and what follows from it", "... => done(a) < perform(b)");
    }
    tokens.next();
    arrowEnds = false;
    return new Law(lawName, variables, Formula.and(premises), implication(), span);
  }

  /** A name, or several with commas, and then a colon. */
  private boolean startsDeclaration() {
    int i = 0;
    while (tokens.peek(i).type() == LawToken.Type.WORD && tokens.peek(i + 1).is(",")) {
      i += 2;
    }
    return tokens.peek(i).type() == LawToken.Type.WORD && tokens.peek(i + 1).is(":");
  }

  private List<Variable> declaration() {
    List<LawToken> names = new ArrayList<>();
    names.add(tokens.next());
    while (tokens.peek().is(",")) {
      tokens.next();
      names.add(tokens.next());
    }
    tokens.expect(":");
    boolean threads = tokens.peek().is("thread");
    Pattern pattern = threads ? null : pattern();
    if (threads) {
      tokens.next();
    }
    List<Variable> variables = new ArrayList<>();
    for (LawToken token : names) {
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
  private Pattern pattern() {
    LawToken kind = tokens.next();
    Integer kinds = kind.type() == LawToken.Type.WORD ? KINDS.get(kind.text()) : null;
    if (kinds == null) {
      throw tokens.error(
          kind,
          "'" + kind.text() + "' is no kind of instance",
          "the kinds are " + String.join(", ", KINDS.keySet()) + ", and thread");
    }
    List<String> with = new ArrayList<>();
    List<String> without = new ArrayList<>();
    if (tokens.peek().is("[")) {
      do {
        tokens.next();
        boolean negated = tokens.peek().is("!");
        if (negated) {
          tokens.next();
        }
        (negated ? without : with).add(tokens.word("an attribute"));
      } while (tokens.peek().is(","));
      tokens.expect("]");
    }
    return new Pattern(kinds, with, without);
  }

  private Formula implication() {
    Formula left = disjunction();
    if (tokens.peek().is("=>") && !arrowEnds || tokens.peek().is("implies")) {
      tokens.next();
      return new Formula.Implies(left, implication());
    }
    return left;
  }

  private Formula disjunction() {
    List<Formula> operands = new ArrayList<>(List.of(conjunction()));
    while (tokens.peek().is("or")) {
      tokens.next();
      operands.add(conjunction());
    }
    return operands.size() == 1 ? operands.get(0) : new Formula.Or(List.copyOf(operands));
  }

  private Formula conjunction() {
    List<Formula> operands = new ArrayList<>(List.of(unary()));
    while (tokens.peek().is("and")) {
      tokens.next();
      operands.add(unary());
    }
    return Formula.and(operands);
  }

  private Formula unary() {
    if (tokens.peek().is("not")) {
      tokens.next();
      return new Formula.Not(unary());
    }
    if (tokens.peek().is("forall") || tokens.peek().is("exists")) {
      return quantified(tokens.next().is("forall"));
    }
    if (tokens.peek().is("(")) {
      tokens.next();
      boolean outside = arrowEnds;
      arrowEnds = false;
      Formula inner = implication();
      arrowEnds = outside;
      tokens.expect(")");
      return inner;
    }
    return atom();
  }

  private Formula quantified(boolean forall) {
    List<Variable> variables = declaration();
    tokens.expect(".");
    Formula body = implication();
    for (Variable variable : variables.reversed()) {
      body = forall ? new Formula.Forall(variable, body) : new Formula.Exists(variable, body);
    }
    return body;
  }

  private Formula atom() {
    LawToken start = tokens.next();
    if (start.type() != LawToken.Type.WORD) {
      throw tokens.error(start, "expected a formula, found '" + start.text() + "'", FORMULAS);
    }
    boolean applied = tokens.peek().is("(");
    if ((start.is("cell") || start.is("value")) && applied) {
      return equality(start);
    }
    if (start.is("thread") && applied || threadNames.contains(start.text())) {
      return threadEquality(start);
    }
    if (applied) {
      return less(operation(start));
    }
    return switch (tokens.next().text()) {
      case "before" -> chain(start.text());
      case "is" -> new Formula.Is(start.text(), pattern());
      case "=" -> new Formula.SameInstance(start.text(), tokens.word("an instance"));
      case "!=" ->
          new Formula.Not(new Formula.SameInstance(start.text(), tokens.word("an instance")));
      default -> throw tokens.error(start, "'" + start.text() + "' starts no formula", FORMULAS);
    };
  }

  private Formula less(Operation left) {
    tokens.expect("<");
    LawToken right = tokens.next();
    if (right.is("=")) {
      throw tokens.error(
          right, "no two steps are taken at once: there is no <=", "write execute(a) < execute(b)");
    }
    return new Formula.Less(left, operation(right));
  }

  /** {@code a before f before b}. */
  private Formula chain(String first) {
    List<Formula> links = new ArrayList<>();
    String earlier = first;
    String later = tokens.word("an instance");
    links.add(new Formula.Before(earlier, later));
    while (tokens.peek().is("before")) {
      tokens.next();
      earlier = later;
      later = tokens.word("an instance");
      links.add(new Formula.Before(earlier, later));
    }
    return Formula.and(links);
  }

  private Formula equality(LawToken function) {
    String left = argument();
    boolean equal = isEqual();
    LawToken other = tokens.next();
    if (!other.is(function.text())) {
      throw tokens.error(
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

  private Formula threadEquality(LawToken start) {
    ThreadTerm left = threadTerm(start);
    boolean equal = isEqual();
    Formula formula = new Formula.SameThread(left, threadTerm(tokens.next()));
    return equal ? formula : new Formula.Not(formula);
  }

  private boolean isEqual() {
    LawToken token = tokens.next();
    if (!token.is("=") && !token.is("!=")) {
      throw tokens.error(
          token,
          "expected = or !=, found '" + token.text() + "'",
          "cells, values and threads are equal or not; < is between operations");
    }
    return token.is("=");
  }

  private ThreadTerm threadTerm(LawToken start) {
    if (start.is("thread")) {
      return new ThreadTerm(argument(), true);
    }
    return new ThreadTerm(start.text(), false);
  }

  private String argument() {
    tokens.expect("(");
    String argument = tokens.word("an instance");
    tokens.expect(")");
    return argument;
  }

  /**
   * {@code execute(a)}, {@code reflect(a)}, {@code reflect(a, p)}, {@code reflect(a, thread(b))}.
   */
  private Operation operation(LawToken start) {
    Step step = STEPS.get(start.text());
    if (step == null) {
      throw tokens.error(
          start,
          "'" + start.text() + "' is no operation",
          "the operations are fetch, issue, execute, reflect, and the words done and perform");
    }
    tokens.expect("(");
    String instance = tokens.word("an instance");
    ThreadTerm target = null;
    if (tokens.peek().is(",")) {
      tokens.next();
      target = threadTerm(tokens.next());
    }
    tokens.expect(")");
    if (target != null && step != Step.REFLECT) {
      throw tokens.error(start, "only reflect has a target thread", "reflect(" + instance + ", p)");
    }
    return new Operation(step, instance, target, start.span());
  }
}
