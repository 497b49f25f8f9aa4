// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.step;

import dev.fencepost.collect.PairCache;
import dev.fencepost.collect.PairCache.Record;
import dev.fencepost.ir.Program;
import dev.fencepost.machine.step.Bystanders.Outcome;
import dev.fencepost.machine.window.PackedState;
import dev.fencepost.transition.Successors;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Memoises the successors by a thread, or by a single step of it, in whole states. They depend on
 * the thread's local state and on memory, and change nothing else; with several threads this pair
 * is met in very many states. Where loads run ahead they also depend on other threads and change
 * them, see {@link Bystanders}. Steps that read other threads (a join, an end that a join waits
 * for, a thread that is started) are found out when they are taken, and are taken each time.
 */
final class StepCache {
  /** The place of steps that are to be taken and then memoised. */
  static final int UNKNOWN = PairCache.ABSENT;

  /** The place of steps that read other threads: they are taken each time. */
  static final int NEVER = -2;

  /** In place of a number of steps: a reaction is unknown, and they are to be taken. */
  static final int MISSED = -3;

  /** In place of an instance: all steps of the thread. */
  static final int ALL = StepLog.AT_FETCH - 1;

  private static final int MAX_BYTES = 1 << 26;
  private static final int HEADER_BYTES = 5 * Integer.BYTES;

  private final StateCodec codec;
  private final PairCache cache = new PairCache(MAX_BYTES);
  private final Record record = new Record();
  private final PackedState successor = new PackedState();

  /** Null where threads do not react. */
  private final @Nullable Bystanders others;

  /** The state that is being expanded. */
  private PackedState state = new PackedState();

  /**
   * @param others the threads that react to writes, or null
   */
  StepCache(StateCodec codec, @Nullable Bystanders others) {
    this.codec = codec;
    this.others = others;
  }

  /** The key of a thread's step of an instance, or at fetch; or of {@link #ALL} its steps. */
  private static int keyOf(int number, int index) {
    return number + (index - ALL) * Program.MAX_THREADS;
  }

  /** A state is about to be expanded. */
  void begin(PackedState expanded) {
    state = expanded;
    if (others == null) {
      cache.setFirst(state.bytes, state.memoryStart, state.memoryEnd - state.memoryStart);
    } else {
      others.begin(state);
    }
  }

  /** The place of the memoised steps of an instance, {@link #UNKNOWN} or {@link #NEVER}. */
  int find(int number, int index) {
    if (others != null) {
      others.setContext(number, cache);
    }
    int start = state.threadStart(number);
    int length = state.threadEnd[number] - start;
    int found = cache.find(keyOf(number, index), state.bytes, start, length);
    return found != UNKNOWN && cache.intAt(found) < 0 ? NEVER : found;
  }

  /** Writes what the steps at a place lead to; gives how many steps there are, or MISSED. */
  int replay(int place, int number, Successors out) {
    int first = out.count();
    int at = place + 2 * Integer.BYTES;
    for (int rest = cache.intAt(place + Integer.BYTES); rest > 0; rest--) {
      int memory = cache.intAt(at + Integer.BYTES);
      int thread = cache.intAt(at + 2 * Integer.BYTES);
      int writes = cache.intAt(at + 4 * Integer.BYTES);
      int effect = at + HEADER_BYTES + memory + thread;
      Outcome outcome =
          others == null
              ? Outcome.KNOWN
              : others.react(
                  number, cache.intAt(at + 3 * Integer.BYTES), cache.bytes(), effect, writes);
      if (outcome == Outcome.UNKNOWN) {
        out.cutTo(first);
        return MISSED;
      }
      if (outcome == Outcome.KNOWN) {
        write(at, number, out);
      }
      at = effect + writes;
    }
    return cache.intAt(place);
  }

  /** Writes the successor of which the record begins here. */
  private void write(int at, int number, Successors out) {
    int memory = cache.intAt(at + Integer.BYTES);
    int thread = cache.intAt(at + 2 * Integer.BYTES);
    int own = at + HEADER_BYTES + memory;
    int stateEnd = state.threadEnd[state.threadCount - 1];
    int grown = others == null ? 0 : others.bound(number);
    byte[] target = out.reserve(stateEnd - state.start + memory + thread + grown);
    int end = copy(state.bytes, state.start, state.memoryStart, target, out.end());
    end =
        memory == 0
            ? copy(state.bytes, state.memoryStart, state.memoryEnd, target, end)
            : copy(cache.bytes(), at + HEADER_BYTES, own, target, end);
    if (others == null) {
      end = copy(state.bytes, state.memoryEnd, state.threadStart(number), target, end);
      end = copy(cache.bytes(), own, own + thread, target, end);
      end = copy(state.bytes, state.threadEnd[number], stateEnd, target, end);
    } else {
      for (int other = 0; other < state.threadCount; other++) {
        end =
            other == number
                ? copy(cache.bytes(), own, own + thread, target, end)
                : others.write(other, target, end);
      }
    }
    out.add(end, cache.intAt(at));
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
  void learn(int number, int index, int steps, Successors out, int first) {
    boolean known = steps != NEVER;
    record.clear();
    record.putInt(steps);
    record.putInt(out.count() - first);
    for (int i = first; i < out.count() && known; i++) {
      known = add(number, out, i, i - first);
    }
    if (!known) {
      record.clear();
      record.putInt(NEVER);
    }
    if (others != null) {
      others.setContext(number, cache);
    }
    int start = state.threadStart(number);
    int length = state.threadEnd[number] - start;
    cache.add(keyOf(number, index), state.bytes, start, length, record);
  }

  /** Adds a successor to the record; {@code false} where it depends on other threads. */
  private boolean add(int number, Successors out, int index, int note) {
    codec.locate(out.bytes(), out.start(index), successor);
    boolean known =
        others == null
            ? state.sharesOthers(number, successor)
            : out.code(index) == Successors.FINE
                && !successor.undecided
                && state.threadCount == successor.threadCount;
    if (!known) {
      return false;
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
    record.putInt(out.code(index));
    record.putInt(memory);
    record.putInt(thread);
    record.putInt(others == null ? 0 : others.outlook(successor, number));
    record.putInt(others == null ? 0 : others.notes.length(note));
    record.put(successor.bytes, successor.memoryStart, memory);
    record.put(successor.bytes, start, thread);
    if (others != null) {
      others.notes.addTo(record, note);
    }
    return true;
  }

  /** Learns how other threads react, from the successors from {@code first} on. */
  void learnReactions(int number, Successors out, int first) {
    for (int i = first; others != null && i < out.count(); i++) {
      codec.locate(out.bytes(), out.start(i), successor);
      if (out.code(i) == Successors.FINE && successor.threadCount == state.threadCount) {
        others.learn(number, successor, i - first);
      }
    }
  }
}
