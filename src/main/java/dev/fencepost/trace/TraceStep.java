// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.trace;

import dev.fencepost.source.Origin;
import java.util.List;

/**
 * One visible step of a run.
 *
 * @param thread the column, an index into {@link Trace#threads}; -1 where nothing happens
 * @param origin the instruction that took the step
 * @param access the access of {@link Trace#accesses} that the step performs, or -1
 * @param effect what the step did: {@code to_data := 0}, {@code root = 1 (forwarded)}
 * @param local what the thread then did by itself: branches, moves, stores that became pending
 * @param memory all memory after the step
 * @param views all threads after the step
 */
public record TraceStep(
    int thread,
    Kind kind,
    Origin origin,
    int access,
    String effect,
    List<LocalEvent> local,
    List<NamedValue> memory,
    List<ThreadView> views) {

  public TraceStep {
    local = List.copyOf(local);
    memory = List.copyOf(memory);
    views = List.copyOf(views);
  }

  /** What kind of step it is. */
  public enum Kind {
    /** The threads' local work before the first visible step. */
    START,
    LOAD,
    /** A store reaches memory. */
    REFLECT,
    READ_MODIFY_WRITE,
    ATOMIC,
    STRONG,
    ALLOCATE,
    /** Nothing happens: the run has ended and repeats its last state. */
    STUTTER
  }

  /** A local step, that no other thread can see. */
  public record LocalEvent(int thread, Origin origin, String text) {
    @Override
    public String toString() {
      return text;
    }
  }

  /** A thread as it stands: where it is, its registers, and what is pending, in program order. */
  public record ThreadView(
      String name, String at, List<NamedValue> registers, List<String> window) {
    public ThreadView {
      registers = List.copyOf(registers);
      window = List.copyOf(window);
    }
  }
}
