// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.promela;

import dev.fencepost.budget.Budget;
import dev.fencepost.ir.promela.PromelaExpr;
import dev.fencepost.ir.promela.Statement;
import dev.fencepost.machine.promela.StateView.Question;
import dev.fencepost.property.WatchedFormula;
import dev.fencepost.source.Origin;
import dev.fencepost.trace.Causes;
import dev.fencepost.trace.NamedValue;
import dev.fencepost.trace.Trace;
import dev.fencepost.trace.TraceStep;
import dev.fencepost.transition.Lasso;
import dev.fencepost.transition.Successors;
import dev.fencepost.transition.TransitionSystem.LimitException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Replays a schedule into a trace: one step for each statement, also inside atomic sequences, up to
 * the one that fails.
 */
final class PromelaExplainer {
  private static final int NO_ACCESS = -1;

  private final PromelaProgram program;
  private final PromelaGenerator generator;
  private final PromelaFlow flow;
  private final Successors out = new Successors();
  private final List<String> columns = new ArrayList<>();
  private final List<TraceStep> steps = new ArrayList<>();

  /** How many steps the trace has behind the start and behind each move of an infinite run. */
  private final List<Integer> ends = new ArrayList<>();

  private byte[] state = {};
  private @Nullable StepHistory failed;

  PromelaExplainer(PromelaProgram program, Reduction reduction) {
    this.program = program;
    generator = new PromelaGenerator(program, reduction, true);
    flow = new PromelaFlow(program);
  }

  Trace explain(List<Integer> schedule) {
    try {
      start(schedule.getFirst());
      int code = out.code(schedule.getFirst());
      for (int index : schedule.subList(1, schedule.size())) {
        code = follow(index);
      }
      if (code == Successors.FINE) {
        generator.successors(state, 0, state.length, out);
        code = out.count() == 0 ? out.terminalCode() : Successors.FINE;
      }
      if (code == Successors.FINE) {
        throw new IllegalStateException("the replayed run violates nothing");
      }
      return new Trace(columns, steps, List.of(), failure(code), schedule).withCauses(causes(code));
    } catch (LimitException limit) {
      throw new IllegalStateException("a run that was searched cannot be replayed", limit);
    }
  }

  /** Explains an infinite run. */
  Trace explain(Lasso run, JudgedLoop judged) {
    try {
      start(run.stem().getFirst());
      ends.add(steps.size());
      followAll(run.stem().subList(1, run.stem().size()));
      int loop = steps.size();
      byte[] again = state;
      followAll(run.loop());
      if (!Arrays.equals(state, again)) {
        throw new IllegalStateException("the replayed run does not repeat itself");
      }
      StateView view = new StateView(program, state);
      Trace.Failure failure = judged.failure(values(asked(judged.atoms()), view));
      Trace trace = new Trace(columns, steps, List.of(), failure, run.steps()).withLoop(loop);
      return judged
          .facts(run, ends, columns.size())
          .map(trace::withFacts)
          .orElse(trace)
          .withCauses(flow.ofState(List.of(), view, steps.size()));
    } catch (LimitException limit) {
      throw new IllegalStateException("a run that was searched cannot be replayed", limit);
    }
  }

  private void followAll(List<Integer> indices) throws LimitException {
    for (int index : indices) {
      if (index == Lasso.STUTTER) {
        addStutter();
      } else {
        follow(index);
      }
      ends.add(steps.size());
    }
  }

  /** Takes a step and adds it to the trace; its violation code. */
  private int follow(int index) throws LimitException {
    Budget.ask();
    generator.successors(state, 0, state.length, out);
    if (out.count() == 0 && index == 0) {
      addStutter();
      return Successors.FINE;
    }
    if (index >= out.count()) {
      throw new IllegalStateException("the run cannot be replayed: no successor " + index);
    }
    StepHistory history = generator.history(index);
    addSteps(history);
    state = out.state(index);
    if (history == null) {
      addStutter();
    }
    return out.code(index);
  }

  /** Begins a run. */
  private void start(int index) throws LimitException {
    generator.initial(out);
    state = out.state(index);
    name(new StateView(program, state));
    addState(0, TraceStep.Kind.START);
  }

  private void addStutter() {
    addState(-1, TraceStep.Kind.STUTTER);
  }

  private void addState(int process, TraceStep.Kind kind) {
    StateView view = new StateView(program, state);
    steps.add(
        new TraceStep(
            process,
            kind,
            Origin.of(""),
            NO_ACCESS,
            "",
            List.of(),
            view.globals(),
            view.processesViewed(),
            List.of()));
  }

  /** A column is a process number, which several processes may have one after the other. */
  private void name(StateView view) {
    for (int i = 0; i < view.processes(); i++) {
      if (i == columns.size()) {
        columns.add(view.name(i));
      } else if (!columns.get(i).contains(view.name(i))) {
        columns.set(i, columns.get(i) + ", " + view.name(i));
      }
    }
  }

  private void addSteps(@Nullable StepHistory last) {
    List<StepHistory> taken = new ArrayList<>();
    for (StepHistory step = last; step != null; step = step.before()) {
      taken.addFirst(step);
    }
    for (StepHistory step : taken) {
      if (failed == null) {
        addStep(step);
        failed = step.violation() != null ? step : null;
      }
    }
  }

