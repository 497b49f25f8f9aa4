// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.promela;

import dev.fencepost.transition.ProcessSystem.ProcessGenerator;
import dev.fencepost.transition.ProcessSystem.StateReader;
import dev.fencepost.transition.Successors;
import dev.fencepost.transition.Successors.Terminal;
import dev.fencepost.transition.TransitionSystem.LimitException;
import java.util.Arrays;

/**
 * Takes steps: of each process in turn, the youngest first, each transition of its control point. A
 * state in the middle of an atomic sequence is no state: the process goes on, and only where it
 * ends, blocks or hands over is there a successor.
 */
final class PromelaGenerator implements ProcessGenerator {
  /** More steps than this in one atomic sequence are taken for an endless one. */
  private static final int MOST_ATOMIC_STEPS = 10_000_000;

  /** In place of a transition: none can be taken; or several can, or something else than that. */
  private static final int NONE = -1;

  private static final int SEVERAL = -2;

  private final PromelaProgram program;
  private final PromelaFrame frame;
  private final Outcomes outcomes;
  private final HandOver handOver;
  private final boolean reduced;

  /** What would happen, where only that is asked. */
  private final Successors tried = new Successors();

  private long movers;

  PromelaGenerator(PromelaProgram program, Reduction reduction, boolean recording) {
    this.program = program;
    reduced = reduction != Reduction.NONE;
    frame = new PromelaFrame(program);
    outcomes = new Outcomes(program, frame, reduction, recording);
    handOver = new HandOver(program, frame, outcomes);
  }

  @Override
  public void initial(Successors target) {
    outcomes.begin(target);
    byte[] bytes = new byte[program.firstProcess];
    frame.load(bytes, 0, bytes.length);
    if (program.watch != null) {
      program.watch.begin(frame);
    }
    program.start.apply(frame, program.globals, 0);
    program.model.active().forEach(frame::addProcess);
    if (program.hasClaim) {
      Bytes.putShort(frame.bytes, program.claimAt, program.claim().type.start());
    }
    if (program.trace != null) {
      program.trace.begin(frame);
    }
    outcomes.write(frame.violation == null ? 0 : program.codes.of(frame.violation, 0), 0);
  }

  @Override
  public void successors(byte[] bytes, int offset, int length, Successors target)
      throws LimitException {
    outcomes.begin(target);
    movers = 0;
    outcomes.root(bytes, offset, length, Successors.FINE);
    if (program.hasClaim) {
      withClaim(bytes, offset, length);
    } else if (isDecided()) {
      target.terminal(Terminal.CUT, Successors.FINE);
    } else {
      if (!system()) {
        boolean ended = isValidEnd();
        int code = ended ? Successors.FINE : program.codes.invalidEnd();
        target.terminal(ended ? Terminal.END : Terminal.DEADLOCK, code);
      }
    }
  }

  /** Enters a state, to be asked for the steps of some processes. */
  void enter(byte[] bytes, int length, Successors target) {
    outcomes.begin(target);
    outcomes.root(bytes, 0, length, Successors.FINE);
    frame.timeout = false;
  }

  /** Adds the steps of one process of the state to what was found there before. */
  void stepsOf(int process) throws LimitException {
    if (!isDecided()) {
      moves(process);
    }
  }

