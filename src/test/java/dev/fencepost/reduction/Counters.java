// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.reduction;

import dev.fencepost.transition.ActionSystem;
import dev.fencepost.transition.Successors;
import dev.fencepost.transition.Successors.Terminal;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Actors that count up, each in a byte of the state, and one byte that all may write. Which of them
 * conflict is said from outside, rightly or not.
 */
final class Counters implements ActionSystem {
  private final int actors;
  private final long[] conflicts;
  private final int[] disturbs;
  private final boolean[] round;
  private final int[] violating;
  private int most;
  private boolean common;
  private int reads;

  Counters(int actors) {
    this.actors = actors;
    conflicts = new long[actors];
    disturbs = new int[actors];
    round = new boolean[actors];
    violating = new int[actors];
    Arrays.fill(violating, -1);
  }

  Counters to(int last) {
    most = last;
    return this;
  }

  Counters conflicting(int first, int second) {
    conflicts[first] |= 1L << second;
    conflicts[second] |= 1L << first;
    return this;
  }

  /** Says that what {@code other} does later conflicts with every step of {@code actor}. */
  Counters disturbing(int actor, int other) {
    disturbs[actor] |= 1 << other;
    disturbs[other] |= 1 << actor;
    return this;
  }

  Counters goingRound(int actor) {
    round[actor] = true;
    return this;
  }

  Counters violatingAt(int actor, int value) {
    violating[actor] = value;
    return this;
  }

  /** Each step writes who took it to a byte that all share; nobody says so. */
  Counters writingACommonCell() {
    common = true;
    return this;
  }

  /** How often a state was read. */
  int reads() {
    return reads;
  }

  @Override
  public ActionGenerator newGenerator() {
    return new Steps();
  }

  private final class Steps implements ActionGenerator {
    private byte[] state = {};
    private int[] able = {};

    @Override
    public void initial(Successors out) {
      out.clear();
      out.reserve(actors + 1);
      Arrays.fill(out.bytes(), 0, actors + 1, (byte) 0);
      out.add(actors + 1, Successors.FINE);
    }

    @Override
    public int read(byte[] bytes, int offset, int length) {
      reads++;
      state = Arrays.copyOfRange(bytes, offset, offset + length);
      able =
          IntStream.range(0, actors).filter(actor -> round[actor] || state[actor] < most).toArray();
      return able.length;
    }

    @Override
    public int actor(int action) {
      return able[action];
    }

    @Override
    public boolean isVisible(int action) {
      return false;
    }

    @Override
    public long conflicting(int action) {
      long bits = 0;
      for (int other = 0; other < able.length; other++) {
        bits |= (conflicts[able[action]] >>> able[other] & 1) << other;
      }
      return bits;
    }

    @Override
    public int disturbing(int action) {
      return disturbs[able[action]];
    }

    @Override
    public int awaited(int actor) {
      return 0;
    }

    @Override
    public void successors(long actions, Successors out) {
      out.clear();
      for (int action = 0; action < able.length; action++) {
        if ((actions >>> action & 1) != 0) {
          step(able[action], out);
        }
      }
    }

    private void step(int actor, Successors out) {
      byte[] bytes = out.reserve(state.length);
      int at = out.end();
      System.arraycopy(state, 0, bytes, at, state.length);
      byte value = (byte) (state[actor] == most ? 0 : state[actor] + 1);
      bytes[at + actor] = value;
      bytes[at + actors] = (byte) (common ? actor : 0);
      out.add(at + state.length, value == violating[actor] ? 1 : Successors.FINE);
    }

    @Override
    public void successors(byte[] bytes, int offset, int length, Successors out) {
      read(bytes, offset, length);
      successors(-1L, out);
      if (out.count() == 0) {
        out.terminal(Terminal.END, Successors.FINE);
      }
    }

    @Override
    public long progress(byte[] bytes, int offset, int length) {
      long sum = 0;
      for (int actor = 0; actor < actors; actor++) {
        sum += bytes[offset + actor];
      }
      return sum;
    }

    @Override
    public long[] marks() {
      return new long[1];
    }

    @Override
    public boolean boundHit() {
      return false;
    }
  }
}