  private void addStep(StepHistory step) {
    flow.step(step, steps.size());
    StateView view = new StateView(program, step.after());
    name(view);
    List<TraceStep.LocalEvent> local = new ArrayList<>();
    TransitionCode partner = step.partnerStep();
    if (partner != null) {
      Origin origin = partner.transition.origin();
      local.add(new TraceStep.LocalEvent(step.partner(), origin, origin.text()));
    }
    boolean goesOn = partner == null ? step.step().atomic : partner.atomic;
    steps.add(
        new TraceStep(
            step.process(),
            goesOn ? TraceStep.Kind.ATOMIC : TraceStep.Kind.STRONG,
            step.step().transition.origin(),
            NO_ACCESS,
            changes(new StateView(program, step.from()), view),
            local,
            view.globals(),
            view.processesViewed(),
            List.of()));
  }

  private static String changes(StateView before, StateView after) {
    // variables of different scopes may share a name: they come in the same order
    Map<String, Deque<String>> old = new LinkedHashMap<>();
    for (NamedValue value : before.all()) {
      old.computeIfAbsent(value.name(), name -> new ArrayDeque<>()).add(value.value());
    }
    List<String> changed = new ArrayList<>();
    for (NamedValue value : after.all()) {
      Deque<String> known = old.getOrDefault(value.name(), new ArrayDeque<>());
      if (!known.isEmpty() && !value.value().equals(known.poll())) {
        changed.add(value.name() + " := " + value.value());
      }
    }
    return String.join("; ", changed);
  }

  private Trace.Failure failure(int code) {
    StateView view = new StateView(program, state);
    if (program.codes.isInvalidEnd(code)) {
      List<NamedValue> values = values(waitedFor(view), view);
      return new Trace.Failure("invalid end state", stuck(), -1, Origin.of(""), values);
    }
    PromelaViolation violation = program.codes.violation(code);
    if (violation == PromelaViolation.FORMULA) {
      WatchedFormula formula = Objects.requireNonNull(program.watch).formula;
      return new Trace.Failure(
          formula.origin().text(), formula.message(), -1, formula.origin(), values(asked(), view));
    }
    TransitionCode step = program.transitions.get(program.codes.transition(code));
    int process = failed == null ? -1 : failed.process();
    Origin origin = step.transition.origin();
    return new Trace.Failure(violation.title(), origin.text(), process, origin, values());
  }

  /** What is read where these are asked. */
  private static List<NamedValue> values(List<Question> questions, StateView view) {
    return questions.stream().flatMap(each -> view.reads(each).stream()).distinct().toList();
  }

  /** What the step reads that failed; the variables of its process by their own names. */
  private List<NamedValue> values() {
    if (failed == null) {
      return List.of();
    }
    Accesses accesses = Accesses.of(failed.step().transition.statement());
    return new StateView(program, failed.from())
        .reads(accesses, failed.process()).stream()
            .distinct()
            .map(each -> new NamedValue(StateView.ownName(each.name()), each.value()))
            .toList();
  }

  /** The causes of a run up to its violation, and of that. */
  private List<Causes> causes(int code) {
    boolean end = program.codes.isInvalidEnd(code);
    if (!end && program.codes.violation(code) != PromelaViolation.FORMULA) {
      return flow.ofFailedStep(failed == null ? -1 : failed.process());
    }
    StateView view = new StateView(program, state);
    return flow.ofState(end ? waitedFor(view) : asked(), view, steps.size());
  }

  /** The conditions of all that could come next. */
  private static List<Question> waitedFor(StateView view) {
    List<Question> questions = new ArrayList<>();
    for (int i = 0; i < view.processes(); i++) {
      for (TransitionCode next : view.next(i)) {
        if (next.transition.statement() instanceof Statement.Condition(PromelaExpr value)) {
          questions.add(new Question(i, value));
        }
      }
    }
    return questions;
  }

  private List<Question> asked() {
    return asked(Objects.requireNonNull(program.watch).formula.atoms());
  }

  private List<Question> asked(List<Integer> atoms) {
    return atoms.stream()
        .map(atom -> new Question(-1, program.model.atoms().get(atom).value()))
        .toList();
  }

  /** The processes that have not ended, with their control points and what may come there. */
  private String stuck() {
    PromelaFrame frame = new PromelaFrame(program);
    frame.load(state, 0, state.length);
    List<String> waiting = new ArrayList<>();
    for (int i = 0; i < frame.processes; i++) {
      ProcessCode code = frame.processCode[i];
      TransitionCode[] next = code.points[frame.point(i)];
      if (!code.type.points().get(frame.point(i)).end() && next.length > 0) {
        String options =
            Arrays.stream(next)
                .map(each -> each.transition.origin().text())
                .distinct()
                .collect(Collectors.joining(" or "));
        waiting.add(
            "%s(%d) at %s (%s)"
                .formatted(code.type.name(), i, next[0].transition.origin().span(), options));
      }
    }
    return "nothing can happen any more, and not ended: " + String.join(", ", waiting);
  }
}
