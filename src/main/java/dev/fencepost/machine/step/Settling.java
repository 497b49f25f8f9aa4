// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.step;

import dev.fencepost.machine.ahead.RunAhead;
import dev.fencepost.machine.order.GeneralLaws;
import dev.fencepost.machine.order.OrderRules;
import dev.fencepost.machine.propagation.Propagation;
import dev.fencepost.machine.window.Code;
import dev.fencepost.machine.window.Evaluator;
import dev.fencepost.machine.window.Opcode;
import dev.fencepost.machine.window.Pairing;
import dev.fencepost.machine.window.ProgramCode;
import dev.fencepost.machine.window.ReadView;
import dev.fencepost.machine.window.State;
import dev.fencepost.machine.window.ThreadState;
import dev.fencepost.machine.window.Trap;
import dev.fencepost.machine.window.ViolationKind;
import org.jspecify.annotations.Nullable;

/**
 * Settles a window: operands that became known are evaluated, known moves produce their values,
 * assertions are judged, fences that hold nothing back leave, guesses are confirmed or the run is
 * dropped.
 */
final class Settling {
  private final ProgramCode program;
  private final OrderRules rules;
  private final GeneralLaws laws;
  private final Emitter emitter;

  /** Loads that ran ahead; null where the model knows none. */
  private final @Nullable RunAhead ahead;

  /** The rules of writes that propagate; null where they reach all threads at once. */
  final @Nullable Propagation propagation;

  Settling(CompiledMachine machine, GeneralLaws laws, Emitter emitter) {
    ahead = emitter.ahead;
    program = machine.program;
    rules = machine.rules;
    propagation = machine.newPropagation();
    this.laws = laws;
    this.emitter = emitter;
  }

  /** Settles the window; {@code false} where the run was dropped or ended in a violation. */
  boolean settle(State state, int number) {
    ThreadState thread = state.threads[number];
    boolean behindGuess = false;
    boolean addressOpen = false;
    int index = 0;
    while (index < thread.count) {
      int before = thread.count;
      if (!settle(state, number, index, behindGuess)) {
        return false;
      }
      if (thread.count == before && thread.done[index] && mayLeave(thread, index, addressOpen)) {
        leave(thread, number, index);
      }
      if (thread.count == before) {
        Code code = thread.code[index];
        behindGuess |= isGuess(code) || rules.isPremature(thread, index + 1);
        addressOpen |= code.isAccess() && !thread.done[index] && !thread.addressKnown(index);
        index++;
      }
    }
    return true;
  }

  /** Whether a finished instance need not be kept any longer. */
  private boolean mayLeave(ThreadState thread, int index, boolean addressOpen) {
    if (ahead == null) {
      return !addressOpen;
    }
    boolean leaves = !RunAhead.stays(thread, index) && !Pairing.passesRead(thread, index);
    if (leaves) {
      RunAhead.retire(thread, index);
    }
    return leaves;
  }

  static boolean isGuess(Code code) {
    return code.opcode == Opcode.BRANCH || code.opcode == Opcode.ASSUME;
  }

  private boolean settle(State state, int number, int index, boolean behindGuess) {
    ThreadState thread = state.threads[number];
    Code code = thread.code[index];
    boolean addressWasKnown = thread.addressKnown(index);
    @Nullable Trap trap = evaluate(thread, number, index);
    if (trap != null && !behindGuess) {
      return (addressWasKnown || guessedRight(thread, index)) && fails(state, number, index, trap);
    }
    boolean ready = thread.ready(index);
    switch (code.opcode) {
      case ASSIGN -> assign(thread, number, index);
      case SELECT -> {
        return select(thread, number, index);
      }
      case PAIRED_STORE -> {
        return decide(thread, number, index);
      }
      case BRANCH, ASSUME, UNWRITTEN -> {
        return !ready || confirm(thread, number, index);
      }
      case ASSERT -> {
        return !ready || behindGuess || judge(state, number, index);
      }
      case MARK -> {
        if (!behindGuess) {
          emitter.mark(state, code.immediate);
          leave(thread, number, index);
        }
      }
      case FENCE -> fence(state, number, index);
      default -> {
        return addressWasKnown
            || !thread.addressKnown(index)
            || guessedRight(thread, index)
                && (!laws.relevant(code) || laws.located(state, number, index));
      }
    }
    return true;
  }

