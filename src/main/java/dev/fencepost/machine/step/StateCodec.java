// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.step;

import dev.fencepost.machine.order.GeneralLaws;
import dev.fencepost.machine.window.Code;
import dev.fencepost.machine.window.History;
import dev.fencepost.machine.window.Opcode;
import dev.fencepost.machine.window.PackedState;
import dev.fencepost.machine.window.ProgramCode;
import dev.fencepost.machine.window.State;
import dev.fencepost.machine.window.ThreadState;

/**
 * Packs states into bytes and back. Numbers take as few bytes as they need, most of them one. Dead
 * registers, gaps and what instances no longer need are left out, so that states which behave alike
 * have the same bytes.
 */
public final class StateCodec extends LogCodec {
  private static final int NUMBER = 10;

  private final GeneralLaws laws;

  /** Whether instances can go on guesses, so that states carry what depends on them. */
  private final boolean guesses;

  public StateCodec(ProgramCode program, GeneralLaws laws, boolean guesses) {
    super(program);
    this.laws = laws;
    this.guesses = guesses;
  }

  /** The most bytes that a state can take. */
  public int bound(State state) {
    int numbers = 5 + program.stored.length * state.memories() + coherenceNumbers(state);
    if (program.hasGeneralLaws) {
      numbers += state.history.count * (8 + state.history.count * (1 + state.memories()));
    }
    for (int i = 0; i < state.threadCount; i++) {
      numbers += numbers(state.threads[i]);
    }
    return numbers * NUMBER;
  }

  /** Packs a state into {@code out} from {@code offset}; gives the end. */
  public int pack(State state, byte[] out, int offset) {
    begin(out, offset, false);
    beginViews(state);
    put(state.threadCount);
    if (guesses) {
      put(state.failure);
      put(state.marks);
    }
    if (state.origin != null && !state.changedMemory) {
      copy(state.origin, state.origin.memoryStart, state.origin.memoryEnd);
    } else {
      int start = at++;
      memory(state);
      close(start);
    }
    if (program.hasGeneralLaws) {
      packHistory(state);
    }
    for (int i = 0; i < state.threadCount; i++) {
      if (state.origin != null && !state.changedThreads.contains(i)) {
        copy(state.origin, state.origin.threadStart(i), state.origin.threadEnd[i]);
      } else {
        int start = at++;
        thread(state.threads[i]);
        close(start);
      }
    }
    return at;
  }

  /** Packs a thread alone, without its length; gives the end. */
  public int pack(ThreadState thread, byte[] out, int offset) {
    begin(out, offset, false);
    thread(thread);
    return at;
  }

  /** The most bytes that a thread can take. */
  public int bound(ThreadState thread) {
    return numbers(thread) * NUMBER;
  }

  private int numbers(ThreadState thread) {
    int instance = 4 + program.maxSlots + program.maxOperands;
    int numbers = 5 + program.maxRegisters + thread.count * instance;
    if (program.propagates) {
      return numbers + viewNumbers(thread);
    }
    return program.runsAhead
        ? 3 * numbers + 9 + 2 * thread.log.events + 2 * thread.log.marks + thread.log.done.length
        : numbers;
  }

  /** Writes the length of the part that begins here, in the byte left free for it or in more. */
  private void close(int start) {
    int length = at - start - 1;
    int more = (Integer.SIZE - 1 - Integer.numberOfLeadingZeros(length | 1)) / 7;
    if (more > 0) {
      System.arraycopy(bytes, start + 1, bytes, start + 1 + more, length);
    }
    at = start;
    put(length);
    at += length;
  }

  /** Finds the parts of a packed state, of a machine without history, without reading them. */
  public void locate(byte[] from, int offset, PackedState origin) {
    begin(from, offset, true);
    origin.bytes = from;
    origin.start = offset;
    origin.threadCount = (int) get();
    if (guesses) {
      long failure = get();
      origin.undecided = (failure | get()) != 0;
    }
    origin.memoryStart = at;
    at = (int) get() + at;
    origin.memoryEnd = at;
    origin.threadsStart = at;
    for (int i = 0; i < origin.threadCount; i++) {
      at = (int) get() + at;
      origin.threadEnd[i] = at;
    }
  }

  private void copy(PackedState origin, int start, int end) {
    System.arraycopy(origin.bytes, start, bytes, at, end - start);
    at += end - start;
  }

  private void memory(State state) {
    for (int i = 0; i < state.memories(); i++) {
      for (int cell : program.stored) {
        if (i == 0 || !program.isStrong(cell)) {
          int place = i * program.cells + cell;
          state.memory[place] = signed(state.memory[place]);
        }
      }
    }
    if (program.propagates) {
      coherence(state.coherence);
    }
  }

