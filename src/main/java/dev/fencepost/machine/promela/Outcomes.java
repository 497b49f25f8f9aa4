// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.promela;

import dev.fencepost.transition.Successors;
import dev.fencepost.transition.TransitionSystem.LimitException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Keeps what a step led to, as a successor or as the middle of an atomic sequence, and goes back to
 * the state that it was taken in.
 */
final class Outcomes {
  final Pending pending = new Pending();

  private final PromelaProgram program;
  private final PromelaFrame frame;
  private final boolean reduced;
  private final boolean[][] local;
  private final boolean usesLast;
  private final boolean recording;

  /** How the successors came about; only when recording. */
  private final List<StepHistory> histories = new ArrayList<>();

  private Successors out;
  private byte[] source;
  private int offset;
  private int length;

  /** The state that was asked about, and what counts before its steps. */
  private byte[] rootBytes;

  private int rootOffset;
  private int rootLength;
  private int rootCode;

  /** What the atomic sequence has brought up to the state that steps are taken in. */
  private int carried;

  private long carriedActors;
  private StepHistory before;

  /** The same of the sequence that is followed, and the state that its next step is taken in. */
  private int code;

  private long acting;
  private StepHistory history;
  private byte[] from;

  private long[] actors = new long[64];

  Outcomes(PromelaProgram program, PromelaFrame frame, Reduction reduction, boolean recording) {
    this.program = program;
    this.frame = frame;
    reduced = reduction != Reduction.NONE;
    local = reduction.amplePoints(program);
    usesLast = program.model.usesLast();
    this.recording = recording;
  }

  /** Begins with the successors of another state. */
  void begin(Successors target) {
    target.clear();
    histories.clear();
    pending.clear();
    out = target;
    carried = Successors.FINE;
    carriedActors = 0;
    before = null;
  }

  Successors out() {
    return out;
  }

  /** Puts aside what comes now, for who only asks whether something can happen. */
  Successors divert(Successors target) {
    Successors old = out;
    target.clear();
    out = target;
    return old;
  }

  /** Goes on with what was written before. */
  void resumeTo(Successors target) {
    out = target;
  }

  /** Steps are taken in this state from now on. */
  void root(byte[] bytes, int at, int size, int code) {
    rootBytes = bytes;
    rootOffset = at;
    rootLength = size;
    rootCode = code;
    again();
  }

  /** Goes back to the state that was asked about. */
  void again() {
    from(rootBytes, rootOffset, rootLength, rootCode);
  }

  private void from(byte[] bytes, int at, int size, int code) {
    source = bytes;
    offset = at;
    length = size;
    carried = code;
    carriedActors = 0;
    before = null;
    frame.load(bytes, at, size);
  }

  /** Goes on with the last state in the middle of an atomic sequence; who goes on. */
  int resume() {
    byte[] state = pending.pop();
    from(state, 0, pending.length(), pending.code());
    carriedActors = pending.acting();
    before = pending.history();
    return pending.holder();
  }

  /** The sequence cannot go on: where it stands is a successor. */
  void stay() {
    write(carried, carriedActors);
    record(before);
  }

  /** Nothing is done but what was done before the system's step. */
  void idle() {
    write(carried, 0);
    record(null);
  }

  byte[] source() {
    return source;
  }

  int offset() {
    return offset;
  }

  int length() {
    return length;
  }

  /** A step has been taken: keeps what it led to and goes back. */
  void leave(int process, TransitionCode step, int partner, TransitionCode partnerStep)
      throws LimitException {
    depart();
    if (goesOn(process, step, partner, partnerStep)) {
      hold(partner < 0 ? process : partner);
    } else {
      arrive();
    }
    back(process);
  }

  /** Follows a sequence in place, from the state that steps are taken in. */
  void depart() {
    code = carried;
    acting = carriedActors;
    history = before;
    from = recording ? Arrays.copyOfRange(source, offset, offset + length) : null;
  }

