// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.promela;

import dev.fencepost.transition.Successors;
import dev.fencepost.transition.Successors.Terminal;
import dev.fencepost.transition.TransitionSystem.Generator;
import dev.fencepost.transition.TransitionSystem.LimitException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Takes steps: of each process in turn, the youngest first, each transition of its control point. A
 * state in the middle of an atomic sequence is no state: the process goes on, and only where it
 * ends, blocks or hands over is there a successor.
 */
final class PromelaGenerator implements Generator {
  /** More steps than this in one atomic sequence are taken for an endless one. */
  private static final int MOST_ATOMIC_STEPS = 10_000_000;

  private final ProgramCode program;
  private final Frame frame;
  private final Pending pending = new Pending();
  private final boolean reduced;
  private final boolean recording;

  /** How the successors came about; only when recording. */
  private final List<History> histories = new ArrayList<>();

  private Successors out;
  private byte[] source;
  private int sourceOffset;
  private int sourceLength;
  private int carried;
  private long carriedActors;
  private History before;
  private long[] actors = new long[64];
  private long movers;

  PromelaGenerator(ProgramCode program, boolean reduced, boolean recording) {
    this.program = program;
    this.reduced = reduced;
    this.recording = recording;
    frame = new Frame(program);
  }

  @Override
  public void initial(Successors target) {
    target.clear();
    histories.clear();
    byte[] bytes = new byte[program.firstProcess];
    frame.load(bytes, 0, bytes.length);
    frame.newChannel = 0;
    program.globalStart.execute(frame);
    for (int type : program.model.active()) {
      frame.addProcess(program.types[type], frame.message);
    }
    if (program.hasClaim) {
      Bytes.putShort(frame.bytes, program.claimAt, program.claim().type.start());
    }
    out = target;
    carried = Successors.FINE;
    write(frame.violation == null ? 0 : program.codes.of(frame.violation, 0), 0);
  }

  @Override
  public void successors(byte[] bytes, int offset, int length, Successors target)
      throws LimitException {
    target.clear();
    histories.clear();
    pending.clear();
    out = target;
    movers = 0;
    root(bytes, offset, length);
    if (program.hasClaim) {
      withClaim();
    } else {
      boolean moved = system();
      finishAtomic();
      if (!moved) {
        boolean ended = isValidEnd();
        int code = ended ? Successors.FINE : program.codes.invalidEnd();
        target.terminal(ended ? Terminal.END : Terminal.DEADLOCK, code);
      }
    }
  }

  private void root(byte[] bytes, int offset, int length) {
    source = bytes;
    sourceOffset = offset;
    sourceLength = length;
    carried = Successors.FINE;
    carriedActors = 0;
    before = null;
    frame.load(bytes, offset, length);
  }

  /** All steps of the system; when there is none, once more with time running out. */
  private boolean system() throws LimitException {
    frame.timeout = false;
    if (reduced && ample() || processes()) {
      return true;
    }
    frame.timeout = true;
    boolean moved = processes();
    frame.timeout = false;
    return moved;
  }

  /** The steps of one process alone, where one can take only local ones. */
  private boolean ample() {
    for (int process = frame.processes - 1; process >= 0; process--) {
      if (frame.processCode[process].local[frame.point(process)] && steps(process)) {
        return true;
      }
    }
    return false;
  }

  private boolean processes() {
    boolean any = false;
    for (int process = frame.processes - 1; process >= 0; process--) {
      if (steps(process)) {
        any = true;
        movers |= process < Long.SIZE ? 1L << process : 0;
      }
    }
    return any;
  }

  private boolean isValidEnd() {
    for (int process = 0; process < frame.processes; process++) {
      if (!frame.processCode[process].end[frame.point(process)]) {
        return false;
      }
    }
    return true;
  }

  private void finishAtomic() throws LimitException {
    int steps = 0;
    while (!pending.isEmpty()) {
      if (++steps > MOST_ATOMIC_STEPS) {
        throw new LimitException("an atomic sequence takes more than " + steps + " steps");
      }
      byte[] state = pending.pop();
      root(state, 0, pending.length());
      carried = pending.code();
      carriedActors = pending.acting();
      before = pending.history();
      if (!steps(pending.holder())) {
        write(carried, carriedActors);
        record(before);
      }
    }
  }

  /** A step of the claim, then one of the system, or none where the system has stopped. */
  private void withClaim() throws LimitException {
    ProcessCode claim = program.claim();
    byte[] state = source;
    int offset = sourceOffset;
    int length = sourceLength;
    int point = Bytes.getShort(frame.bytes, program.claimAt) & 0xffff;
    boolean any = false;
    for (TransitionCode step : claim.points[point]) {
      frame.otherTaken = any;
      frame.nonProgress = isNonProgress();
      if (!step.code.enabled(frame)) {
        continue;
      }
      any = true;
      byte[] moved = Arrays.copyOfRange(state, offset, offset + length);
      Bytes.putShort(moved, program.claimAt, step.target);
      root(moved, 0, length);
      int code =
          claim.end[step.target]
              ? program.codes.of(PromelaViolation.CLAIM, step.id)
              : Successors.FINE;
      carried = code;
      boolean stepped = system();
      finishAtomic();
      if (!stepped) {
        write(code, 0);
        record(null);
      }
      root(state, offset, length);
    }
    if (!any) {
      out.terminal(Terminal.CUT, Successors.FINE);
    }
  }

