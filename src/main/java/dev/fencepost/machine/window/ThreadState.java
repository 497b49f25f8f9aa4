// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.window;

import java.util.Arrays;

/**
 * A thread at run time: its place, its registers and its window. The window holds the fetched
 * instances that have not finished, in program order, as parallel arrays. An operand or register is
 * a value, or a reference to the instance that will produce it: twice the instance's place in the
 * window, plus 1 for its second result.
 */
public final class ThreadState {
  public static final int NO_REFERENCE = -1;
  public static final int NO_LINK = -1;
  public static final int NO_GUESS = -1;

  /** Said of the guessed outcome of a compare-and-swap that something later has passed. */
  private static final int PASSED = 2;

  public int declaration;

  /** How many registers the declaration has. */
  public int registers;

  public boolean ended;
  public int pc;

  /** The cell that the thread's link is on, or {@link #NO_LINK}. */
  public int link = NO_LINK;

  public final long[] register;
  public final int[] registerReference;

  public int count;
  public Code[] code = new Code[8];

  /** The slots whose values are known, as bits. */
  public int[] known = new int[8];

  /**
   * The guessed outcome of a branch or compare-and-swap, 1 or 0, or {@link #NO_GUESS}; with {@link
   * #PASSED} where something later has gone on it.
   */
  public int[] guess = new int[8];

  /** Finished, and kept only to be checked against an earlier address that is not known yet. */
  public boolean[] done = new boolean[8];

  /** Without stages, in {@link #reflected}: the instance was issued. */
  private static final int ISSUED = 1 << 30;

  /**
   * The memories that a store has been reflected to, as bits. Of a paired store: 1 plus the cell
   * that its load has read, or 0 before that. Of a linked load: whether it is paired.
   */
  public int[] reflected = new int[8];

  public long[] slot;
  public long[] operand;
  public int[] operandReference;

  /** What the thread may still read as it was; empty where the model does not run ahead. */
  public final ReadLog log;

  /** Which writes the thread has seen; none where writes reach all threads at once. */
  public final ThreadViews views;

  /** The one of the two that the model has; else it notes nothing. */
  public final ValueViews noted;

  private final int slots;
  private final int operands;

  public ThreadState(ProgramCode program) {
    log = new ReadLog(program);
    views = new ThreadViews(program);
    noted = program.runsAhead ? log : program.propagates ? views : new ValueViews();
    slots = program.maxSlots;
    operands = program.maxOperands;
    register = new long[program.maxRegisters];
    registerReference = new int[program.maxRegisters];
    slot = new long[8 * slots];
    operand = new long[8 * operands];
    operandReference = new int[8 * operands];
  }

  /** A thread that is about to run {@code declaration}. */
  public void start(int declaration, int registers) {
    this.declaration = declaration;
    this.registers = registers;
    ended = false;
    pc = 0;
    link = NO_LINK;
    count = 0;
    noted.clear();
    for (int i = 0; i < registers; i++) {
      set(i, 0);
    }
  }

  public void copyFrom(ThreadState other) {
    declaration = other.declaration;
    registers = other.registers;
    ended = other.ended;
    pc = other.pc;
    link = other.link;
    count = other.count;
    System.arraycopy(other.register, 0, register, 0, registers);
    System.arraycopy(other.registerReference, 0, registerReference, 0, registers);
    if (count > 0) {
      reserve(count);
      System.arraycopy(other.code, 0, code, 0, count);
      System.arraycopy(other.known, 0, known, 0, count);
      System.arraycopy(other.guess, 0, guess, 0, count);
      System.arraycopy(other.done, 0, done, 0, count);
      System.arraycopy(other.reflected, 0, reflected, 0, count);
      System.arraycopy(other.slot, 0, slot, 0, count * slots);
      System.arraycopy(other.operand, 0, operand, 0, count * operands);
      System.arraycopy(other.operandReference, 0, operandReference, 0, count * operands);
    }
    if (noted == log) {
      log.copyFrom(other.log, registers, count);
    } else if (noted == views) {
      views.copyFrom(other.views, registers, count);
    }
  }