  /** The sequence goes on from here. */
  void pass() {
    frame.violation = null;
    if (recording) {
      from = Arrays.copyOf(frame.bytes, frame.length);
    }
  }

  /** A step of the sequence has been taken: whether another has to follow. */
  boolean goesOn(int process, TransitionCode step, int partner, TransitionCode partnerStep)
      throws LimitException {
    if (frame.endless) {
      frame.endless = false;
      throw new LimitException("a d_step takes too many steps to be followed to its end");
    }
    boolean fatal = false;
    if (frame.violation != null) {
      fatal = frame.violation.isFatal();
      code = code == Successors.FINE ? program.codes.of(frame.violation, step.id) : code;
    }
    int last = partner < 0 ? process : partner;
    if (usesLast) {
      frame.bytes[program.lastAt] = (byte) last;
    }
    acting |= bit(process) | (partner < 0 ? 0 : bit(partner));
    if (recording) {
      history = history(process, step, partner, partnerStep);
    }
    boolean atomic = partner < 0 ? step.atomic : partnerStep.atomic;
    if (reduced) {
      forget(process, step);
      if (partner >= 0) {
        forget(partner, partnerStep);
      }
      atomic |= last < frame.processes && isLocal(last);
    }
    return atomic && !fatal;
  }

  /** The sequence may go on in several ways: they are taken later. */
  void hold(int process) {
    pending.push(frame, process, code, acting, history);
  }

  /** The sequence ends or cannot go on: where it stands is a successor. */
  void arrive() {
    write(code, acting);
    record(history);
  }

  /** Goes back to the state that steps are taken in. */
  void back(int process) {
    back();
    frame.enter(process);
  }

  /** An attempt violates something, whether or not it comes to a step. */
  void refuse(int process, TransitionCode step) {
    depart();
    code = code == Successors.FINE ? program.codes.of(frame.violation, step.id) : code;
    acting |= bit(process);
    if (recording) {
      history = history(process, step, -1, null);
    }
    back();
    arrive();
  }

  private StepHistory history(
      int process, TransitionCode step, int partner, TransitionCode partnerStep) {
    byte[] after = Arrays.copyOf(frame.bytes, frame.length);
    return new StepHistory(
        history, process, step, partner, partnerStep, from, after, frame.violation);
  }

  /** Whether the steps of a process where it stands are its own affair. */
  boolean isLocal(int process) {
    return local[frame.processCode[process].index][frame.point(process)];
  }

  private void forget(int process, TransitionCode step) {
    if (step.dead.length > 0) {
      clear(step.dead, frame.processAt[process] + frame.processCode[process].header);
    }
    if (step.deadGlobals.length > 0) {
      clear(step.deadGlobals, 0);
    }
  }

  private void clear(int[] dead, int start) {
    for (int i = 0; i < dead.length; i += 2) {
      Arrays.fill(frame.bytes, start + dead[i], start + dead[i + 1], (byte) 0);
    }
  }

  private void back() {
    frame.restore(source, offset, length);
  }

  private static long bit(int process) {
    return process < Long.SIZE ? 1L << process : 0;
  }

  private void record(StepHistory history) {
    if (recording) {
      histories.add(history);
    }
  }

  void write(int outcome, long acting) {
    int code = outcome;
    if (program.watch != null && program.watch.arrive(frame) && outcome == Successors.FINE) {
      code = program.codes.of(PromelaViolation.FORMULA, 0);
    }
    int start = out.end();
    byte[] bytes = out.reserve(frame.length);
    System.arraycopy(frame.bytes, 0, bytes, start, frame.length);
    if (out.count() == actors.length) {
      actors = Arrays.copyOf(actors, 2 * actors.length);
    }
    actors[out.count()] = acting;
    out.add(start + frame.length, code);
  }

  /** The processes that took part in the step to a successor, as bits. */
  long actors(int index) {
    return actors[index];
  }

  StepHistory history(int index) {
    return histories.get(index);
  }
}