  private boolean isNonProgress() {
    for (int process = 0; process < frame.processes; process++) {
      if (frame.processCode[process].progress[frame.point(process)]) {
        return false;
      }
    }
    return true;
  }

  /** All steps of one process; whether there is one. */
  private boolean steps(int process) {
    frame.enter(process);
    ProcessCode code = frame.processCode[process];
    if (code.provided != null && code.provided.eval(frame) == 0) {
      return false;
    }
    boolean any = false;
    int escape = 0;
    for (TransitionCode step : code.points[frame.point(process)]) {
      if (escape > 0 && escape != step.escape) {
        break;
      }
      frame.otherTaken = any;
      if (attempt(process, step)) {
        any = true;
        escape = step.escape;
      }
    }
    return any;
  }

  private boolean attempt(int process, TransitionCode step) {
    switch (step.kind) {
      case ELSE -> {
        if (frame.otherTaken) {
          return false;
        }
      }
      case END -> {
        if (process != frame.processes - 1) {
          return false;
        }
      }
      case PLAIN, RECEIVE, SEND -> {
        boolean enabled = step.code.enabled(frame);
        if (frame.violation != null) {
          leave(process, step, -1, null);
          return true;
        }
        if (!enabled) {
          return false;
        }
      }
    }
    if (step.kind == TransitionCode.Kind.SEND) {
      int channel = ((SendCode) step.code).rendezvous(frame);
      if (channel != 0) {
        return handOver(process, step, channel);
      }
    }
    step.code.execute(frame);
    if (step.kind != TransitionCode.Kind.END) {
      frame.point(process, step.target);
    }
    leave(process, step, -1, null);
    return true;
  }

  /** A rendezvous: the sender's step and that of each process that can receive. */
  private boolean handOver(int sender, TransitionCode step, int channel) {
    boolean met = false;
    for (int process = frame.processes - 1; process >= 0; process--) {
      if (process != sender && offer(sender, step, channel, process)) {
        met = true;
      }
    }
    frame.rendezvous = 0;
    frame.enter(sender);
    return met;
  }

  private boolean offer(int sender, TransitionCode step, int channel, int process) {
    ProcessCode code = frame.processCode[process];
    frame.enter(process);
    if (code.provided != null && code.provided.eval(frame) == 0) {
      return false;
    }
    boolean any = false;
    int escape = 0;
    boolean prepared = false;
    for (TransitionCode receive : code.points[frame.point(process)]) {
      if (escape > 0 && escape != receive.escape) {
        break;
      }
      if (receive.kind != TransitionCode.Kind.RECEIVE) {
        continue;
      }
      if (!prepared) {
        frame.enter(sender);
        ((SendCode) step.code).prepare(frame);
        frame.enter(process);
        prepared = true;
      }
      frame.rendezvous = channel;
      if (receive.code.enabled(frame) || frame.violation != null) {
        if (frame.violation == null) {
          receive.code.execute(frame);
        }
        frame.rendezvous = 0;
        frame.point(sender, step.target);
        frame.point(process, receive.target);
        leave(sender, step, process, receive);
        any = true;
        escape = receive.escape;
        prepared = false;
      }
    }
    return any;
  }

  /** A step has been taken: keeps what it led to and goes back. */
  private void leave(int process, TransitionCode step, int partner, TransitionCode partnerStep) {
    boolean fatal = false;
    int code = carried;
    if (frame.violation != null) {
      fatal = frame.violation.isFatal();
      code = code == Successors.FINE ? program.codes.of(frame.violation, step.id) : code;
    }
    int last = partner < 0 ? process : partner;
    if (program.model.usesLast()) {
      frame.bytes[program.lastAt] = (byte) last;
    }
    long acting = carriedActors | bit(process) | (partner < 0 ? 0 : bit(partner));
    History history =
        recording ? History.of(before, process, step, partner, partnerStep, frame) : null;
    boolean goesOn = partner < 0 ? step.atomic : partnerStep.atomic;
    if (goesOn && !fatal) {
      pending.push(frame, last, code, acting, history);
    } else {
      write(code, acting);
      record(history);
    }
    frame.restore(source, sourceOffset, sourceLength);
    frame.enter(process);
  }

  private static long bit(int process) {
    return process < Long.SIZE ? 1L << process : 0;
  }

  private void record(History history) {
    if (recording) {
      histories.add(history);
    }
  }

  private void write(int code, long acting) {
    int start = out.end();
    byte[] bytes = out.reserve(frame.length);
    System.arraycopy(frame.bytes, 0, bytes, start, frame.length);
    if (out.count() == actors.length) {
      actors = Arrays.copyOf(actors, 2 * actors.length);
    }
    actors[out.count()] = acting;
    out.add(start + frame.length, code);
  }

  @Override
  public long[] marks() {
    return new long[0];
  }

  @Override
  public boolean boundHit() {
    return false;
  }

  /** The processes that took part in the step to a successor, as bits. */
  long actors(int index) {
    return actors[index];
  }

  /** The processes that could take a step in the state that was expanded last, as bits. */
  long movers() {
    return movers;
  }

  History history(int index) {
    return histories.get(index);
  }
}
