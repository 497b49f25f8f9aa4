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

  /** Whether instances can go on guesses, so that states carry what hangs on them. */
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
    bytes = out;
    at = offset;
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
      packMemory(state);
      close(start);
    }
    if (program.hasGeneralLaws) {
      packHistory(state);
    }
    for (int i = 0; i < state.threadCount; i++) {
      if (state.origin != null && (state.changedThreads >>> i & 1) == 0) {
        copy(state.origin, state.origin.threadStart(i), state.origin.threadEnd[i]);
      } else {
        int start = at++;
        packThread(state.threads[i]);
        close(start);
      }
    }
    return at;
  }

  /** Packs a thread alone, without its length; gives the end. */
  public int pack(ThreadState thread, byte[] out, int offset) {
    bytes = out;
    at = offset;
    packThread(thread);
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
    bytes = from;
    at = offset;
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

  private void packMemory(State state) {
    for (int i = 0; i < state.memories(); i++) {
      for (int cell : program.stored) {
        if (i == 0 || !program.isStrong(cell)) {
          put(zigzag(state.memory[i * program.cells + cell]));
        }
      }
    }
    if (program.propagates) {
      packCoherence(state.coherence);
    }
  }

  /** Instances thread by thread; then, for each step taken, which related ones came before it. */
  private void packHistory(State state) {
    History history = state.history;
    int threads = state.threadCount;
    laws.relate(state);
    put(history.count);
    for (int thread = 0; thread < threads; thread++) {
      for (int i = 0; i < history.count; i++) {
        if (history.thread[i] == thread) {
          put(thread);
          put(history.code[i].global);
          put(history.instanceClass[i]);
          put(history.cell[i] + 1L);
          put(history.secondCell[i] + 1L);
          put(zigzag(laws.comparesValues() ? history.value[i] : 0));
          put(history.performed[i]);
          put(history.steps[i]);
        }
      }
    }
    for (int thread = 0; thread < threads; thread++) {
      for (int i = 0; i < history.count; i++) {
        if (history.thread[i] == thread) {
          packOrder(state, i);
        }
      }
    }
  }

  private void packOrder(State state, int index) {
    History history = state.history;
    int threads = state.threadCount;
    for (long rest = history.performed[index]; rest != 0; rest &= rest - 1) {
      int step = Long.numberOfTrailingZeros(rest);
      for (int thread = 0; thread < threads; thread++) {
        for (int i = 0; i < history.count; i++) {
          if (history.thread[i] == thread) {
            long before = history.before(index, step, i);
            put(before == 0 ? 0 : before & laws.held(index, step, i));
          }
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

  private void packThread(ThreadState thread) {
    Code[] code = program.threads[thread.declaration];
    if (thread.ended) {
      put(0);
      if (program.observes) {
        put(thread.declaration);
      }
      if (program.propagates) {
        put(thread.views.seen);
      }
      return;
    }
    put(code[thread.pc].global + 1L);
    for (int register : code[thread.pc].live) {
      putOperand(thread.register[register], thread.registerReference[register]);
    }
    if (program.usesLink) {
      put(thread.link + 1L);
    }
    put(thread.count);
    for (int i = 0; i < thread.count; i++) {
      packInstance(thread, i);
    }
    if (program.runsAhead) {
      packLog(thread);
    } else if (program.propagates) {
      packViews(thread);
    }
  }

  private boolean hasReflections(Code code) {
    return !program.stages
        || !program.shared && code.opcode == Opcode.STORE
        || program.pairs && (code.isPaired() || code.isLinked())
        || program.hasGeneralLaws && laws.issues(code);
  }

  private void packInstance(ThreadState thread, int index) {
    Code code = thread.code[index];
    put(code.global);
    if (guesses) {
      put(thread.guess[index] + 1 << 1 | (thread.done[index] ? 1 : 0));
    }
    if (hasReflections(code)) {
      put(thread.reflected[index]);
    }
    int variable = code.allSlots() & ~code.constantSlots;
    if (variable == 0) {
      return;
    }
    int known = thread.known[index];
    put(known);
    int open = 0;
    for (int i = 0; i < code.slots.length; i++) {
      if ((variable & known & 1 << i) != 0) {
        put(zigzag(thread.slot(index, i)));
      } else if ((variable & 1 << i) != 0) {
        open |= code.needs[i];
      }
    }
    int first = thread.operandAt(index);
    for (int i = 0; i < code.operands.length; i++) {
      if ((open & 1 << i) != 0) {
        putOperand(thread.operand[first + i], thread.operandReference[first + i]);
      }
    }
  }

  /** Unpacks a state; {@code origin} is filled with where its parts lie. */
  public void unpack(byte[] from, int offset, State state, PackedState origin) {
    bytes = from;
    at = offset;
    origin.bytes = from;
    origin.start = offset;
    state.origin = origin;
    state.threadCount = (int) get();
    origin.threadCount = state.threadCount;
    state.failure = guesses ? (int) get() : 0;
    state.marks = guesses ? get() : 0;
    origin.memoryStart = at;
    get();
    for (int i = 0; i < state.memories(); i++) {
      for (int cell : program.stored) {
        if (i == 0 || !program.isStrong(cell)) {
          state.memory[i * program.cells + cell] = unzigzag(get());
        }
      }
    }
    if (program.propagates) {
      unpackCoherence(state.coherence);
    }
    origin.memoryEnd = at;
    if (program.hasGeneralLaws) {
      unpackHistory(state.history);
    }
    origin.threadsStart = at;
    for (int i = 0; i < state.threadCount; i++) {
      get();
      unpackThread(state.fresh(i));
      origin.threadEnd[i] = at;
    }
    state.agenda = 0;
    state.changedThreads = 0;
    state.changedMemory = false;
  }

  /** Unpacks a thread alone, whose part begins here. */
  public void unpack(byte[] from, int offset, ThreadState thread) {
    bytes = from;
    at = offset;
    get();
    unpackThread(thread);
  }

  private void unpackThread(ThreadState thread) {
    int global = (int) get() - 1;
    if (global < 0) {
      thread.start(program.observes ? (int) get() : 0, 0);
      thread.ended = true;
      if (program.propagates) {
        thread.views.seen = get();
      }
      return;
    }
    Code code = program.all[global];
    thread.start(code.declaration, program.registers(code.declaration));
    thread.pc = code.pc;
    for (int register : code.live) {
      getOperand(thread.register, thread.registerReference, register);
    }
    if (program.usesLink) {
      thread.link = (int) get() - 1;
    }
    int count = (int) get();
    for (int i = 0; i < count; i++) {
      unpackInstance(thread);
    }
    if (program.runsAhead) {
      unpackLog(thread);
    } else if (program.propagates) {
      unpackViews(thread);
    }
  }

  private void unpackInstance(ThreadState thread) {
    Code code = program.all[(int) get()];
    int flags = guesses ? (int) get() : 0;
    int guess = guesses ? (flags >> 1) - 1 : ThreadState.NO_GUESS;
    code = guess == 0 && code.unwritten != null ? code.unwritten : code;
    int index = thread.restore(code, guess);
    thread.done[index] = (flags & 1) != 0;
    if (hasReflections(code)) {
      thread.reflected[index] = (int) get();
    }
    int variable = code.allSlots() & ~code.constantSlots;
    if (variable == 0) {
      return;
    }
    int known = (int) get();
    thread.known[index] = known;
    int open = 0;
    for (int i = 0; i < code.slots.length; i++) {
      if ((variable & known & 1 << i) != 0) {
        thread.setSlot(index, i, unzigzag(get()));
      } else if ((variable & 1 << i) != 0) {
        open |= code.needs[i];
      }
    }
    int first = thread.operandAt(index);
    for (int i = 0; i < code.operands.length; i++) {
      if ((open & 1 << i) != 0) {
        getOperand(thread.operand, thread.operandReference, first + i);
      }
    }
  }
}