  private boolean isDecided() {
    return program.watch != null && program.watch.isSatisfied(frame);
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
  private boolean ample() throws LimitException {
    for (int process = frame.processes - 1; process >= 0; process--) {
      if (outcomes.isLocal(process) && moves(process)) {
        // the others can do after its steps what they can do now, and are asked then
        movers = -1;
        return true;
      }
    }
    return false;
  }

  private boolean processes() throws LimitException {
    boolean any = false;
    for (int process = frame.processes - 1; process >= 0; process--) {
      if (moves(process)) {
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
    return program.trace == null || frame.processes == 0 || program.trace.mayEnd(frame);
  }

  /** The steps of one process, with all that they have to be followed by; whether there is one. */
  private boolean moves(int process) throws LimitException {
    boolean any = steps(process);
    if (!outcomes.pending.isEmpty()) {
      finishAtomic();
      outcomes.again();
    }
    return any;
  }

  private void finishAtomic() throws LimitException {
    int steps = 0;
    while (!outcomes.pending.isEmpty()) {
      checkLength(++steps);
      if (!steps(outcomes.resume())) {
        outcomes.stay();
      }
    }
  }

  /** A step of the claim, then one of the system, or none where the system has stopped. */
  private void withClaim(byte[] state, int offset, int length) throws LimitException {
    ProcessCode claim = program.claim();
    int point = Bytes.getShort(frame.bytes, program.claimAt) & 0xffff;
    boolean nonProgress = program.asksForProgress && isNonProgress() && canMove();
    boolean any = false;
    for (TransitionCode step : claim.points[point]) {
      frame.otherTaken = any;
      frame.nonProgress = nonProgress;
      if (!step.code.enabled(frame)) {
        continue;
      }
      any = true;
      byte[] moved = Arrays.copyOfRange(state, offset, offset + length);
      Bytes.putShort(moved, program.claimAt, step.target);
      int code =
          claim.end[step.target]
              ? program.codes.of(PromelaViolation.CLAIM, step.id)
              : Successors.FINE;
      outcomes.root(moved, 0, length, code);
      if (!system()) {
        outcomes.idle();
      }
      outcomes.root(state, offset, length, Successors.FINE);
    }
    if (!any) {
      outcomes.out().terminal(Terminal.CUT, Successors.FINE);
    }
  }

  /** The value of {@code np_} in a state. */
  boolean isNonProgress(byte[] bytes, int offset, int length) throws LimitException {
    outcomes.begin(tried);
    outcomes.root(bytes, offset, length, Successors.FINE);
    return isNonProgress() && canMove();
  }

  /** Whether a process, or the claim, stands at an acceptance label of a state. */
  boolean isAccepting(byte[] bytes, int offset, int length) {
    frame.load(bytes, offset, length);
    if (program.hasClaim
        && program.claim().accept[Bytes.getShort(frame.bytes, program.claimAt) & 0xffff]) {
      return true;
    }
    for (int process = 0; process < frame.processes; process++) {
      if (frame.processCode[process].accept[frame.point(process)]) {
        return true;
      }
    }
    return false;
  }

  /** Whether the system can take a step; as in SPIN, where it cannot there is no non-progress. */
  private boolean canMove() throws LimitException {
    Successors out = outcomes.divert(tried);
    boolean can = system();
    outcomes.resumeTo(out);
    return can;
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
  private boolean steps(int process) throws LimitException {
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

  private boolean attempt(int process, TransitionCode step) throws LimitException {
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
          outcomes.leave(process, step, -1, null);
          return true;
        }
        if (!enabled) {
          return false;
        }
      }
    }
    if (step.kind == TransitionCode.Kind.SEND) {
      int channel = step.channel.eval(frame);
      if (frame.channelCode[channel - 1].isRendezvous()) {
        return handOver.steps(process, step, channel);
      }
    }
    if (step.kind == TransitionCode.Kind.END) {
      step.code.execute(frame);
      outcomes.leave(process, step, -1, null);
      return true;
    }
    outcomes.depart();
    follow(process, step);
    outcomes.back(process);
    return true;
  }

  /** Takes a step, and those that have to follow as long as there is one way to go on. */
  private void follow(int process, TransitionCode first) throws LimitException {
    TransitionCode step = first;
    int steps = 0;
    while (true) {
      step.code.execute(frame);
      frame.point(process, step.target);
      if (!outcomes.goesOn(process, step, -1, null)) {
        outcomes.arrive();
        return;
      }
      checkLength(++steps);
      outcomes.pass();
      ProcessCode code = frame.processCode[process];
      TransitionCode[] choices = code.points[frame.point(process)];
      int next = code.provided == null ? only(choices) : SEVERAL;
      if (next == SEVERAL) {
        outcomes.hold(process);
        return;
      }
      if (next == NONE) {
        outcomes.arrive();
        return;
      }
      step = choices[next];
    }
  }

  /** The only transition that can be taken, {@link #NONE}, or where that is not so simple. */
  private int only(TransitionCode[] choices) {
    int only = NONE;
    for (int i = 0; i < choices.length; i++) {
      TransitionCode step = choices[i];
      if (step.escape != 0) {
        return SEVERAL;
      }
      switch (step.kind) {
        case ELSE -> {
          if (only == NONE) {
            only = i;
          }
        }
        case PLAIN -> {
          frame.otherTaken = only != NONE;
          if (step.code.enabled(frame)) {
            if (only != NONE) {
              return SEVERAL;
            }
            only = i;
          }
          if (frame.violation != null) {
            frame.violation = null;
            return SEVERAL;
          }
        }
        case SEND, RECEIVE, END -> {
          return SEVERAL;
        }
      }
    }
    return only;
  }

  private static void checkLength(int steps) throws LimitException {
    if (steps > MOST_ATOMIC_STEPS) {
      throw new LimitException("an atomic sequence takes more than " + steps + " steps");
    }
  }

  @Override
  public long[] marks() {
    return new long[0];
  }

  @Override
  public boolean boundHit() {
    return false;
  }

  @Override
  public long actors(int index) {
    return outcomes.actors(index);
  }

  @Override
  public long movers() {
    return movers;
  }

  @Override
  public void read(byte[] bytes, int offset, int length, StateReader reader) {
    reader.read(bytes, offset, length);
  }

  StepHistory history(int index) {
    return outcomes.history(index);
  }
}