  private void assign(ThreadState thread, int number, int index) {
    if (thread.ready(index)) {
      thread.noted.assign(index);
      thread.produce(index, 0, thread.slot(index, 0));
      leave(thread, number, index);
    }
  }

  /**
   * A paired store leaves if it writes nothing. The run is dropped where that was not guessed, and
   * where it writes though its cell was written.
   */
  private boolean decide(ThreadState thread, int number, int index) {
    if ((thread.known[index] & Code.CONDITION) == 0) {
      return true;
    }
    boolean guessed = thread.guess[index] != ThreadState.NO_GUESS;
    if (thread.slot(index, 2) == 0) {
      leave(thread, number, index);
      return !guessed;
    }
    thread.guess[index] = ThreadState.NO_GUESS;
    return thread.reflected[index] != Pairing.LOST;
  }

  /** A select has the value, and the view, of what it picks. */
  private void pick(ThreadState thread, int number, int index) {
    int picked = thread.slot(index, 0) != 0 ? 1 : 2;
    if ((thread.known[index] & 1) != 0 && (thread.known[index] & 1 << picked) != 0) {
      int view = ReadView.START;
      if (ahead != null) {
        view = thread.log.slot(index, picked);
        int full = Math.max(ReadView.full(view), ReadView.full(thread.log.slot(index, 0)));
        view = ReadView.of(ReadView.point(view), full);
      }
      take(thread, number, index, picked, view);
    }
  }

  /**
   * What a compare-and-swap has read is the value of its load, or what it expected, on the guess
   * that it succeeds. The guess is worth while only if the load's value is known later.
   */
  private boolean select(ThreadState thread, int number, int index) {
    boolean decided = (thread.known[index] & 1) != 0;
    boolean hopes = thread.guess[index] == 1;
    if (hopes || !thread.code[index].takesEither()) {
      boolean wrong = hopes && decided && thread.slot(index, 0) == 0;
      pick(thread, number, index);
      return !wrong;
    }
    if ((thread.known[index] & Code.WHEN_FALSE) != 0) {
      int view = ahead == null ? ReadView.START : thread.log.slot(index, 2);
      boolean fails = decided && thread.slot(index, 0) == 0;
      boolean expects = (thread.known[index] & 2) != 0;
      int least = expects && ahead != null ? ReadView.point(thread.log.slot(index, 1)) : 0;
      if (thread.guess[index] == 0 || fails || ReadView.point(view) <= least) {
        take(thread, number, index, 2, view);
      }
    }
    return true;
  }

  private void take(ThreadState thread, int number, int index, int picked, int view) {
    if (ahead != null) {
      thread.log.result[index] = view;
    }
    thread.produce(index, 0, thread.slot(index, picked));
    leave(thread, number, index);
  }

  /** A fence that holds nothing back leaves; while loads may run ahead, behind no access. */
  private void fence(State state, int number, int index) {
    ThreadState thread = state.threads[number];
    Code code = thread.code[index];
    if (laws.takesStep(code) || !rules.blocksNothing(thread, code, index)) {
      return;
    }
    if (ahead != null && !thread.log.isEmpty()) {
      if (!ahead.passes(thread, code, index)) {
        return;
      }
      ahead.pass(thread, code, ReadView.point(thread.log.result[index]));
    }
    passed(thread, code);
    leave(thread, number, index);
  }

  /** The thread has passed a fence: later instances come after what it orders. */
  void passed(ThreadState thread, Code fence) {
    if (propagation != null) {
      propagation.pass(thread, fence);
    }
  }

