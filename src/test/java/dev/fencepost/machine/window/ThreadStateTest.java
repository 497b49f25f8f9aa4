// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.window;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fencepost.ir.Program;
import dev.fencepost.machine.StartedMachine;
import java.util.Arrays;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Threads with their windows, by hand: what is copied, what is alike, and what leaves. */
class ThreadStateTest {
  private static final int COUNT = 3;

  /** More instances than there is room for at first. */
  private static final int MANY = 20;

  private static final int LIVE = 1;

  private static ProgramCode program(String model) throws Exception {
    return StartedMachine.ofC(
            model,
            """
            #include <stdatomic.h>
            static atomic_int a, b;
            int main(void) {
              int r = atomic_load_explicit(&a, memory_order_relaxed);
              atomic_store_explicit(&b, r + 1, memory_order_relaxed);
              return 0;
            }
            """)
        .machine()
        .program;
  }

  private static Code code(ProgramCode program, Opcode opcode) {
    return Arrays.stream(program.all)
        .filter(each -> each.opcode == opcode)
        .findFirst()
        .orElseThrow();
  }

  /** A window of a load and stores, each of which has its own numbers. */
  private static ThreadState filled(ProgramCode program, int count) {
    ThreadState thread = new ThreadState(program);
    thread.start(0, program.maxRegisters);
    for (int i = 0; i < count; i++) {
      Code code = code(program, i == 0 ? Opcode.LOAD : Opcode.STORE);
      int index = thread.restore(code, i % 2);
      thread.known[index] = i + 1;
      thread.reflected[index] = i + 2;
      thread.done[index] = i % 3 == 0;
      for (int slot = 0; slot < program.maxSlots; slot++) {
        thread.slot[index * program.maxSlots + slot] = 10L * i + slot;
      }
      for (int j = 0; j < program.maxOperands; j++) {
        thread.operand[thread.operandAt(index) + j] = 20L * i + j;
        thread.operandReference[thread.operandAt(index) + j] = i;
      }
    }
    thread.pc = 1;
    thread.link = 5;
    thread.register[LIVE] = 7;
    if (program.runsAhead) {
      thread.log.add(1, 2, false);
    }
    thread.views.seen = program.propagates ? 3 : 0;
    return thread;
  }

  private static boolean areAlike(ThreadState thread, ThreadState other) {
    boolean alike = thread.sameAs(other, new int[] {LIVE});
    assertThat(other.sameAs(thread, new int[] {LIVE})).isEqualTo(alike);
    return alike;
  }

  @ParameterizedTest
  @ValueSource(strings = {"sc", "armv8", "power"})
  void aCopyIsAlikeAndADifferentThreadIsNot(String model) throws Exception {
    ProgramCode program = program(model);
    ThreadState thread = filled(program, COUNT);
    Consumer<Consumer<ThreadState>> requireDifferent =
        change -> {
          ThreadState copy = new ThreadState(program);
          copy.copyFrom(thread);
          assertThat(areAlike(thread, copy)).isTrue();
          change.accept(copy);
          assertThat(areAlike(thread, copy)).isFalse();
        };
    requireDifferent.accept(other -> other.pc++);
    requireDifferent.accept(other -> other.declaration++);
    requireDifferent.accept(other -> other.count--);
    requireDifferent.accept(other -> other.register[LIVE]++);
    requireDifferent.accept(other -> other.registerReference[LIVE]++);
    requireDifferent.accept(other -> other.code[COUNT - 1] = other.code[0]);
    requireDifferent.accept(other -> other.known[COUNT - 1]++);
    requireDifferent.accept(other -> other.guess[COUNT - 1]++);
    requireDifferent.accept(other -> other.done[COUNT - 1] ^= true);
    requireDifferent.accept(other -> other.reflected[COUNT - 1]++);
    for (int i = 0; i < COUNT * program.maxSlots; i++) {
      int at = i;
      requireDifferent.accept(other -> other.slot[at]++);
    }
    for (int i = 0; i < COUNT * program.maxOperands; i++) {
      int at = i;
      requireDifferent.accept(other -> other.operandReference[at]++);
    }
    if (program.runsAhead) {
      requireDifferent.accept(other -> other.log.add(1, 2, false));
    }
    if (program.propagates) {
      requireDifferent.accept(other -> other.views.seen++);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"sc", "armv8", "power"})
  void aCopyOfMoreInstancesThanThereWasRoomForIsAlike(String model) throws Exception {
    ProgramCode program = program(model);
    ThreadState thread = filled(program, MANY);
    ThreadState copy = new ThreadState(program);
    copy.copyFrom(thread);
    assertThat(areAlike(thread, copy)).isTrue();
    assertThat(copy.link).isEqualTo(5);
    assertThat(copy.operand).startsWith(Arrays.copyOf(thread.operand, MANY * program.maxOperands));
  }

