// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.promela;

import dev.fencepost.collapse.LocalState;
import dev.fencepost.collapse.PartBounds;
import dev.fencepost.collapse.ProcessMachine;
import dev.fencepost.collapse.SharedPartition;
import dev.fencepost.collapse.WrappedStepper;
import dev.fencepost.transition.Successors;
import dev.fencepost.transition.TransitionSystem.LimitException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/** A model as processes over what is global: the number of processes, variables and channels. */
final class PromelaProcesses implements ProcessMachine {
  /** The length of a run of the oldest processes, which shows the processes that they start. */
  private static final int STEPS = 32;

  private final PromelaProgram program;
  private final Reduction reduction;
  private final Features features;

  /**
   * @param cut whether global bytes are split into shared parts, if that promises to pay
   */
  PromelaProcesses(PromelaProgram program, Reduction reduction, boolean cut) {
    this.program = program;
    this.reduction = reduction;
    List<BitSet> parts = cut ? parts() : List.of();
    boolean safety = reduction == Reduction.SAFETY;
    features = new Features(PromelaFrame.MOST_PROCESSES + 1, true, parts, false, safety, true);
  }

  private List<BitSet> parts() {
    GlobalFootprints footprints = new GlobalFootprints(program, reduction);
    byte[] state = fullState();
    BitSet changing = new BitSet();
    List<BitSet> used = new ArrayList<>();
    for (int process = 0; process < (state[0] & 0xff); process++) {
      changing.or(footprints.anywhere(process, state, true));
      used.add(footprints.anywhere(process, state, false));
    }
    return SharedPartition.of(program.firstProcess, used, changing);
  }

  /** A state with as many processes as one run has had. */
  private byte[] fullState() {
    PromelaGenerator generator = new PromelaGenerator(program, Reduction.NONE, false);
    Successors out = new Successors();
    byte[] fullest = {0};
    try {
      generator.initial(out);
      for (int i = 0; i < STEPS && out.count() > 0; i++) {
        byte[] state = out.state(out.count() - 1);
        if ((state[0] & 0xff) > (fullest[0] & 0xff)) {
          fullest = state;
        }
        generator.successors(state, 0, state.length, out);
      }
    } catch (LimitException e) {
      // the search itself will come to it
    }
    return fullest;
  }

  @Override
  public Features features() {
    return features;
  }

  @Override
  public Stepper newStepper() {
    return new Steps(new PromelaGenerator(program, reduction, false));
  }

  private final class Steps extends WrappedStepper<PromelaGenerator> {
    private final boolean[][] own = MemoisedSteps.of(program, reduction);
    private final boolean[][] local = reduction.amplePoints(program);
    private final GlobalFootprints footprints = new GlobalFootprints(program, reduction);
    private byte[] state = {};
    private int length;
    private Successors found = new Successors();

    Steps(PromelaGenerator generator) {
      super(generator);
    }

    @Override
    public void locate(byte[] bytes, int offset, PartBounds out) {
      int end = offset + program.firstProcess;
      out.begin(offset, end);
      for (int i = 0; i < (bytes[offset] & 0xff); i++) {
        end += program.type(bytes, end).bytes;
        out.add(end);
      }
    }

    @Override
    public void enter(byte[] bytes, int newLength, Successors out) {
      state = bytes;
      length = newLength;
      found = out;
      generator.enter(bytes, newLength, out);
    }

    @Override
    public boolean steps(int process) throws LimitException {
      int before = found.count();
      generator.stepsOf(process);
      return found.count() > before;
    }

    /** Steps that do are not memoised. */
    @Override
    public boolean concernsOthers() {
      return false;
    }

    @Override
    public LocalState classify(int process) {
      int at = program.firstProcess;
      for (int i = 0; i < process; i++) {
        at += program.type(state, at).bytes;
      }
      ProcessCode code = program.type(state, at);
      int point = code.point(state, at);
      return new LocalState(
          own[code.index][point],
          local[code.index][point],
          Arrays.stream(code.points[point]).allMatch(Steps::isEnd),
          SharedPartition.with(features.sharedParts(), footprints.of(process, state, length)));
    }

    private static boolean isEnd(TransitionCode step) {
      return step.kind == TransitionCode.Kind.END;
    }
  }
}