  /** A guess whose condition is known leaves; a wrong one drops the run. */
  private boolean confirm(ThreadState thread, int number, int index) {
    boolean right = (thread.slot(index, 0) != 0 ? 1 : 0) == thread.guess[index];
    if (right) {
      leave(thread, number, index);
    }
    return right;
  }

  /**
   * An assertion whose operands are known leaves; where it fails the run ends, unless a guess is
   * open.
   */
  private boolean judge(State state, int number, int index) {
    ThreadState thread = state.threads[number];
    Code code = thread.code[index];
    boolean holds = thread.slot(index, 0) != 0;
    if (!holds && code.operands.length == 0) {
      // False from the start: it was never evaluated.
      reportFailure(number, code, "", thread.operand, thread.operandAt(index));
    }
    leave(thread, number, index);
    return holds || emitter.recordViolation(state, ViolationKind.ASSERTION, code);
  }

  /** Evaluates the slots whose operands are known; gives the first run-time error, or null. */
  private @Nullable Trap evaluate(ThreadState thread, int number, int index) {
    Code code = thread.code[index];
    int unknown = code.allSlots() & ~thread.known[index];
    @Nullable Trap first = null;
    for (int i = 0; unknown != 0 && i < code.slots.length; i++) {
      if ((unknown & 1 << i) != 0 && operandsKnown(thread, index, code.needs[i])) {
        try {
          long value = Evaluator.evaluate(code.slots[i], thread.operand, thread.operandAt(index));
          if (i < code.addresses && !program.isValid(value)) {
            throw new Trap(ViolationKind.BAD_ADDRESS, describeBadAddress(value));
          }
          thread.evaluate(index, i, value);
          if (code.opcode == Opcode.ASSERT && value == 0) {
            // Reported before it counts: behind a guess it waits, and its operands are not kept.
            reportFailure(number, code, "", thread.operand, thread.operandAt(index));
          }
        } catch (Trap error) {
          first = first == null ? error : first;
        }
      }
    }
    return first;
  }

  /**
   * A run-time error. Where it is noted, as a guess is open, the instance gives 0 to those that
   * wait for it and leaves: else a guess on its address, or on one that depends on it, would stay
   * open, and the error never count.
   */
  private boolean fails(State state, int number, int index, Trap trap) {
    ThreadState thread = state.threads[number];
    Code code = thread.code[index];
    if (state.failure == 0) {
      reportFailure(number, code, trap.getMessage(), thread.operand, thread.operandAt(index));
      if (!emitter.recordViolation(state, trap.kind(), code)) {
        return false;
      }
    }
    if (!program.hasGeneralLaws) {
      thread.produce(index, 0, 0);
      thread.produce(index, 1, 0);
      leave(thread, number, index);
    }
    return true;
  }

  static String describeBadAddress(long address) {
    return address == 0 ? "null pointer" : "no object at address " + address;
  }

  private static boolean operandsKnown(ThreadState thread, int index, int needs) {
    int first = thread.operandAt(index);
    for (int rest = needs; rest != 0; rest &= rest - 1) {
      int operand = Integer.numberOfTrailingZeros(rest);
      if (thread.operandReference[first + operand] != ThreadState.NO_REFERENCE) {
        return false;
      }
    }
    return true;
  }

  private void reportFailure(int number, Code code, String message, long[] operands, int first) {
    emitter.observer.failed(number, code, message, operands, first);
  }

  /**
   * An address became known: no later access that went meanwhile may conflict with it. On
   * processors nothing is guessed: instances wait for the address.
   */
  private boolean guessedRight(ThreadState thread, int index) {
    boolean guesses = ahead == null && propagation == null;
    for (int later = index + 1; later < thread.count && guesses; later++) {
      boolean went = thread.done[later] || thread.reflections(later) != 0;
      if (went && rules.wronglyPassed(thread, index, later)) {
        return false;
      }
    }
    return true;
  }

  private void leave(ThreadState thread, int number, int index) {
    emitter.observer.left(number, index);
    thread.remove(index);
  }
}
