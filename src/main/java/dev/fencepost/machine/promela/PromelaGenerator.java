// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.promela;

import dev.fencepost.budget.Budget;
import dev.fencepost.ir.promela.ControlPoint;
import dev.fencepost.ir.promela.Statement;
import dev.fencepost.transition.ProcessSets;
import dev.fencepost.transition.ProcessSystem.ProcessGenerator;
import dev.fencepost.transition.Successors;
import dev.fencepost.transition.Successors.Terminal;
import dev.fencepost.transition.TransitionSystem.LimitException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The successors of a state: for each process, the youngest first, those of each transition of its
 * control point. An atomic sequence is one step: its successor is the state where it ends, blocks
 * or hands over.
 */
final class PromelaGenerator implements ProcessGenerator {
  /** After so many steps an atomic sequence is given up; one in so many asks the budget. */
  private static final int MOST_ATOMIC_STEPS = 10_000_000;

  private static final int ASK_EVERY = 1 << 10;

  /** In place of a transition: none is executable; several are, or it cannot be followed here. */
  private static final int NONE = -1;

  private static final int SEVERAL = -2;

  private final PromelaProgram program;
  private final PromelaFrame frame;
  private final SuccessorWriter writer;
  private final HandOver handOver;
  private final boolean reduced;

  /** Successors that only show whether there are any. */
  private final Successors tried = new Successors();

  private long movers;

  PromelaGenerator(PromelaProgram program, Reduction reduction, boolean recording) {
    this.program = program;
    reduced = reduction != Reduction.NONE;
    frame = new PromelaFrame(program);
    writer = new SuccessorWriter(program, frame, reduction, recording);
    handOver = new HandOver(program, frame, writer);
  }

  @Override
  public void initial(Successors target) {
    writer.begin(target);
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
    writer.writeInitial(frame.violation == null ? 0 : program.codes.of(frame.violation, 0));
  }

  @Override
  public void successors(byte[] bytes, int offset, int length, Successors target)
      throws LimitException {
    writer.begin(target);
    movers = ProcessSets.NONE;
    writer.expand(bytes, offset, length, Successors.FINE);
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
    writer.begin(target);
    writer.expand(bytes, 0, length, Successors.FINE);
    frame.timeout = false;
  }

  /** Adds the successors of one process. */
  void stepsOf(int process) throws LimitException {
    if (!isDecided()) {
      moves(process);
    }
  }

  private boolean isDecided() {
    return program.watch != null && program.watch.isSatisfied(frame);
  }

  /** Takes the steps of all processes; if there are none, those that a timeout enables. */
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

  /** The steps of one process, where they are an ample set. */
  private boolean ample() throws LimitException {
    for (int process = frame.processes - 1; process >= 0; process--) {
      if (writer.isLocal(process) && moves(process)) {
        // the others stay enabled: fairness counts them in the next state
        movers = ProcessSets.ALL;
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
        movers |= ProcessSets.of(process);
      }
    }
    return any;
  }

  private boolean isValidEnd() {
    return !frame.isAnyAt(point -> !point.end())
        && (program.trace == null || frame.processes == 0 || program.trace.mayEnd(frame));
  }

  /** The steps of one process, atomic sequences to their ends; whether there is one. */
  private boolean moves(int process) throws LimitException {
    boolean any = steps(process);
    if (writer.hasOpen()) {
      finishAtomic();
      writer.expandAgain();
    }
    return any;
  }

  private void finishAtomic() throws LimitException {
    int steps = 0;
    while (writer.hasOpen()) {
      checkLength(++steps);
      if (!steps(writer.resume())) {
        writer.writeSource();
      }
    }
  }

