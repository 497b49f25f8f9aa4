// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.trace;

import dev.fencepost.source.Origin;
import dev.fencepost.source.SourceSpan;
import java.util.List;
import java.util.Optional;

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
 * @param passed earlier accesses of the thread that had not finished when the step was taken
 */
public record TraceStep(
    int thread,
    Kind kind,
    Origin origin,
    int access,
    String effect,
    List<LocalEvent> local,
    List<NamedValue> memory,
    List<ThreadView> views,
    List<Passed> passed) {

  /** In the effect of a store that reaches one memory of several; threads follow. */
  public static final String SEEN_BY = "seen by thread ";

  /** With this begins the effect of a load. */
  private static final String READS = "reads ";

  /** In the effect of a load that read ahead of what stopped fetch, a value that is still there. */
  public static final String EARLY = "early, before what stopped it";

  /** As {@link #EARLY}, where the cell has been written since. */
  public static final String OLDER = "early: the cell has been written since";

  /** In the effect of a step that does not see a write, where these reach threads one by one. */
  public static final String NOT_SEEN = "not seen";

  /** As {@link #NOT_SEEN}, of a load that reads an older write. */
  public static final String OLDER_WRITE = NOT_SEEN + ": a later write to the cell";

  /** As {@link #NOT_SEEN}, of a store that comes before a write that is there, by coherence. */
  public static final String OVERWRITTEN = NOT_SEEN + ": a write that overwrites this one";

  public TraceStep {
    local = List.copyOf(local);
    memory = List.copyOf(memory);
    views = List.copyOf(views);
    passed = List.copyOf(passed);
  }

  /** This step with other views of the threads after it. */
  TraceStep withViews(List<ThreadView> others) {
    return new TraceStep(thread, kind, origin, access, effect, local, memory, others, passed);
  }

  /** What a cell holds after the step. */
  public Optional<String> value(String cell) {
    return memory.stream()
        .filter(each -> each.name().equals(cell))
        .map(NamedValue::value)
        .findFirst();
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
    /** Whether it is a load that read memory in the step of another instance. */
    public boolean isRead() {
      return text.startsWith(READS);
    }

    @Override
    public String toString() {
      return text;
    }
  }

  /**
   * An unfinished access that a step did not wait for.
   *
   * @param access an index into {@link Trace#accesses}
   * @param why why it need not: which laws there are, for people
   */
  public record Passed(int access, String why) {}

  /**
   * A thread as it stands.
   *
   * @param at where it is, for people
   * @param place where it is in the source
   * @param window what is under way, in program order, and the next instruction where it waits
   */
  public record ThreadView(
      String name, String at, SourceSpan place, List<NamedValue> registers, List<Pending> window) {
    public ThreadView {
      registers = List.copyOf(registers);
      window = List.copyOf(window);
    }

    ThreadView withWindow(List<Pending> other) {
      return new ThreadView(name, at, place, registers, other);
    }
  }

  /**
   * An instruction that is under way.
   *
   * @param access an index into {@link Trace#accesses}, or -1
   * @param waits what it waits for; nothing if it may take its step
   */
  public record Pending(String text, int access, List<Wait> waits) {
    public Pending {
      waits = List.copyOf(waits);
    }

    Pending waitingFor(String why) {
      return new Pending(text, access, List.of(new Wait(-1, why)));
    }
  }

  /**
   * Why an instruction waits.
   *
   * @param on the place in the window of what it waits for, or -1
   * @param why the law, or what it needs, for people
   */
  public record Wait(int on, String why) {}
}
