// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.export;

import dev.fencepost.export.LawConditions.Known;
import dev.fencepost.export.LawInstances.Instance;
import dev.fencepost.export.LawInstances.Pair;
import dev.fencepost.export.LawInstances.Step;
import dev.fencepost.memorymodel.Formula;
import dev.fencepost.memorymodel.LawAlgebra;
import dev.fencepost.memorymodel.LawRange;
import dev.fencepost.memorymodel.LawSteps;
import dev.fencepost.memorymodel.Truth;
import org.jspecify.annotations.Nullable;

/**
 * The conditions under which laws are known to be true, or known to be false, in a state of the
 * exported model. The order of two steps that were taken stands in {@code ord}, the papers'
 * defining predicates.
 */
final class LawConditions implements LawAlgebra<Known> {

  /**
   * A value of a formula. What a run decides later is neither true nor false.
   *
   * @param changes whether the step that is taken may change the value
   */
  record Known(Guard whenTrue, Guard whenFalse, boolean changes)
      implements LawAlgebra.Value<Known> {
    private static final Known TRUE = new Known(Guard.of(true), Guard.of(false), false);
    private static final Known FALSE = new Known(Guard.of(false), Guard.of(true), false);

    private static Known of(Guard condition) {
      return new Known(condition, condition.not(), false);
    }

    private Known changing(boolean byStep) {
      return new Known(whenTrue, whenFalse, byStep);
    }

    @Override
    public Known not() {
      return new Known(/* whenTrue= */ whenFalse, /* whenFalse= */ whenTrue, changes);
    }

    @Override
    public Known and(Known other) {
      return new Known(
          whenTrue.and(other.whenTrue), whenFalse.or(other.whenFalse), changes || other.changes);
    }

    @Override
    public Known or(Known other) {
      return not().and(other.not()).not();
    }

    @Override
    public boolean isFalse() {
      return whenFalse.is(true);
    }
  }

  /**
   * An event in the state.
   *
   * @param step the step that is taken, or null
   * @param success its outcome
   * @param fresh an instance that is fetched or located and has taken no step, or null
   * @param open the answer where an address of the same thread is open
   */
  record Moment(@Nullable Step step, boolean success, @Nullable Instance fresh, Truth open) {
    static final Moment NOW = new Moment(null, true, null, Truth.UNKNOWN);

    static Moment taking(Step step, boolean success) {
      return new Moment(step, success, null, Truth.UNKNOWN);
    }

    Moment with(Truth newOpen) {
      return new Moment(step, success, fresh, newOpen);
    }

    static Moment fetching(Instance fresh) {
      return new Moment(null, true, fresh, Truth.UNKNOWN);
    }

    private boolean isStepOf(Instance instance) {
      return step != null && step.isOf(instance);
    }
  }

  private final LawInstances instances;
  private final MemoryText memory;
  private Moment moment = Moment.NOW;

  LawConditions(LawInstances instances, MemoryText memory) {
    this.instances = instances;
    this.memory = memory;
  }

  /** Evaluates laws at this moment from now on. */
  void look(Moment newMoment) {
    moment = newMoment;
  }

  @Override
  public Known of(boolean value) {
    return value ? Known.TRUE : Known.FALSE;
  }

  @Override
  public boolean fails(Known law) {
    return law.isFalse();
  }

  @Override
  public boolean mayFail(Known premise) {
    return !premise.whenTrue().is(false);
  }

  /** A step makes no law false for a choice that does not depend on it. */
  @Override
  public Known ofChoice(Known law) {
    return moment.step() == null || law.changes() ? law : Known.TRUE;
  }

  @Override
  public int next(LawRange range, int previous) {
    int count = range.isThread() ? memory.threads() : instances.all().size();
    return previous + 1 < count ? previous + 1 : NONE;
  }

  @Override
  public Known isIn(LawRange range, int candidate) {
    return range.isThread()
        ? Known.of(isAlive(candidate))
        : exists(instances.all().get(candidate)).and(is(candidate, range.classes()));
  }

  private Known exists(Instance instance) {
    if (moment.isStepOf(instance)) {
      return Known.TRUE.changing(instances.isInBlock(instance));
    }
    boolean fresh = instance.equals(moment.fresh());
    return fresh ? Known.TRUE : Known.of(Guard.of(LawInstances.fetched(instance)));
  }

