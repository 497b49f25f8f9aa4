// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.step;

import dev.fencepost.machine.order.GeneralLaws;
import dev.fencepost.machine.order.OrderRules;
import dev.fencepost.machine.propagation.Propagation;
import dev.fencepost.machine.window.Code;
import dev.fencepost.machine.window.Opcode;
import dev.fencepost.machine.window.ProgramCode;
import dev.fencepost.machine.window.State;
import dev.fencepost.machine.window.ThreadState;
import dev.fencepost.transition.TransitionSystem.LimitException;

/**
 * The steps that other threads can see: an instance of a window executes or is reflected, or a
 * thread takes a step at fetch (strong cells, the pool, atomic blocks). Each is tried on a state
 * and, where it is possible, taken on a copy, which then goes on with its local steps.
 */
final class VisibleSteps {
  private final ProgramCode program;
  private final OrderRules rules;
  private final GeneralLaws laws;
  private final LocalSteps local;
  final InstanceSteps instances;
  final LoadsAndStores plain;

  /** The steps of loads, stores and fences where writes propagate. */
  private final PropagatedSteps propagated;

  private final ReadModifyWrites atomic;
  private final AtomicBlocks blocks;

  VisibleSteps(CompiledMachine machine, GeneralLaws laws, Emitter emitter, LocalSteps local) {
    program = machine.program;
    rules = machine.rules;
    this.laws = laws;
    this.local = local;
    instances = new InstanceSteps(machine, laws, emitter, local);
    plain = new LoadsAndStores(instances, emitter, local);
    propagated = instances.propagated;
    atomic = new ReadModifyWrites(instances, emitter);
    blocks = new AtomicBlocks(program, laws, emitter, local);
  }

  /** Takes every possible step of the instance; gives how many there were. */
  int step(State from, int number, int index) throws LimitException {
    ThreadState thread = from.threads[number];
    Code code = thread.code[index];
    if (thread.done[index] || !thread.ready(index)) {
      return 0;
    }
    if (code.opcode == Opcode.FENCE) {
      return issue(from, number, index);
    }
    boolean apart = code.isAccess() && (!program.stages || laws.issues(code));
    if (apart && !thread.isIssued(index)) {
      return issueAlone(from, number, index);
    }
    return switch (code.opcode) {
      case LOAD ->
          program.propagates
              ? propagated.load(from, number, index)
              : plain.load(from, number, index);
      case STORE ->
          program.propagates
              ? propagated.store(from, number, index)
              : program.shared
                  ? plain.store(from, number, index)
                  : plain.reflect(from, number, index);
      case CAS -> atomic.compareAndSwap(from, number, index);
      case PAIRED_STORE -> paired(from, number, index);
      case STORE_CONDITIONAL ->
          code.isPaired()
              ? paired(from, number, index)
              : atomic.storeConditional(from, number, index);
      case CAS2, FETCH_MODIFY, UNLOCK -> atomic.perform(from, number, index);
      case LOCK -> atomic.lock(from, number, index);
      default -> 0;
    };
  }

  private int paired(State from, int number, int index) throws LimitException {
    return program.propagates
        ? propagated.paired(from, number, index)
        : plain.paired(from, number, index);
  }

  /** A fence that general laws speak of takes a step of its own. */
  private int issue(State from, int number, int index) throws LimitException {
    ThreadState thread = from.threads[number];
    Code code = thread.code[index];
    if (!laws.takesStep(code) || !rules.blocksNothing(thread, code, index)) {
      return 0;
    }
    State state = instances.takeFreely(from, number, index, code.instanceClass);
    if (state == null) {
      return 0;
    }
    instances.report(number, index, code, "is passed");
    instances.finish(state, number, index, 0, 0);
    return 1;
  }

  /**
   * Where laws order its issue, and without stages: an access whose operands are known is issued,
   * and may go from then on.
   */
  private int issueAlone(State from, int number, int index) throws LimitException {
    State state = instances.takeIssue(from, number, index);
    if (state == null) {
      return 0;
    }
    ThreadState thread = state.threads[number];
    instances.report(number, index, thread.code[index], "is issued");
    thread.issue(index);
    state.agenda.add(number);
    local.advance(state, 0);
    return 1;
  }

  /** Takes every possible step of the thread at fetch; gives how many there were. */
  int stepAtFetch(State from, int number) throws LimitException {
    ThreadState thread = from.threads[number];
    if (thread.ended) {
      return 0;
    }
    Code code = program.next(thread);
    if (code.opcode == Opcode.ATOMIC_BEGIN && !code.isStrongBlock()) {
      return thread.count > 0 ? 0 : blocks.run(instances.copy(from, number), number);
    }
    Propagation propagation = local.settling.propagation;
    if (propagation != null && code.isFullFence()) {
      return propagated.sync(propagation, from, number, code);
    }
    if (!program.stages && code.isStaged()) {
      boolean fetches = !rules.stopsFetch(thread) && !local.isFull(from, number, code);
      if (fetches) {
        local.fetchOne(instances.copy(from, number), number);
      }
      return fetches ? 1 : 0;
    }
    boolean possible =
        (code.opcode.happensAtFetch() || code.isStrongBlock())
            && !rules.stopsFetch(thread)
            && !rules.isPremature(thread, thread.count)
            && KnownOperands.areKnown(thread, code)
            && OrderRules.firstUnconfirmedBranch(thread) >= thread.count;
    if (!possible) {
      return 0;
    }
    State state = instances.copy(from, number);
    state.threads[number].pass(thread.count);
    if (code.isStrongBlock()) {
      return blocks.run(state, number);
    }
    if (blocks.executeAlone(state, number, code)) {
      state.agenda.add(number);
      local.advance(state, 0);
    }
    return 1;
  }
}
