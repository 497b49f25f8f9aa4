// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.collapse;

import dev.fencepost.transition.ProcessSystem;
import dev.fencepost.transition.Successors;
import dev.fencepost.transition.Successors.Terminal;
import dev.fencepost.transition.TransitionSystem.LimitException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Processes with steps by chance, from a seed. A state is the number of processes, two shared bytes
 * and one byte for each process. A local state has a kind: which of the shared bytes its steps see,
 * whether they look at the first process too, whether they are an ample set.
 */
public final class RandomProcesses implements ProcessMachine, ProcessSystem {
  private static final int SHARED = 3;
  private static final int LOCALS = 4;
  private static final int VIOLATION = 5;

  /** A process in this local state can only end, when it is the last. */
  private static final int ENDS = 0;

  private final long seed;
  private final int processes;
  private final boolean cut;
  private final boolean classifies;
  private final boolean lastFirst;
  private final boolean leavesOut;

  /** How often a stepper entered a state. */
  int entered;

  public RandomProcesses(long seed) {
    this.seed = seed;
    SplittableRandom random = new SplittableRandom(seed);
    processes = 2 + random.nextInt(3);
    classifies = random.nextBoolean();
    cut = classifies && random.nextBoolean();
    lastFirst = random.nextBoolean();
    leavesOut = random.nextInt(3) == 0;
  }

  private SplittableRandom chance(long... values) {
    long mixed = seed;
    for (long value : values) {
      mixed = (mixed ^ value) * 0x9E3779B97F4A7C15L + 1;
    }
    return new SplittableRandom(mixed);
  }

  private boolean sees(int process, int local, int index) {
    return chance(1, process, local, index).nextInt(3) > 0;
  }

  private boolean looksAtFirst(int process, int local) {
    return process > 0 && chance(2, process, local).nextInt(6) == 0;
  }

  private boolean isAmple(int process, int local) {
    return classifies && local != ENDS && chance(3, process, local).nextInt(8) == 0;
  }

  @Override
  public Features features() {
    List<BitSet> parts = new ArrayList<>();
    for (int i = 0; i < SHARED && cut; i++) {
      parts.add(new BitSet());
      parts.get(i).set(i);
    }
    return new Features(processes, lastFirst, parts, !classifies, leavesOut, classifies);
  }

  @Override
  public Steps newStepper() {
    return new Steps();
  }

  @Override
  public Steps newGenerator() {
    return new Steps();
  }

  final class Steps implements Stepper {
    private byte[] state = {};
    private Successors out;
    private boolean othersSeen;
    private long movers;
    private final List<Long> actors = new ArrayList<>();

    @Override
    public void initial(Successors target) {
      target.clear();
      byte[] bytes = target.reserve(SHARED + processes);
      bytes[0] = (byte) processes;
      bytes[1] = 0;
      bytes[2] = 0;
      for (int i = 0; i < processes; i++) {
        bytes[SHARED + i] = 1;
      }
      actors.clear();
      actors.add(0L);
      target.add(SHARED + processes, Successors.FINE);
    }

    @Override
    public void successors(byte[] bytes, int offset, int length, Successors target)
        throws LimitException {
      target.clear();
      byte[] copy = new byte[length];
      System.arraycopy(bytes, offset, copy, 0, length);
      begin(copy, target);
      int count = copy[0];
      boolean any = false;
      for (int round = 0; round < 2 && !any; round++) {
        for (int i = 0; i < count && !(any && round == 0); i++) {
          int process = lastFirst ? count - 1 - i : i;
          if (round == 1 || isAmple(process, copy[SHARED + process])) {
            boolean moves = steps(process);
            movers |= moves ? 1L << process : 0;
            any |= moves;
          }
        }
        movers = round == 0 && any ? -1 : movers;
      }
      if (!any) {
        boolean ended = chance(9, copy[1], copy[2]).nextBoolean();
        target.terminal(
            ended ? Terminal.END : Terminal.DEADLOCK, ended ? Successors.FINE : VIOLATION);
      } else if (target.count() == 0) {
        target.terminal(Terminal.CUT, Successors.FINE);
      }
    }

    private void begin(byte[] bytes, Successors target) {
      state = bytes;
      out = target;
      movers = 0;
      actors.clear();
    }

    @Override
    public void locate(byte[] bytes, int offset, PartBounds bounds) {
      bounds.begin(offset, offset + SHARED);
      for (int i = 0; i < bytes[offset]; i++) {
        bounds.add(offset + SHARED + i + 1);
      }
    }

    @Override
    public void enter(byte[] bytes, int length, Successors target) {
      entered++;
      byte[] copy = new byte[length];
      System.arraycopy(bytes, 0, copy, 0, length);
      begin(copy, target);
    }

    @Override
    public boolean steps(int process) {
      int local = state[SHARED + process];
      othersSeen = looksAtFirst(process, local);
      if (local == ENDS) {
        boolean ends = classifies && process == state[0] - 1;
        if (ends) {
          byte[] next = state.clone();
          next[0]--;
          write(next, next.length - 1, Successors.FINE, process);
        }
        othersSeen = false;
        return ends;
      }
      boolean first = sees(process, local, 0);
      boolean second = sees(process, local, 1);
      SplittableRandom random =
          chance(
              4,
              process,
              local,
              first ? state[1] : 9,
              second ? state[2] : 9,
              othersSeen ? state[SHARED] : 9);
      int steps = random.nextInt(4);
      for (int i = 0; i < steps && steps < 3; i++) {
        byte[] next = state.clone();
        next[1] = (byte) (first ? random.nextInt(3) : state[1]);
        next[2] = (byte) (second ? random.nextInt(3) : state[2]);
        next[SHARED + process] = (byte) random.nextInt(LOCALS);
        if (othersSeen && random.nextBoolean()) {
          next[SHARED] = (byte) random.nextInt(LOCALS);
        }
        write(next, next.length, random.nextInt(80) == 0 ? VIOLATION : Successors.FINE, process);
      }
      return steps > 0;
    }

    private void write(byte[] next, int length, int code, int process) {
      System.arraycopy(next, 0, out.reserve(length), out.end(), length);
      out.add(out.end() + length, code);
      while (actors.size() < out.count()) {
        actors.add(1L << process);
      }
    }

    @Override
    public boolean concernsOthers() {
      return othersSeen;
    }

    @Override
    public LocalState classify(int process) {
      int local = state[SHARED + process];
      int parts = sees(process, local, 0) ? 2 : 0;
      parts |= sees(process, local, 1) ? 4 : 0;
      parts |= local == ENDS ? 1 : 0;
      boolean memoised = !looksAtFirst(process, local) || local == ENDS;
      return new LocalState(memoised, isAmple(process, local), local == ENDS, new PartSet(parts));
    }

    @Override
    public long actors(int index) {
      return actors.get(index);
    }

    @Override
    public long movers() {
      return movers;
    }

    @Override
    public long[] marks() {
      return new long[0];
    }

    @Override
    public boolean boundHit() {
      return false;
    }
  }
}
