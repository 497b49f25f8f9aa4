// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.ahead;

import dev.fencepost.ir.footprint.Footprints;
import dev.fencepost.machine.order.OrderRules;
import dev.fencepost.machine.window.Code;
import dev.fencepost.machine.window.Opcode;
import dev.fencepost.machine.window.ProgramCode;
import dev.fencepost.machine.window.ReadLog;
import dev.fencepost.machine.window.ThreadState;
import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The cells that a thread may read early: by loads that it has not fetched yet, or that wait in its
 * window, and that nothing pending holds back. An instance is <em>late</em> if it takes effect now
 * or later for certain. The store of a compare-and-swap that may fail holds nothing back.
 */
public final class EarlyReads {
  private final ProgramCode program;
  private final OrderRules rules;
  private final Footprints footprints;
  private final Map<Front, BitSet> known = new HashMap<>();

  public EarlyReads(ProgramCode program, OrderRules rules, Footprints footprints) {
    this.program = program;
    this.rules = rules;
    this.footprints = footprints;
  }

  /**
   * Where fetch may come to, and what is late there.
   *
   * @param registers those whose values are late
   * @param pending the classes of late accesses, as bits
   * @param unknown the classes of accesses with late addresses, as bits
   * @param cut the classes of accesses that a fence makes late, as bits
   * @param branched whether the condition of a branch is late
   */
  private record Front(
      int thread,
      int declaration,
      int pc,
      BitSet registers,
      long pending,
      long unknown,
      long cut,
      boolean branched) {

    Front to(int next) {
      return new Front(thread, declaration, next, registers, pending, unknown, cut, branched);
    }

    Front with(int register, boolean late) {
      if (register < 0 || registers.get(register) == late) {
        return this;
      }
      BitSet changed = (BitSet) registers.clone();
      changed.set(register, late);
      return new Front(thread, declaration, pc, changed, pending, unknown, cut, branched);
    }

    Front after(int instanceClass, boolean addressLate) {
      long bit = 1L << instanceClass;
      return new Front(
          thread,
          declaration,
          pc,
          registers,
          pending | bit,
          addressLate ? unknown | bit : unknown,
          cut,
          branched);
    }

    Front behind(long more) {
      return new Front(thread, declaration, pc, registers, pending, unknown, cut | more, branched);
    }

    Front branching(boolean late) {
      return new Front(thread, declaration, pc, registers, pending, unknown, cut, branched || late);
    }
  }

  /** The cells that the thread may read early. */
  public BitSet of(int number, ThreadState thread) {
    BitSet cells = new BitSet();
    int fixed = footprints.thread(number, thread.declaration);
    Front front = new Front(fixed, thread.declaration, thread.pc, new BitSet(), 0, 0, 0, false);
    BitSet late = new BitSet();
    for (int i = 0; i < thread.count; i++) {
      front = behind(thread, i, front, late, cells);
    }
    for (int i = 0; i < thread.registers; i++) {
      int reference = thread.registerReference[i];
      front = front.with(i, reference != ThreadState.NO_REFERENCE && late.get(reference / 2));
    }
    cells.or(known.computeIfAbsent(front, this::ahead));
    return cells;
  }

  /** What is late behind an instance of the window; adds to {@code late} and {@code cells}. */
  private Front behind(ThreadState thread, int index, Front front, BitSet late, BitSet cells) {
    Code code = thread.code[index];
    if (code.opcode == Opcode.FENCE) {
      return front.behind(cutBy(code, front));
    }
    if (!code.isAccess()) {
      boolean selects = code.opcode == Opcode.SELECT;
      boolean waits =
          selects
              ? refersTo(thread, index, code.needs[1], late)
                  && refersTo(thread, index, code.needs[2], late)
              : refersTo(thread, index, -1, late);
      late.set(index, waits);
      return front;
    }
    boolean mayFail = code.mayWriteNothing() && (thread.known[index] & Code.CONDITION) == 0;
    if (thread.done[index] || mayFail) {
      return front;
    }
    boolean addressLate =
        !thread.addressKnown(index) && refersTo(thread, index, code.needs[0], late);
    if (isLate(thread, index, front) || addressLate) {
      late.set(index);
      return front.after(code.instanceClass, addressLate);
    }
    if (thread.addressKnown(index)) {
      cells.set(thread.cell(index, 0));
    } else {
      cells.or(footprints.reads(front.thread, code.pc));
    }
    return front;
  }