  /** A step of the claim, then one of the system, which may have stopped. */
  private void withClaim(byte[] state, int offset, int length) throws LimitException {
    ProcessCode claim = program.claim();
    int point = claimPoint();
    boolean nonProgress = program.asksForProgress && isNonProgress() && canMove();
    boolean any = false;
    for (TransitionCode step : claim.points[point]) {
      frame.otherTaken = any;
      frame.nonProgress = nonProgress;
      if (!step.code.enabled(frame)) {
        continue;
      }
      any = true;
      int code = claimCode(step);
      byte[] moved = Arrays.copyOfRange(state, offset, offset + length);
      Bytes.putShort(moved, program.claimAt, step.target);
      writer.expand(moved, 0, length, code);
      if (!system()) {
        writer.writeSource();
      }
      writer.expand(state, offset, length, Successors.FINE);
    }
    if (!any) {
      writer.out().terminal(Terminal.CUT, Successors.FINE);
    }
  }

  /**
   * The code of what a step of the claim violates: an assertion of its own, or it ends the claim.
   */
  private int claimCode(TransitionCode step) {
    Statement statement = step.transition.statement();
    if (statement instanceof Statement.Assert || statement instanceof Statement.DeterministicStep) {
      frame.violation = null;
      step.code.execute(frame);
      if (frame.violation != null) {
        return program.codes.of(frame.violation, step.id);
      }
    }
    return program.claim().type.points().get(step.target).end()
        ? program.codes.of(PromelaViolation.CLAIM, step.id)
        : Successors.FINE;
  }

  /** The value of {@code np_} in a state. */
  boolean isNonProgress(byte[] bytes, int offset, int length) throws LimitException {
    writer.begin(tried);
    writer.expand(bytes, offset, length, Successors.FINE);
    return isNonProgress() && canMove();
  }

  /** Whether a process or the claim is at an acceptance label. */
  boolean isAccepting(byte[] bytes, int offset, int length) {
    frame.load(bytes, offset, length);
    return frame.isAnyAt(ControlPoint::accept)
        || program.hasClaim && program.claim().type.points().get(claimPoint()).accept();
  }

  private int claimPoint() {
    return Bytes.getShort(frame.bytes, program.claimAt) & 0xffff;
  }

  /** Whether the system can step; as in SPIN, a state without successors is no non-progress. */
  private boolean canMove() throws LimitException {
    tried.clear();
    Successors out = writer.redirect(tried);
    boolean can = system();
    writer.redirect(out);
    return can;
  }

  private boolean isNonProgress() {
    return !frame.isAnyAt(ControlPoint::progress);
  }

  /** The steps of one process from the source; whether there is one. */
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
          writer.end(process, step, -1, null);
          return true;
        }
        if (!enabled) {
          return false;
        }
      }
    }
    if (step.channel != null) {
      int channel = step.channel.eval(frame);
      if (frame.channelCode[channel - 1].isRendezvous()) {
        return handOver.steps(process, step, channel);
      }
    }
    if (step.kind == TransitionCode.Kind.END) {
      step.code.execute(frame);
      writer.end(process, step, -1, null);
      return true;
    }
    writer.beginSequence();
    follow(process, step);
    writer.restore(process);
    return true;
  }

  /** Takes a step, and the steps of its atomic sequence as long as each has one continuation. */
  private void follow(int process, TransitionCode first) throws LimitException {
    TransitionCode step = first;
    int steps = 0;
    while (true) {
      step.code.execute(frame);
      frame.point(process, step.target);
      if (!writer.goesOn(process, step, -1, null)) {
        writer.write();
        return;
      }
      checkLength(++steps);
      writer.nextStep();
      ProcessCode code = frame.processCode[process];
      TransitionCode[] choices = code.points[frame.point(process)];
      int next = code.provided == null ? only(choices) : SEVERAL;
      if (next == SEVERAL) {
        writer.keepOpen(process);
        return;
      }
      if (next == NONE) {
        writer.write();
        return;
      }
      step = choices[next];
    }
  }

  /** The index of the only executable transition, {@link #NONE} or {@link #SEVERAL}. */
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
    if ((steps & (ASK_EVERY - 1)) == 0) {
      Budget.look();
    }
    if (steps > MOST_ATOMIC_STEPS) {
      throw new LimitException(
          "an atomic sequence takes more than " + MOST_ATOMIC_STEPS + " steps");
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
    return writer.actors(index);
  }

  @Override
  public long movers() {
    return movers;
  }

  @Nullable StepHistory history(int index) {
    return writer.history(index);
  }
}