  @ParameterizedTest
  @ValueSource(strings = {"armv8", "power"})
  void aValueOfNothingHasNoView(String model) throws Exception {
    ThreadState thread = filled(program(model), COUNT);
    thread.log.register[LIVE] = 9;
    thread.views.register[2 * LIVE] = 9;
    thread.views.register[2 * LIVE + 1] = 9;
    thread.set(LIVE, 4);
    assertThat(thread.register[LIVE]).isEqualTo(4);
    boolean ahead = thread.noted == thread.log;
    assertThat(thread.log.register[LIVE]).isEqualTo(ahead ? ReadView.START : 9);
    assertThat(thread.views.register[2 * LIVE]).isEqualTo(ahead ? 9 : 0);
    assertThat(thread.views.register[2 * LIVE + 1]).isEqualTo(ahead ? 9 : 0);
  }

  @Test
  void aSwapOfTwoWordsAccessesBoth() throws Exception {
    StartedMachine started =
        StartedMachine.ofC(
            "sc",
            """
            #include <fencepost.h>
            static int a; static int b; static int c;
            int main(void) { return cas2(&a, &b, 0, 0, 1, 1) + c; }
            """);
    ThreadState thread = new ThreadState(started.machine().program);
    int swap = thread.restore(code(started.machine().program, Opcode.CAS2), ThreadState.NO_GUESS);
    thread.setSlot(swap, 0, Program.addressOf(started.cell("a")));
    thread.setSlot(swap, 1, Program.addressOf(started.cell("b")));
    assertThat(thread.accesses(swap, started.cell("a"))).isTrue();
    assertThat(thread.accesses(swap, started.cell("b"))).isTrue();
    assertThat(thread.accesses(swap, started.cell("c"))).isFalse();
    int load = thread.restore(code(started.machine().program, Opcode.LOAD), 0);
    thread.setSlot(load, 0, Program.addressOf(started.cell("c")));
    thread.slot[load * started.machine().program.maxSlots + 1] =
        Program.addressOf(started.cell("b"));
    assertThat(thread.accesses(load, started.cell("c"))).isTrue();
    assertThat(thread.accesses(load, started.cell("b"))).isFalse();
  }

  /** A place that another instance had. */
  @ParameterizedTest
  @ValueSource(strings = {"sc", "armv8", "power"})
  void aNewInstanceHasItsConstantsAlone(String model) throws Exception {
    ProgramCode program = program(model);
    ThreadState thread = filled(program, COUNT);
    thread.remove(COUNT - 1);
    Code load = code(program, Opcode.LOAD);
    int index = thread.restore(load, ThreadState.NO_GUESS);
    assertThat(index).isEqualTo(COUNT - 1);
    assertThat(thread.known[index]).isEqualTo(load.constantSlots);
    assertThat(thread.guess[index]).isEqualTo(ThreadState.NO_GUESS);
    assertThat(thread.done[index]).isFalse();
    assertThat(thread.reflected[index]).isZero();
    for (int slot = 0; slot < program.maxSlots; slot++) {
      long constant = slot < load.slots.length ? load.constants[slot] : 0;
      assertThat(thread.slot(index, slot)).isEqualTo(constant);
    }
    for (int i = thread.operandAt(index); i < thread.operandAt(index + 1); i++) {
      assertThat(thread.operandReference[i]).isEqualTo(ThreadState.NO_REFERENCE);
    }
  }

  /** References to what is behind the instance move with it. */
  @ParameterizedTest
  @ValueSource(strings = {"sc", "armv8", "power"})
  void whatIsBehindAnInstanceThatLeavesMovesDown(String model) throws Exception {
    ProgramCode program = program(model);
    ThreadState thread = filled(program, COUNT);
    int[] references = new int[program.maxOperands];
    Arrays.fill(references, 4);
    System.arraycopy(
        references, 0, thread.operandReference, thread.operandAt(2), references.length);
    ThreadState before = new ThreadState(program);
    before.copyFrom(thread);
    thread.remove(1);
    assertThat(thread.count).isEqualTo(COUNT - 1);
    assertThat(thread.known[1]).isEqualTo(before.known[2]);
    assertThat(thread.guess[1]).isEqualTo(before.guess[2]);
    assertThat(thread.done[1]).isEqualTo(before.done[2]);
    assertThat(thread.reflected[1]).isEqualTo(before.reflected[2]);
    assertThat(thread.known[0]).isEqualTo(before.known[0]);
    for (int slot = 0; slot < program.maxSlots; slot++) {
      assertThat(thread.slot(1, slot)).isEqualTo(before.slot(2, slot));
    }
    for (int i = 0; i < program.maxOperands; i++) {
      assertThat(thread.operand[thread.operandAt(1) + i])
          .isEqualTo(before.operand[before.operandAt(2) + i]);
      assertThat(thread.operandReference[thread.operandAt(1) + i]).isEqualTo(2);
    }
  }
}