  /** Whether the two threads would behave alike from here on; {@code live} registers matter. */
  public boolean sameAs(ThreadState other, int[] live) {
    if (pc != other.pc || declaration != other.declaration || count != other.count) {
      return false;
    }
    for (int i : live) {
      if (registerReference[i] != other.registerReference[i]
          || registerReference[i] == NO_REFERENCE && register[i] != other.register[i]) {
        return false;
      }
    }
    for (int i = 0; i < count; i++) {
      if (code[i] != other.code[i]
          || known[i] != other.known[i]
          || guess[i] != other.guess[i]
          || done[i] != other.done[i]
          || reflected[i] != other.reflected[i]) {
        return false;
      }
    }
    return (noted != log || log.sameAs(other.log, live, count))
        && (noted != views || views.sameAs(other.views, live, count))
        && Arrays.equals(slot, 0, count * slots, other.slot, 0, count * slots)
        && Arrays.equals(
            operandReference, 0, operandAt(count), other.operandReference, 0, operandAt(count));
  }

  public void set(int target, long value) {
    if (target >= 0) {
      register[target] = value;
      registerReference[target] = NO_REFERENCE;
      noted.forget(target);
    }
  }

  /** A register gets a value that is computed from others, which are known. */
  public void compute(int target, long value, int[] from) {
    register[target] = value;
    registerReference[target] = NO_REFERENCE;
    noted.compute(target, from);
  }

  public long slot(int index, int which) {
    return slot[index * slots + which];
  }

  public void setSlot(int index, int which, long value) {
    slot[index * slots + which] = value;
    known[index] |= 1 << which;
  }

  /** A slot gets a value that is computed from operands, which are known. */
  public void evaluate(int index, int which, long value) {
    setSlot(index, which, value);
    noted.evaluate(index, which, operandAt(index), code[index].needs[which]);
  }

  public int operandAt(int index) {
    return index * operands;
  }

  /** The cell of an instance whose address is known; {@code which} for a two-word CAS. */
  public int cell(int index, int which) {
    return ProgramCode.cellOf(slot(index, which));
  }

  /** Whether an instance whose addresses are known accesses a cell. */
  public boolean accesses(int index, int cell) {
    return cell(index, 0) == cell || code[index].addresses > 1 && cell(index, 1) == cell;
  }

  public boolean isIssued(int index) {
    return (reflected[index] & ISSUED) != 0;
  }

  public void issue(int index) {
    reflected[index] |= ISSUED;
  }

  /** {@link #reflected} without the issue. */
  public int reflections(int index) {
    return reflected[index] & ~ISSUED;
  }

  /** Whether a store has been reflected to a memory; a paired one is reflected to all at once. */
  public boolean hasReached(int index, int memory) {
    return (reflected[index] >>> memory & 1) != 0 && !code[index].isPaired();
  }

  public void reach(int index, int memory) {
    reflected[index] |= 1 << memory;
  }

  public boolean addressKnown(int index) {
    int addresses = code[index].addressSlots();
    return (known[index] & addresses) == addresses;
  }

  public boolean ready(int index) {
    return known[index] == code[index].allSlots();
  }

  /** Adds an instance at the end of the window, of which only the constants are known. */
  public int restore(Code added, int guessed) {
    int index = count;
    reserve(index + 1);
    count++;
    code[index] = added;
    known[index] = added.constantSlots;
    guess[index] = guessed;
    done[index] = false;
    reflected[index] = 0;
    System.arraycopy(added.constants, 0, slot, index * slots, added.slots.length);
    Arrays.fill(slot, index * slots + added.slots.length, (index + 1) * slots, 0);
    for (int i = operandAt(index); i < operandAt(index + 1); i++) {
      operandReference[i] = NO_REFERENCE;
    }
    noted.restore(index);
    return index;
  }

  /** Fetches an instance: it takes its operands, and its targets refer to it from now on. */
  public int append(Code added, int guessed) {
    int index = restore(added, guessed);
    for (int i = 0; i < added.operands.length; i++) {
      operand[index * operands + i] = register[added.operands[i]];
      operandReference[index * operands + i] = registerReference[added.operands[i]];
      noted.take(index * operands + i, added.operands[i]);
    }
    noted.fetched(index, added);
    refer(added.target, 2 * index);
    refer(added.secondTarget, 2 * index + 1);
    return index;
  }

  private void refer(int target, int reference) {
    if (target >= 0) {
      register[target] = 0;
      registerReference[target] = reference;
      noted.forget(target);
    }
  }

