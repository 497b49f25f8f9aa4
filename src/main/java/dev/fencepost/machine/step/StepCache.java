// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.step;

import dev.fencepost.collect.PairCache;
import dev.fencepost.collect.PairCache.Record;
import dev.fencepost.ir.Program;
import dev.fencepost.machine.window.PackedState;
import dev.fencepost.transition.Successors;
import java.util.Arrays;

/**
 * Remembers what the steps of a thread, all of them or a single one, lead to. They depend on the
 * thread's own part of a packed state and on memory, and change nothing else: with several threads
 * the same pair is met in very many states. What does look at other threads (a join, an end that a
 * join waits for, a thread that is started) is found out when it is computed, and is computed each
 * time.
 */
final class StepCache {
  /** Said by {@link #find} of steps that are to be computed and then learnt. */
  static final int UNKNOWN = PairCache.ABSENT;

  /** Said by {@link #find} of steps that look at other threads. */
  static final int NEVER = -2;

  private static final int MAX_BYTES = 1 << 26;

  private final StateCodec codec;
  private final PairCache cache = new PairCache(MAX_BYTES);
  private final Record record = new Record();
  private final PackedState successor = new PackedState();

  /** The state that is being expanded. */
  private PackedState state = new PackedState();

  StepCache(StateCodec codec) {
    this.codec = codec;
  }

  /** The key of all steps of a thread. */
  static int keyOf(int number) {
    return number;
  }

  /** The key of a thread's step of an instance, or at fetch. */
  static int keyOf(int number, int index) {
    return number + (index - StepLog.AT_FETCH + 1) * Program.MAX_THREADS;
  }

  /** A state is about to be expanded. */
  void begin(PackedState expanded) {
    state = expanded;
    cache.setFirst(state.bytes, state.memoryStart, state.memoryEnd - state.memoryStart);
  }

  /** Where the steps with a key are remembered, {@link #UNKNOWN} or {@link #NEVER}. */
  int find(int key, int number) {
    int start = state.threadStart(number);
    int found = cache.find(key, state.bytes, start, state.threadEnd[number] - start);
    return found != UNKNOWN && cache.intAt(found) < 0 ? NEVER : found;
  }

  /** Writes what the steps at a place lead to; gives how many steps there are. */
  int replay(int place, int number, Successors out) {
    int start = state.threadStart(number);
    int stateEnd = state.threadEnd[state.threadCount - 1];
    int at = place + 2 * Integer.BYTES;
    for (int rest = cache.intAt(place + Integer.BYTES); rest > 0; rest--) {
      int code = cache.intAt(at);
      int memory = cache.intAt(at + Integer.BYTES);
      int thread = cache.intAt(at + 2 * Integer.BYTES);
      at += 3 * Integer.BYTES;
      byte[] target = out.reserve(stateEnd - state.start + memory + thread);
      int end = copy(state.bytes, state.start, state.memoryStart, target, out.end());
      if (memory == 0) {
        end = copy(state.bytes, state.memoryStart, start, target, end);
      } else {
        end = copy(cache.bytes(), at, at + memory, target, end);
        end = copy(state.bytes, state.memoryEnd, start, target, end);
      }
      at += memory;
      end = copy(cache.bytes(), at, at + thread, target, end);
      end = copy(state.bytes, state.threadEnd[number], stateEnd, target, end);
      at += thread;
      out.add(end, code);
    }
    return cache.intAt(place);
  }

  private static int copy(byte[] from, int start, int end, byte[] to, int at) {
    System.arraycopy(from, start, to, at, end - start);
    return at + end - start;
  }

  /**
   * Learns what the steps of a thread lead to: the successors from {@code first} on.
   *
   * @param steps how many steps there are, or {@link #NEVER}
   */
  void learn(int key, int number, int steps, Successors out, int first) {
    int known = steps;
    record.clear();
    record.putInt(steps);
    record.putInt(out.count() - first);
    for (int i = first; i < out.count() && known != NEVER; i++) {
      codec.locate(out.bytes(), out.start(i), successor);
      if (!state.sharesOthers(number, successor)) {
        known = NEVER;
      }
      boolean sameMemory =
          Arrays.equals(
              state.bytes,
              state.memoryStart,
              state.memoryEnd,
              successor.bytes,
              successor.memoryStart,
              successor.memoryEnd);
      int memory = sameMemory ? 0 : successor.memoryEnd - successor.memoryStart;
      int start = successor.threadStart(number);
      int thread = successor.threadEnd[number] - start;
      record.putInt(out.code(i));
      record.putInt(memory);
      record.putInt(thread);
      record.put(successor.bytes, successor.memoryStart, memory);
      record.put(successor.bytes, start, thread);
    }
    if (known == NEVER) {
      record.clear();
      record.putInt(NEVER);
    }
    int start = state.threadStart(number);
    cache.add(key, state.bytes, start, state.threadEnd[number] - start, record);
  }
}
