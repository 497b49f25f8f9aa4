// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.transition;

import dev.fencepost.collapse.LocalState;
import dev.fencepost.collapse.PartBounds;
import dev.fencepost.collapse.PartSet;
import dev.fencepost.collapse.ProcessMachine;
import dev.fencepost.transition.Successors.Terminal;
import java.util.List;

/**
 * One process that takes two steps, of which the second violates something, and is deadlocked then,
 * in every view that a wrapper may ask for. A state is a shared byte, which stays 1, and how many
 * steps were taken.
 */
public final class SmallSystem
    implements ActionSystem, TemporalSystem, SymmetricSystem, ProcessMachine {
  static final int VIOLATION = 5;
  static final int DEADLOCK = 6;
  static final long MARKS = 8;
  static final String LIMIT = "far enough";

  private static final int LAST = 2;

  private boolean givesUp;

  public SmallSystem givingUp() {
    givesUp = true;
    return this;
  }

  @Override
  public Steps newGenerator() {
    return new Steps();
  }

  @Override
  public Stepper newStepper() {
    return new Steps();
  }

  @Override
  public Canonical newCanonical() {
    return (bytes, offset, length, code, out) -> write(bytes[offset + 1], code, out);
  }

  @Override
  public int conditions() {
    return 0;
  }

  @Override
  public int required() {
    return 0;
  }

  @Override
  public Features features() {
    return new Features(1, false, List.of(), true, false, false);
  }

  private static void write(int taken, int code, Successors out) {
    byte[] target = out.reserve(2);
    int at = out.end();
    target[at] = 1;
    target[at + 1] = (byte) taken;
    out.add(at + 2, code);
  }

  final class Steps implements ActionGenerator, TemporalGenerator, ProcessMachine.Stepper {
    private int taken;
    private Successors found = new Successors();
    private boolean stepped;

    @Override
    public void initial(Successors out) {
      out.clear();
      write(0, Successors.FINE, out);
    }

    @Override
    public void successors(byte[] bytes, int offset, int length, Successors out)
        throws LimitException {
      read(bytes, offset, length);
      successors(1, out);
    }

    @Override
    public void successors(long actions, Successors out) throws LimitException {
      out.clear();
      found = out;
      if (!steps(0)) {
        out.terminal(Terminal.DEADLOCK, DEADLOCK);
      }
    }

    @Override
    public boolean steps(int process) throws LimitException {
      if (taken == LAST) {
        return false;
      }
      if (givesUp) {
        throw new LimitException(LIMIT);
      }
      stepped = true;
      write(taken + 1, taken + 1 == LAST ? VIOLATION : Successors.FINE, found);
      return true;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) {
      taken = bytes[offset + 1];
      return taken == LAST ? 0 : 1;
    }

    @Override
    public void enter(byte[] state, int length, Successors out) {
      taken = state[1];
      found = out;
    }

    @Override
    public void locate(byte[] state, int offset, PartBounds out) {
      out.begin(offset, offset + 1);
      out.add(offset + 2);
    }

    @Override
    public boolean concernsOthers() {
      return false;
    }

    @Override
    public LocalState classify(int process) {
      return new LocalState(true, false, false, PartSet.ONE);
    }

    @Override
    public long actors(int index) {
      return 1;
    }

    @Override
    public long movers() {
      return 1;
    }

    @Override
    public int actor(int action) {
      return 0;
    }

    @Override
    public boolean isVisible(int action) {
      return false;
    }

    @Override
    public long conflicting(int action) {
      return 0;
    }

    @Override
    public int disturbing(int action) {
      return 0;
    }

    @Override
    public int awaited(int actor) {
      return 0;
    }

    @Override
    public long progress(byte[] bytes, int offset, int length) {
      return bytes[offset + 1];
    }

    @Override
    public long atoms(byte[] bytes, int offset, int length) {
      return 0;
    }

    @Override
    public int stutters() {
      return 0;
    }

    @Override
    public void met(int index, long[] words) {
      // there are no conditions
    }

    @Override
    public long[] marks() {
      return new long[] {stepped ? MARKS : 0};
    }

    @Override
    public boolean boundHit() {
      return stepped;
    }
  }
}