  private Guard isAlive(int thread) {
    return Guard.of(memory.isAlive(thread));
  }

  @Override
  public int threadOf(int instance) {
    return instances.all().get(instance).thread();
  }

  /** An instance that may fail has a class only when its outcome is known. */
  @Override
  public Known is(int number, long classes) {
    Instance instance = instances.all().get(number);
    boolean success = instances.is(instance, classes, true);
    boolean failure = instances.is(instance, classes, false);
    if (success == failure) {
      return of(success);
    }
    if (moment.isStepOf(instance)) {
      return of(moment.success() ? success : failure).changing(true);
    }
    Guard known = done(new Step(instance, UniformWindow.ALL));
    Guard won = Guard.of(LawInstances.succeeded(instance));
    Guard matches = success ? won : won.not();
    return new Known(known.and(matches), known.and(matches.not()), false);
  }

  @Override
  public Known before(int earlier, int later) {
    Instance first = instances.all().get(earlier);
    Instance second = instances.all().get(later);
    return of(
        first.thread() == second.thread()
            && instances.window(first).isBehind(first.pc(), second.pc()));
  }

  @Override
  public Known sameCell(int left, int right) {
    Instance first = instances.all().get(left);
    Instance second = instances.all().get(right);
    if (left == right) {
      return Known.TRUE;
    }
    Guard same = Guard.of(false);
    for (int i = 0; i < instances.addresses(first).size(); i++) {
      for (int j = 0; j < instances.addresses(second).size(); j++) {
        same = same.or(equal(instances.address(first, i), instances.address(second, j)));
      }
    }
    Guard known = Guard.of(instances.isLocated(first)).and(Guard.of(instances.isLocated(second)));
    Truth open = first.thread() == second.thread() ? moment.open() : Truth.UNKNOWN;
    return new Known(
        open == Truth.TRUE ? known.not().or(same) : known.and(same),
        open == Truth.FALSE ? known.not().or(same.not()) : known.and(same.not()),
        false);
  }

  /** Addresses that are no constants stand in {@code where}. */
  private static Guard equal(String left, String right) {
    boolean constant = !left.contains("where") && !right.contains("where");
    return constant ? Guard.of(left.equals(right)) : Guard.of(left + " == " + right);
  }

  /** {@link LawInstances} refuses laws that compare values. */
  @Override
  public Known sameValue(int left, int right) {
    throw new IllegalStateException("values are not exported");
  }

  @Override
  public Known sameInstance(int left, int right) {
    return of(left == right);
  }

  @Override
  public long steps(Formula.Step operation, int instance, int target) {
    return LawSteps.to(target, instances.steps(instances.all().get(instance)));
  }

  /** Whether one step comes first, if there are memories that both reach. */
  @Override
  public Known less(int left, int leftStep, int right, int rightStep) {
    Step first = new Step(instances.all().get(left), LawSteps.target(leftStep));
    Step second = new Step(instances.all().get(right), LawSteps.target(rightStep));
    Guard exist = exists(first).and(exists(second));
    Guard inOrder = inOrder(first, second);
    return new Known(
        exist.not().or(done(first).and(done(second).not().or(inOrder))),
        exist.and(done(second)).and(inOrder.not()),
        first.equals(moment.step()) || second.equals(moment.step()));
  }

  private Guard exists(Step step) {
    return step.target() == UniformWindow.ALL ? Guard.of(true) : isAlive(step.target());
  }

  /** The order of two steps that were taken; the step that is taken now is the last. */
  private Guard inOrder(Step first, Step second) {
    if (first.equals(second) || done(first).is(false)) {
      return Guard.of(false);
    }
    if (second.equals(moment.step())) {
      return done(first);
    }
    return first.equals(moment.step())
        ? done(second).not()
        : new Guard.InOrder(new Pair(first, second));
  }

  private Guard done(Step step) {
    if (step.equals(moment.step())) {
      return Guard.of(true);
    }
    return step.isOf(moment.fresh()) ? Guard.of(false) : Guard.of(instances.done(step));
  }
}
