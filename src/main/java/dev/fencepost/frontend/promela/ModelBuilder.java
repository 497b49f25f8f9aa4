// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.promela;

import dev.fencepost.frontend.promela.DeclaredVariables.Declarator;
import dev.fencepost.ir.promela.ControlPoint;
import dev.fencepost.ir.promela.EventTrace;
import dev.fencepost.ir.promela.LtlProperty;
import dev.fencepost.ir.promela.Place;
import dev.fencepost.ir.promela.ProcessType;
import dev.fencepost.ir.promela.PromelaExpr;
import dev.fencepost.ir.promela.PromelaModel;
import dev.fencepost.source.Diagnostics;
import dev.fencepost.source.SourceSpan;
import dev.fencepost.source.preprocess.SourceTexts;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Makes a model of the parts of a text, in their order; formulas come last. */
final class ModelBuilder {
  private final SourceTexts texts;
  private final Diagnostics diagnostics;
  private final Types types;
  private final Processes processes;
  private final ExpressionLowering expressions;
  private final StatementLowering statements;
  private final Scope global = Scope.global();
  private final Region region;
  private final List<Flow> claims = new ArrayList<>();
  private final List<Integer> active = new ArrayList<>();
  private final LtlBlocks formulas;
  private final List<LtlProperty> properties = new ArrayList<>();
  private final Set<String> claimNames = new HashSet<>();
  private Optional<EventTrace> trace = Optional.empty();

  ModelBuilder(Processes processes, SourceTexts texts, Diagnostics diagnostics) {
    this.processes = processes;
    this.texts = texts;
    this.diagnostics = diagnostics;
    types = new Types(diagnostics);
    region = new Region(diagnostics);
    expressions = new ExpressionLowering(types, processes, diagnostics);
    statements =
        new StatementLowering(expressions, new Promises(expressions, diagnostics), diagnostics);
    formulas = new LtlBlocks(expressions, global);
  }

  Types types() {
    return types;
  }

  /** Reads the body of a process type. */
  interface Body {
    Element.Sequence read(FlowBuilder builder, Scope scope);
  }

  /** The model; {@code start} is where its text begins. */
  PromelaModel build(SourceSpan start) {
    processes.checkArguments();
    checkStart(start);
    if (!diagnostics.isEmpty()) {
      throw new Diagnostics.Abort();
    }
    return new PromelaModel(
        region.variables(),
        region.bytes(),
        processes.flows().stream().map(this::processType).toList(),
        active,
        claims.stream().map(this::processType).toList(),
        properties,
        formulas.atoms(),
        types.mtypes(),
        processes.isLastUsed(),
        trace);
  }

  private void checkStart(SourceSpan start) {
    if (active.isEmpty()) {
      diagnostics.error(start, "no process runs at the start", "add init, or an active proctype");
    } else if (active.size() > PromelaModel.MAX_PROCESSES) {
      diagnostics.error(
          start,
          "too many processes: " + active.size() + " run at the start",
          "there may be " + PromelaModel.MAX_PROCESSES);
    }
  }

  private ProcessType processType(Flow flow) {
    List<ControlPoint> points = ControlPoints.of(flow, diagnostics);
    if (points.size() > PromelaModel.MAX_POINTS) {
      throw diagnostics.fatal(
          flow.span,
          "'" + flow.name + "' has " + points.size() + " statements",
          "there may be " + PromelaModel.MAX_POINTS + " in one proctype");
    }
    return new ProcessType(
        flow.name,
        flow.region.variables(),
        flow.parameters,
        flow.region.bytes(),
        points,
        ControlPoints.start(flow),
        flow.provided);
  }

  void declareGlobal(DeclaredVariables declaration) {
    for (Declarator declarator : declaration.variables()) {
      Symbol symbol = types.symbol(declaration, declarator, Place.Region.GLOBAL, region.bytes());
      List<PromelaExpr> values = statements.initial(declarator, global);
      region.add(
          symbol,
          declarator.span(),
          values,
          field -> statements.initial(field.declarator(), global));
      if (!global.declare(symbol)) {
        diagnostics.error(declarator.span(), "'" + symbol.name() + "' is declared twice");
      }
    }
  }

  /**
   * What stands before the body of a proctype or {@code init}.
   *
   * @param active how many of it run at the start; empty is none
   */
  record Head(
      SourceSpan span,
      String name,
      Optional<Expression> active,
      List<DeclaredVariables> parameters,
      Optional<Expression> provided) {}

  void addProcess(Head head, Body body) {
    int type = processes.flows().size();
    Flow flow = new Flow(head.name(), head.span(), false, diagnostics);
    processes.begin(flow);
    Locals locals = new Locals(flow, types, statements, diagnostics);
    Scope scope = locals.open(global);
    head.parameters().forEach(parameter -> locals.declare(parameter, scope));
    flow.endParameters();
    // as in SPIN, a condition of the whole process does not see its parameters
    Optional<PromelaExpr> provided =
        head.provided()
            .map(
                condition ->
                    expressions.withoutRun(
                        "in a condition of a proctype",
                        () -> expressions.lower(condition, global)));
    FlowBuilder builder = new FlowBuilder(flow, statements, locals, texts, diagnostics);
    flow.finish(body.read(builder, scope), provided);
    head.active().ifPresent(count -> active.addAll(Collections.nCopies(copies(count), type)));
  }

  /** How many processes of a type run at the start. */
  private int copies(Expression count) {
    int copies = types.constant(count);
    boolean possible = copies >= 0 && copies <= PromelaModel.MAX_PROCESSES;
    if (!possible) {
      diagnostics.error(
          count.span(),
          copies < 0
              ? "a number of processes cannot be negative"
              : "too many processes: " + copies + " run at the start",
          "there may be " + PromelaModel.MAX_PROCESSES);
    }
    return possible ? copies : 1;
  }

  void addNever(String name, SourceSpan span, Body body) {
    nameClaim(name, span);
    Flow claim = claim(name, span, body);
    ClaimStatements.checkNever(claim, diagnostics);
    claims.add(claim);
    if (claims.size() == 2) {
      diagnostics.error(span, "there are several never claims", "keep one of them");
    }
  }

  private void nameClaim(String name, SourceSpan span) {
    if (!claimNames.add(name)) {
      diagnostics.error(
          span, "there is a claim '" + name + "' already", "give each a name of its own");
    }
  }

  void addFormula(String name, Expression formula, SourceSpan span) {
    nameClaim(name, span);
    properties.add(formulas.add(name, formula, span));
  }

  void addTrace(boolean negated, SourceSpan span, Body body) {
    if (trace.isPresent()) {
      throw diagnostics.fatal(span, "there are several trace assertions");
    }
    expressions.acceptAnyValue(true);
    Flow claim = claim(":trace:", span, body);
    expressions.acceptAnyValue(false);
    ClaimStatements.checkTrace(claim, diagnostics);
    trace = Optional.of(new EventTrace(processType(claim), negated));
  }

  private Flow claim(String name, SourceSpan span, Body body) {
    Flow flow = new Flow(name, span, true, diagnostics);
    Locals locals = new Locals(flow, types, statements, diagnostics);
    FlowBuilder builder = new FlowBuilder(flow, statements, locals, texts, diagnostics);
    flow.finish(body.read(builder, locals.open(global)), Optional.empty());
    return flow;
  }
}