  /** Instances thread by thread; then, for each step taken, which related ones came before it. */
  private void packHistory(State state) {
    History history = state.history;
    laws.relate(state);
    put(history.count);
    int[] order = history.byThread(state.threadCount);
    for (int i : order) {
      put(history.thread[i]);
      put(history.code[i].global);
      put(history.instanceClass[i]);
      put(history.cell[i] + 1L);
      put(history.secondCell[i] + 1L);
      put(zigzag(laws.comparesValues() ? history.value[i] : 0));
      put(history.performed[i]);
      put(history.steps[i]);
    }
    for (int i : order) {
      for (long rest = history.performed[i]; rest != 0; rest &= rest - 1) {
        int step = Long.numberOfTrailingZeros(rest);
        for (int other : order) {
          long before = history.before(i, step, other);
          put(before == 0 ? 0 : before & laws.held(i, step, other));
        }
      }
    }
  }

  private void unpackHistory(History history) {
    history.clear();
    int count = (int) get();
    for (int i = 0; i < count; i++) {
      int thread = (int) get();
      int index = history.add(thread, program.all[(int) get()], 0);
      history.instanceClass[index] = (int) get();
      history.cell[index] = (int) get() - 1;
      history.secondCell[index] = (int) get() - 1;
      history.value[index] = unzigzag(get());
      history.performed[index] = get();
      history.steps[index] = get();
    }
    for (int i = 0; i < count; i++) {
      for (long rest = history.performed[i]; rest != 0; rest &= rest - 1) {
        int step = Long.numberOfTrailingZeros(rest);
        for (int j = 0; j < count; j++) {
          history.setBefore(i, step, j, get());
        }
      }
    }
  }

  private void thread(ThreadState thread) {
    int place = number(thread.ended ? 0 : program.next(thread).global + 1);
    if (place == 0) {
      end(thread);
      return;
    }
    Code next = program.all[place - 1];
    if (reading) {
      thread.start(next.declaration, program.registers(next.declaration));
      thread.pc = next.pc;
    }
    for (int register : next.live) {
      operand(thread.register, thread.registerReference, register);
    }
    if (program.usesLink) {
      thread.link = number(thread.link + 1) - 1;
    }
    int count = number(thread.count);
    for (int i = 0; i < count; i++) {
      instance(thread, i);
    }
    if (program.runsAhead) {
      log(thread);
    } else if (program.propagates) {
      views(thread);
    }
  }

  /** A thread that has ended. */
  private void end(ThreadState thread) {
    int declaration = program.observes ? number(thread.declaration) : 0;
    if (reading) {
      thread.start(declaration, 0);
      thread.ended = true;
    }
    if (program.propagates) {
      thread.views.seen = number(thread.views.seen);
    }
  }

  private boolean hasReflections(Code code) {
    return !program.stages
        || !program.shared && code.opcode == Opcode.STORE
        || program.pairs && (code.isPaired() || code.isLinked())
        || program.hasGeneralLaws && laws.issues(code);
  }

  private void instance(ThreadState thread, int index) {
    if (reading) {
      restore(thread);
    } else {
      put(thread.code[index].global);
      if (guesses) {
        put(thread.guess[index] + 1 << 1 | (thread.done[index] ? 1 : 0));
      }
    }
    Code code = thread.code[index];
    if (hasReflections(code)) {
      thread.reflected[index] = number(thread.reflected[index]);
    }
    int variable = code.allSlots() & ~code.constantSlots;
    if (variable == 0) {
      return;
    }
    int known = number(thread.known[index]);
    thread.known[index] = known;
    int open = 0;
    for (int i = 0; i < code.slots.length; i++) {
      if ((variable & known & 1 << i) != 0) {
        thread.setSlot(index, i, signed(thread.slot(index, i)));
      } else if ((variable & 1 << i) != 0) {
        open |= code.needs[i];
      }
    }
    int first = thread.operandAt(index);
    for (int i = 0; i < code.operands.length; i++) {
      if ((open & 1 << i) != 0) {
        operand(thread.operand, thread.operandReference, first + i);
      }
    }
  }

  /** Reads which instance is next, and adds it to the window. */
  private void restore(ThreadState thread) {
    Code code = program.all[(int) get()];
    int flags = guesses ? (int) get() : 0;
    int guess = guesses ? (flags >> 1) - 1 : ThreadState.NO_GUESS;
    int index = thread.restore(guess == 0 && code.unwritten != null ? code.unwritten : code, guess);
    thread.done[index] = (flags & 1) != 0;
  }

  /** Unpacks a state; {@code origin} is filled with where its parts lie. */
  public void unpack(byte[] from, int offset, State state, PackedState origin) {
    begin(from, offset, true);
    origin.bytes = from;
    origin.start = offset;
    state.origin = origin;
    state.threadCount = (int) get();
    origin.threadCount = state.threadCount;
    state.failure = guesses ? (int) get() : 0;
    state.marks = guesses ? get() : 0;
    origin.memoryStart = at;
    get();
    memory(state);
    origin.memoryEnd = at;
    if (program.hasGeneralLaws) {
      unpackHistory(state.history);
    }
    origin.threadsStart = at;
    for (int i = 0; i < state.threadCount; i++) {
      get();
      thread(state.fresh(i));
      origin.threadEnd[i] = at;
    }
    state.agenda.clear();
    state.changedThreads.clear();
    state.changedMemory = false;
  }

  /** Unpacks a thread alone, whose part begins here. */
  public void unpack(byte[] from, int offset, ThreadState thread) {
    begin(from, offset, true);
    get();
    thread(thread);
  }
}
