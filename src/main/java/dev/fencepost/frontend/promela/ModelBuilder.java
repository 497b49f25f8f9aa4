// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.promela;

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
import java.util.List;
import java.util.Optional;

/** Makes a model of the parts of a text, in their order. */
final class ModelBuilder {
  private final SourceTexts texts;
  private final Diagnostics diagnostics;
  private final Types types;
  private final Processes processes;
  private final ExpressionLowering expressions;
  private final StatementLowering statements;
  private final Scope global = Scope.global();
  private final Region region;
  private final List<Flow> flows = new ArrayList<>();
  private final List<Flow> claims = new ArrayList<>();
  private final List<Integer> active = new ArrayList<>();

  ModelBuilder(SourceTexts texts, Diagnostics diagnostics) {
    this.texts = texts;
    this.diagnostics = diagnostics;
    types = new Types(diagnostics);
    region = new Region(diagnostics);
    processes = new Processes(diagnostics);
    expressions = new ExpressionLowering(types, processes, diagnostics);
    statements = new StatementLowering(expressions, diagnostics);
  }

  PromelaModel build(List<Unit> units) {
    for (Unit unit : units) {
      if (unit instanceof Unit.Process process) {
        processes.declare(process);
      }
    }
    units.forEach(this::declare);
    for (Unit unit : units) {
      if (unit instanceof Unit.Never never) {
        claims.add(claim(never.name(), never.span(), never.body(), never.end()));
      }
    }
    if (claims.size() > 1) {
      diagnostics.error(claims.get(1).span, "there are several never claims", "keep one of them");
    }
    LtlBlocks blocks = new LtlBlocks(expressions, global);
    List<LtlProperty> properties = new ArrayList<>();
    for (Unit unit : units) {
      if (unit instanceof Unit.Ltl ltl) {
        properties.add(blocks.add(ltl));
      }
    }
    Optional<EventTrace> trace = trace(units);
    processes.checkArguments();
    checkStart(units);
    if (!diagnostics.isEmpty()) {
      throw new Diagnostics.Abort();
    }
    return new PromelaModel(
        region.variables(),
        region.bytes(),
        flows.stream().map(this::processType).toList(),
        active,
        claims.stream().map(this::processType).toList(),
        properties,
        blocks.atoms(),
        types.mtypes(),
        processes.isLastUsed(),
        trace);
  }

  private Optional<EventTrace> trace(List<Unit> units) {
    List<Unit.Trace> traces =
        units.stream().filter(Unit.Trace.class::isInstance).map(Unit.Trace.class::cast).toList();
    if (traces.size() > 1) {
      throw diagnostics.fatal(traces.get(1).span(), "there are several trace assertions");
    }
    for (Unit.Trace unit : traces) {
      expressions.acceptAnyValue();
      Flow flow = claim(":trace:", unit.span(), unit.body(), unit.end());
      ProcessType automaton = processType(flow);
      TraceEvents.check(automaton, unit.span(), diagnostics);
      return Optional.of(new EventTrace(automaton, unit.negated()));
    }
    return Optional.empty();
  }

  private void checkStart(List<Unit> units) {
    SourceSpan start = units.isEmpty() ? SourceSpan.NONE : units.getFirst().span();
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
        flow.provided,
        flow.labels.points());
  }

  private void declare(Unit unit) {
    switch (unit) {
      case Unit.Mtype mtype -> types.declare(mtype);
      case Unit.Typedef typedef -> types.declare(typedef);
      case Unit.Global variable -> declareGlobal(variable.declaration());
      case Unit.Process process -> declareProcess(process);
      case Unit.Never never -> {}
      case Unit.Trace trace -> {}
      case Unit.Ltl ltl -> {}
    }
  }

  private void declareGlobal(Step.Declaration declaration) {
    for (Step.Declarator declarator : declaration.variables()) {
      Symbol symbol = types.symbol(declaration, declarator, Place.Region.GLOBAL, region.bytes());
      List<PromelaExpr> values = statements.initial(declarator.initial(), global);
      region.add(
          symbol,
          declarator.span(),
          values,
          field -> statements.initial(field.declarator().initial(), global));
      if (!global.declare(symbol)) {
        diagnostics.error(declarator.span(), "'" + symbol.name() + "' is declared twice");
      }
    }
  }

  private void declareProcess(Unit.Process unit) {
    int type = flows.size();
    Flow flow = new Flow(unit.name(), unit.span(), false, diagnostics);
    flows.add(flow);
    processes.begun(type, flow);
    Locals locals = new Locals(flow, types, statements, diagnostics);
    Scope scope = locals.open(global);
    unit.parameters().forEach(parameter -> locals.declare(parameter, scope));
    flow.endParameters();
    // as in SPIN, a condition of the whole process does not see its parameters
    Optional<PromelaExpr> provided =
        unit.provided().map(condition -> expressions.lower(condition, global));
    FlowBuilder builder = new FlowBuilder(flow, statements, locals, texts, diagnostics);
    flow.finish(builder.build(unit.body(), scope, unit.end()), provided);
    unit.active().ifPresent(count -> active.addAll(Collections.nCopies(copies(count), type)));
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

  /** A never claim or a trace. */
  private Flow claim(String name, SourceSpan span, List<Step> body, SourceSpan end) {
    Flow flow = new Flow(name, span, true, diagnostics);
    Locals locals = new Locals(flow, types, statements, diagnostics);
    FlowBuilder builder = new FlowBuilder(flow, statements, locals, texts, diagnostics);
    flow.finish(builder.build(body, locals.open(global), end), Optional.empty());
    return flow;
  }
}