  /**
   * Puts a result of an instance in the place of every reference to it: of later instances, and of
   * its target register, the only one that can hold it.
   */
  public void produce(int index, int which, long value) {
    int reference = 2 * index + which;
    int target = which == 0 ? code[index].target : code[index].secondTarget;
    if (target >= 0 && registerReference[target] == reference) {
      set(target, value);
      noted.produceRegister(target, index);
    }
    for (int i = operandAt(index + 1); i < operandAt(count); i++) {
      if (operandReference[i] == reference) {
        operand[i] = value;
        operandReference[i] = NO_REFERENCE;
        noted.produceOperand(i, index);
      }
    }
  }

  /** Takes an instance out of the window; its results have been produced. */
  public void remove(int index) {
    int tail = count - index - 1;
    count--;
    if (tail == 0) {
      return;
    }
    System.arraycopy(code, index + 1, code, index, tail);
    System.arraycopy(known, index + 1, known, index, tail);
    System.arraycopy(guess, index + 1, guess, index, tail);
    System.arraycopy(done, index + 1, done, index, tail);
    System.arraycopy(reflected, index + 1, reflected, index, tail);
    System.arraycopy(slot, (index + 1) * slots, slot, index * slots, tail * slots);
    noted.remove(index, tail);
    int from = operandAt(index + 1);
    int to = operandAt(index);
    System.arraycopy(operand, from, operand, to, tail * operands);
    System.arraycopy(operandReference, from, operandReference, to, tail * operands);
    for (int i = index; i < count; i++) {
      moveDown(code[i].target, 2 * (i + 1));
      moveDown(code[i].secondTarget, 2 * (i + 1) + 1);
    }
    for (int i = to; i < operandAt(count); i++) {
      if (operandReference[i] > 2 * index + 1) {
        operandReference[i] -= 2;
      }
    }
  }

  private void moveDown(int target, int reference) {
    if (target >= 0 && registerReference[target] == reference) {
      registerReference[target] = reference - 2;
    }
  }

  /**
   * Takes a finished instance out of the window. With speculation it is kept, and {@code true} says
   * so, while an earlier address is not known: it went on the guess that the two differ.
   */
  public boolean finish(int index, boolean speculation) {
    pass(index);
    noted.executed(index, code[index], count);
    for (int i = 0; speculation && i < index; i++) {
      if (code[i].isAccess() && !done[i] && !addressKnown(i)) {
        keep(index);
        return true;
      }
    }
    remove(index);
    return false;
  }

  /** Keeps a finished instance in the window: a load before it may still run ahead. */
  public void retain(int index) {
    keep(index);
    reflected[index] = 0;
  }

  private void keep(int index) {
    done[index] = true;
    guess[index] = NO_GUESS;
    Arrays.fill(slot, index * slots + code[index].addresses, (index + 1) * slots, 0);
  }

  /** What follows the instances before a place takes a step that others can see. */
  public void pass(int index) {
    for (int i = 0; i < index; i++) {
      if (code[i].opcode == Opcode.CAS && guess[i] != NO_GUESS) {
        guess[i] |= PASSED;
      }
    }
  }

  /** An instance becomes another one of the same operands, of which nothing is known yet. */
  void become(int index, Code other) {
    code[index] = other;
    known[index] = 0;
    reflected[index] = 0;
    Arrays.fill(slot, index * slots, (index + 1) * slots, 0);
    noted.restore(index);
  }

  /** The outcome that was guessed of a compare-and-swap, 1 or 0, or {@link #NO_GUESS}. */
  public int guessedOutcome(int index) {
    return guess[index] == NO_GUESS ? NO_GUESS : guess[index] & 1;
  }

  /** Whether the run counts only if the compare-and-swap has the outcome that was guessed. */
  boolean hangsOnOutcome(int index) {
    return code[index].opcode == Opcode.CAS
        && guess[index] != NO_GUESS
        && (guess[index] & PASSED) != 0;
  }

  private void reserve(int size) {
    if (size > code.length) {
      int length = Math.max(size, 2 * code.length);
      code = Arrays.copyOf(code, length);
      known = Arrays.copyOf(known, length);
      guess = Arrays.copyOf(guess, length);
      done = Arrays.copyOf(done, length);
      reflected = Arrays.copyOf(reflected, length);
      slot = Arrays.copyOf(slot, length * slots);
      operand = Arrays.copyOf(operand, length * operands);
      operandReference = Arrays.copyOf(operandReference, length * operands);
      noted.reserve(length);
    }
  }
}