  /** Whether an instance takes effect now or later though its address is known. */
  private boolean isLate(ThreadState thread, int index, Front front) {
    Code code = thread.code[index];
    if (code.opcode != Opcode.LOAD) {
      return true;
    }
    boolean cut = ((front.cut | rules.heldBack(front.pending)) >>> code.instanceClass & 1) != 0;
    ReadLog log = thread.log;
    boolean chose = log.isEmpty() || log.offered[index] != 0;
    return cut || chose && thread.addressKnown(index) && rules.mayGo(thread, index, false, 0);
  }

  /** Whether one of these operands, given as bits, is late. */
  private static boolean refersTo(ThreadState thread, int index, int operands, BitSet late) {
    Code code = thread.code[index];
    for (int i = 0; i < code.operands.length; i++) {
      int reference = thread.operandReference[thread.operandAt(index) + i];
      if ((operands >>> i & 1) != 0
          && reference != ThreadState.NO_REFERENCE
          && late.get(reference / 2)) {
        return true;
      }
    }
    return false;
  }

  /** The classes of accesses that a fence makes late. */
  private long cutBy(Code fence, Front front) {
    long cut = front.branched ? rules.behindBranches(fence) : 0;
    for (int later = 0; later < rules.classes(); later++) {
      boolean waits =
          (rules.fenced(fence, later) & front.pending) != 0
              || (rules.fencedAddresses(fence, later) & front.unknown) != 0;
      cut |= waits ? 1L << later : 0;
    }
    return cut;
  }

  /** What loads that fetch may still come to read early. */
  private BitSet ahead(Front start) {
    BitSet cells = new BitSet();
    Set<Front> seen = new HashSet<>();
    Deque<Front> open = new ArrayDeque<>();
    open.add(start);
    while (!open.isEmpty()) {
      Front front = open.remove();
      boolean everything = (rules.loads() & ~(front.cut | rules.heldBack(front.pending))) == 0;
      if (!everything && seen.add(front)) {
        Code code = program.threads[front.declaration][front.pc];
        Front next = pass(front, code, cells);
        if (next != null) {
          open.add(next.to(code.next));
          if (code.opcode == Opcode.BRANCH) {
            open.add(next.to(code.otherwise));
          }
        }
      }
    }
    return cells;
  }

  /** What is late behind an instruction; null where no load behind it is early. */
  private @Nullable Front pass(Front front, Code code, BitSet cells) {
    boolean late = isLate(front, IntStream.of(code.operands));
    if (code.mayWriteNothing()) {
      return front;
    }
    if (code.opcode == Opcode.STORE_CONDITIONAL && code.isPaired()) {
      // It may fail, and then nothing waits for it.
      return front.with(code.target, false);
    }
    return switch (code.opcode) {
      case LOAD -> {
        boolean addressLate = late;
        boolean cut = ((front.cut | rules.heldBack(front.pending)) >>> code.instanceClass & 1) != 0;
        if (!addressLate && !cut) {
          cells.or(footprints.reads(front.thread, code.pc));
          yield front.with(code.target, false);
        }
        yield front.after(code.instanceClass, addressLate).with(code.target, true);
      }
      case STORE, PAIRED_STORE, UNLOCK, LOCK, CAS2, CAS, FETCH_MODIFY, STORE_CONDITIONAL ->
          front
              .after(code.instanceClass, isLate(front, code.registers(0, code.addresses)))
              .after(code.failureClass, false)
              .with(code.target, true)
              .with(code.secondTarget, true);
      case ASSIGN -> front.with(code.target, late);
      case SELECT -> front.with(code.target, picksLate(front, code));
      case BRANCH, ASSUME -> front.branching(late);
      case FENCE ->
          program.propagates && code.isFullFence() ? null : front.behind(cutBy(code, front));
      case CHOOSE, STRONG_LOAD, ALLOCATE -> front.with(code.target, false);
      case ATOMIC_BEGIN -> code.isStrongBlock() ? front : null;
      case ASSERT, MARK, JUMP, ATOMIC_END, STRONG_STORE, OBSERVE, UNWRITTEN -> front;
      case SPAWN, JOIN, END -> null;
    };
  }

  /** Whether the value of one of these registers is late. */
  private static boolean isLate(Front front, IntStream registers) {
    return registers.anyMatch(front.registers::get);
  }

  /** Whether both values that a select may take are late. */
  private static boolean picksLate(Front front, Code code) {
    return isLate(front, code.registers(1, 2)) && isLate(front, code.registers(2, 3));
  }
}
