// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.promela;

import dev.fencepost.collapse.CollapsedStates;
import dev.fencepost.collapse.CollapsedSystem;
import dev.fencepost.ir.promela.LtlProperty;
import dev.fencepost.ir.promela.PromelaModel;
import dev.fencepost.property.WatchedFormula;
import dev.fencepost.source.Origin;
import dev.fencepost.trace.NamedValue;
import dev.fencepost.trace.Trace;
import dev.fencepost.transition.AcceptingSystem;
import dev.fencepost.transition.Lasso;
import dev.fencepost.transition.ProcessSystem;
import dev.fencepost.transition.Representation;
import dev.fencepost.transition.Successors;
import dev.fencepost.transition.TemporalSystem;
import dev.fencepost.transition.TransitionSystem.LimitException;
import java.util.List;
import java.util.Optional;

/** The transition system of a Promela model. */
public final class PromelaMachine implements ProcessSystem {
  private final PromelaProgram program;
  private final Reduction reduction;

  /** The machine without reductions. */
  public PromelaMachine(PromelaModel model) {
    this(new PromelaProgram(model), Reduction.NONE);
  }

  /**
   * @param reduced whether successors are left out that assertions and ends do not need; temporal
   *     properties need another machine
   */
  public PromelaMachine(PromelaModel model, boolean reduced) {
    this(new PromelaProgram(model), reduced ? Reduction.SAFETY : Reduction.NONE);
  }

  PromelaMachine(PromelaProgram program, Reduction reduction) {
    this.program = program;
    this.reduction = reduction;
  }

  /** The machine reduced for temporal properties without next. */
  public static PromelaMachine withoutUnseen(PromelaModel model) {
    return new PromelaMachine(new PromelaProgram(model), Reduction.TEMPORAL);
  }

  /**
   * The reduced machine with a safety formula. A step violates the formula as it violates an
   * assertion. Empty if an atom reads local variables, or if there are claims or a trace assertion.
   */
  public static Optional<PromelaMachine> watching(PromelaModel model, WatchedFormula formula) {
    PromelaMachine machine =
        new PromelaMachine(
            new PromelaProgram(model, Optional.of(formula), GeneratedCode::new), Reduction.SAFETY);
    boolean sees = MemoisedSteps.isGlobal(machine.program, formula.atoms());
    return sees && machine.canCollapse() ? Optional.of(machine) : Optional.empty();
  }

  @Override
  public ProcessGenerator newGenerator() {
    return new PromelaGenerator(program, reduction, false);
  }

  /**
   * The representation of states in searches for violations. A collapsed state is a list of
   * identifiers of its parts, and the steps of one process are memoised. Models with a never claim,
   * a trace assertion or a single process are not collapsed; a state of a single process is met
   * once.
   *
   * @param collapsed whether states are collapsed, if that is possible
   * @param packed whether states are stored as words or in parts, if that is possible
   */
  public Representation<ProcessSystem> representation(boolean collapsed, boolean packed) {
    Representation<ProcessSystem> whole =
        packed ? Representation.packed(this) : Representation.of(this);
    return collapsed && collapses() ? collapsed(true, packed, whole) : whole;
  }

  private Representation<ProcessSystem> collapsed(
      boolean cut, boolean words, Representation<ProcessSystem> whole) {
    PromelaProcesses processes = new PromelaProcesses(program, reduction, cut);
    return new CollapsedStates(new CollapsedSystem(processes), words, whole);
  }

  private boolean canCollapse() {
    return !program.hasClaim && program.trace == null;
  }

  private boolean collapses() {
    return canCollapse() && program.mostProcesses > 1;
  }

  /** The system of a temporal property, with the atoms of its formula. */
  public TemporalSystem temporal(LtlProperty property) {
    return new TemporalPromela(program, property.atoms(), this);
  }

  /**
   * The representation of states in searches for an accepting cycle.
   *
   * @param collapsed whether states are collapsed, if that is possible
   */
  public Representation<TemporalSystem> temporal(LtlProperty property, boolean collapsed) {
    Representation<ProcessSystem> whole = Representation.of(this);
    Representation<ProcessSystem> form =
        collapsed && collapses() ? collapsed(false, false, whole) : whole;
    return form.map(system -> new TemporalPromela(program, property.atoms(), system));
  }

  /** The system whose accepting runs visit acceptance labels infinitely often. */
  public AcceptingSystem acceptance(boolean fair) {
    return new AcceptingPromela(program, fair);
  }

  /** The values of the global variables in a state. */
  public List<NamedValue> memoryValues(byte[] state) {
    return new StateView(program, state).globals();
  }

  /** The process and the statement of the step to a successor. */
  public String stepText(byte[] state, int index) throws LimitException {
    PromelaGenerator generator = new PromelaGenerator(program, reduction, true);
    generator.successors(state, 0, state.length, new Successors());
    StepHistory step = generator.history(index);
    if (step == null) {
      return "the claim steps alone";
    }
    for (StepHistory before = step.before(); before != null; before = before.before()) {
      step = before;
    }
    Origin origin = step.step().transition.origin();
    String name = new StateView(program, state).name(step.process());
    return name + " " + origin.span().line() + ": " + origin.text();
  }

  /** Replays a run that ends in a violation. */
  public Trace explain(List<Integer> schedule) {
    return new PromelaExplainer(program, reduction).explain(schedule);
  }

  /**
   * Replays a run that ends in a cycle.
   *
   * @param property that it violates; none where acceptance labels judge it
   */
  public Trace explain(Lasso run, Origin violated, String message, Optional<LtlProperty> property) {
    JudgedLoop judged = new JudgedLoop(this, violated, message, property);
    return new PromelaExplainer(program, reduction).explain(run, judged);
  }

  PromelaModel model() {
    return program.model;
  }
}
