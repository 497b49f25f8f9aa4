// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.promela;

import dev.fencepost.transition.ProcessSets;
import dev.fencepost.transition.Successors;
import dev.fencepost.transition.TransitionSystem.LimitException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes the successors of a state. A process steps in the frame, from a source state to which the
 * frame returns after each transition. An atomic sequence of steps has one successor, its last
 * state. If it can go on in several ways it stays open, and its state is the source of its next
 * steps.
 */
final class SuccessorWriter {
  private final PromelaProgram program;
  private final PromelaFrame frame;
  private final boolean reduced;
  private final boolean[][] local;
  private final boolean usesLast;
  private final boolean recording;

  /** The steps of each successor; only when recording. */
  private final List<@Nullable StepHistory> histories = new ArrayList<>();

  private final Deque<OpenSequence> open = new ArrayDeque<>();

  @SuppressWarnings("NullAway.Init") // begin sets it
  private Successors out;

  /** By successor, the processes that took part in its steps. */
  private long[] actors = new long[64];

  /** The state that is expanded, and the violation code of a claim's step before it. */
  private byte[] expanded = {};

  private int expandedOffset;
  private int expandedLength;
  private int expandedCode;

  /** The source state, and the code, actors and steps of the sequence that led to it. */
  private byte[] source = {};

  private int sourceOffset;
  private int sourceLength;
  private int sourceCode;
  private long sourceActors;
  private @Nullable StepHistory sourceHistory;

  /** The code, actors and steps of the sequence that the frame is in. */
  private int code;

  private long acting;
  private @Nullable StepHistory history;

  /** The state before the last step of that sequence; only when recording. */
  private byte[] before = {};

  /** A sequence that a process has to continue. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record OpenSequence(
      byte[] state, int process, int code, long actors, @Nullable StepHistory history) {}

  SuccessorWriter(
      PromelaProgram program, PromelaFrame frame, Reduction reduction, boolean recording) {
    this.program = program;
    this.frame = frame;
    reduced = reduction != Reduction.NONE;
    local = reduction.amplePoints(program);
    usesLast = program.model.usesLast();
    this.recording = recording;
  }

  /** Begins the successors of another state. */
  void begin(Successors target) {
    target.clear();
    histories.clear();
    open.clear();
    out = target;
  }

  Successors out() {
    return out;
  }

  /** Writes somewhere else from now on, as long as nothing was written; the old target. */
  Successors redirect(Successors target) {
    Successors old = out;
    out = target;
    histories.clear();
    return old;
  }

  /** Expands a state, which becomes the source. */
  void expand(byte[] bytes, int offset, int length, int violation) {
    expanded = bytes;
    expandedOffset = offset;
    expandedLength = length;
    expandedCode = violation;
    expandAgain();
  }

  /** Makes the state that is expanded the source again. */
  void expandAgain() {
    source(expanded, expandedOffset, expandedLength);
    sourceCode = expandedCode;
    sourceActors = ProcessSets.NONE;
    sourceHistory = null;
  }

  private void source(byte[] bytes, int offset, int length) {
    source = bytes;
    sourceOffset = offset;
    sourceLength = length;
    frame.load(bytes, offset, length);
  }

  boolean hasOpen() {
    return !open.isEmpty();
  }

  /** Makes the state of an open sequence the source; the process that continues it. */
  int resume() {
    OpenSequence last = open.pop();
    source(last.state, 0, last.state.length);
    sourceCode = last.code;
    sourceActors = last.actors;
    sourceHistory = last.history;
    return last.process;
  }

  /** The source is a successor: no step continues its sequence. */
  void writeSource() {
    write(sourceCode, sourceActors, sourceHistory);
  }

  /** Goes back to the source. */
  void restore() {
    frame.restore(source, sourceOffset, sourceLength);
  }

  /** Goes back to the source, with a process at work. */
  void restore(int process) {
    restore();
    frame.enter(process);
  }

  /** Ends a step that was taken from the source, and goes back there. */
  void end(int process, TransitionCode step, int partner, @Nullable TransitionCode partnerStep)
      throws LimitException {
    beginSequence();
    if (goesOn(process, step, partner, partnerStep)) {
      keepOpen(partner < 0 ? process : partner);
    } else {
      write();
    }
    restore(process);
  }

  /** A sequence goes on from the source. */
  void beginSequence() {
    code = sourceCode;
    acting = sourceActors;
    history = sourceHistory;
    if (recording) {
      before = Arrays.copyOfRange(source, sourceOffset, sourceOffset + sourceLength);
    }
  }

  /** Another step of the sequence follows. */
  void nextStep() {
    frame.violation = null;
    if (recording) {
      before = Arrays.copyOf(frame.bytes, frame.length);
    }
  }

  /** Adds a step to the sequence; whether another has to follow. */
  boolean goesOn(
      int process, TransitionCode step, int partner, @Nullable TransitionCode partnerStep)
      throws LimitException {
    if (frame.endless) {
      frame.endless = false;
      throw new LimitException("a d_step takes too many steps to be followed to its end");
    }
    boolean fatal = frame.violation != null && frame.violation.isFatal();
    int last = partner < 0 ? process : partner;
    if (usesLast) {
      frame.bytes[program.lastAt] = (byte) last;
    }
    add(process, step, partner, partnerStep);
    boolean atomic = partnerStep == null ? step.atomic : partnerStep.atomic;
    if (reduced) {
      clearDead(process, step);
      if (partnerStep != null) {
        clearDead(partner, partnerStep);
      }
      atomic |= last < frame.processes && isLocal(last);
    }
    return atomic && !fatal;
  }

  private void add(
      int process, TransitionCode step, int partner, @Nullable TransitionCode partnerStep) {
    if (frame.violation != null && code == Successors.FINE) {
      code = program.codes.of(frame.violation, step.id);
    }
    acting |= ProcessSets.of(process);
    acting |= partner < 0 ? ProcessSets.NONE : ProcessSets.of(partner);
    if (recording) {
      byte[] after = Arrays.copyOf(frame.bytes, frame.length);
      history =
          new StepHistory(
              history, process, step, partner, partnerStep, before, after, frame.violation);
    }
  }

  /** The sequence can go on in several ways: they are taken later. */
  void keepOpen(int process) {
    byte[] state = Arrays.copyOf(frame.bytes, frame.length);
    open.push(new OpenSequence(state, process, code, acting, history));
  }

  /** The sequence ends: the frame is a successor. */
  void write() {
    write(code, acting, history);
  }

  /** Writes a violation of a step that is not taken; the source is its successor. */
  void writeRefused(int process, TransitionCode step) {
    beginSequence();
    add(process, step, -1, null);
    restore();
    write();
  }

  /** Whether a process is at a point from which its steps alone are an ample set. */
  boolean isLocal(int process) {
    return local[frame.processCode[process].index][frame.point(process)];
  }

  private void clearDead(int process, TransitionCode step) {
    clear(step.dead, frame.processAt[process] + frame.processCode[process].header);
    clear(step.deadGlobals, 0);
  }

  private void clear(int[] ranges, int start) {
    for (int i = 0; i < ranges.length; i += 2) {
      Arrays.fill(frame.bytes, start + ranges[i], start + ranges[i + 1], (byte) 0);
    }
  }

  private void write(int violation, long processes, @Nullable StepHistory steps) {
    int outcome = violation;
    if (program.watch != null && program.watch.arrive(frame) && violation == Successors.FINE) {
      outcome = program.codes.of(PromelaViolation.FORMULA, 0);
    }
    int start = out.end();
    byte[] bytes = out.reserve(frame.length);
    System.arraycopy(frame.bytes, 0, bytes, start, frame.length);
    if (out.count() == actors.length) {
      actors = Arrays.copyOf(actors, 2 * actors.length);
    }
    actors[out.count()] = processes;
    out.add(start + frame.length, outcome);
    if (recording) {
      histories.add(steps);
    }
  }

  /** Writes the frame as an initial state. */
  void writeInitial(int violation) {
    write(violation, ProcessSets.NONE, null);
  }

  /** The processes that took part in the steps to a successor. */
  long actors(int index) {
    return actors[index];
  }

  @Nullable StepHistory history(int index) {
    return histories.get(index);
  }
}
