// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.reduction;

import dev.fencepost.transition.ActionSystem;
import dev.fencepost.transition.Successors;
import dev.fencepost.transition.Successors.Terminal;
import dev.fencepost.transition.TemporalSystem;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A system that is drawn by hand: its states have numbers, from 0 on, which are their progress, and
 * each action of a state leads to one other. A state is its number and as many bytes as are wished.
 */
final class Drawing implements ActionSystem, TemporalSystem {
  /** In place of a state: the action is not possible. */
  static final int NOWHERE = -1;

  private final Map<Integer, List<Action>> actions = new TreeMap<>();
  private final List<Integer> repeating = new ArrayList<>();
  private final List<Integer> disturbed = new ArrayList<>();
  private int length = 1;
  private int reads;

  private record Action(int actor, int target, long conflicts, int code) {}

  /** Makes states so many bytes long. */
  Drawing ofBytes(int size) {
    length = size;
    return this;
  }

  /** An action that conflicts with no other one. The actor has the number of the action. */
  Drawing step(int from, int to) {
    return step(from, to, 0);
  }

  /** An action that conflicts with these others of the state. */
  Drawing step(int from, int to, long conflicts) {
    return add(from, to, conflicts, Successors.FINE);
  }

  /** An action that violates something and conflicts with no other one. */
  Drawing violation(int from, int to) {
    return add(from, to, 0, 1);
  }

  private Drawing add(int from, int to, long conflicts, int code) {
    List<Action> all = actions.computeIfAbsent(from, state -> new ArrayList<>());
    all.add(new Action(all.size() % Integer.SIZE, to, conflicts, code));
    return this;
  }

  /** The state may repeat for ever. */
  Drawing repeating(int state) {
    repeating.add(state);
    return this;
  }

  /** Each actor may do more in this state that conflicts with its action, and awaits the next. */
  Drawing disturbed(int state) {
    disturbed.add(state);
    return this;
  }

  /** How many states were read. */
  int reads() {
    return reads;
  }

  byte[] state(int number) {
    byte[] state = new byte[length];
    state[length - 1] = (byte) number;
    return state;
  }

  /** The numbers of the states that a generator leads to from a state. */
  List<Integer> after(Generator generator, int number) throws LimitException {
    Successors out = new Successors();
    // Not at the start of the array, as in a search.
    byte[] bytes = new byte[length + 2];
    System.arraycopy(state(number), 0, bytes, 1, length);
    generator.successors(bytes, 1, length, out);
    return numbers(out);
  }

  static List<Integer> numbers(Successors out) {
    List<Integer> numbers = new ArrayList<>();
    for (int i = 0; i < out.count(); i++) {
      byte[] state = out.state(i);
      numbers.add((int) state[state.length - 1]);
    }
    return numbers;
  }

  @Override
  public int conditions() {
    return 3;
  }

  @Override
  public int required() {
    return 2;
  }

  @Override
  public Steps newGenerator() {
    return new Steps();
  }

  /** Odd states have an atom; an action that changes that is visible. */
  final class Steps implements ActionGenerator, TemporalGenerator {
    private int here;

    private List<Action> possible() {
      return actions.getOrDefault(here, List.of());
    }

    @Override
    public void initial(Successors out) {
      out.clear();
      out.add(state(0), 0, length, Successors.FINE);
    }

    @Override
    public int read(byte[] bytes, int offset, int size) {
      if (size != length) {
        throw new IllegalArgumentException("a state of " + size + " bytes");
      }
      reads++;
      here = bytes[offset + size - 1];
      return possible().size();
    }

    @Override
    public int actor(int action) {
      return possible().get(action).actor();
    }

    @Override
    public boolean isVisible(int action) {
      return (possible().get(action).target() + here) % 2 != 0;
    }

    @Override
    public long conflicting(int action) {
      return possible().get(action).conflicts();
    }

    @Override
    public int disturbing(int action) {
      return disturbed.contains(here) ? 1 << action : 0;
    }

    @Override
    public int awaited(int actor) {
      return disturbed.contains(here) ? 1 << actor + 1 : 0;
    }

    @Override
    public void successors(long chosen, Successors out) {
      out.clear();
      for (int i = 0; i < possible().size(); i++) {
        Action action = possible().get(i);
        if ((chosen >>> i & 1) != 0 && action.target() != NOWHERE) {
          out.add(state(action.target()), 0, length, action.code());
        }
      }
    }

    @Override
    public void successors(byte[] bytes, int offset, int size, Successors out) {
      read(bytes, offset, size);
      out.clear();
      for (Action action : possible()) {
        if (action.target() != NOWHERE) {
          out.add(state(action.target()), 0, length, action.code());
        }
      }
      if (out.count() == 0) {
        out.terminal(Terminal.END, Successors.FINE);
      }
    }

    @Override
    public long progress(byte[] bytes, int offset, int size) {
      return bytes[offset + size - 1];
    }

    @Override
    public long atoms(byte[] bytes, int offset, int size) {
      return bytes[offset + size - 1] % 2;
    }

    @Override
    public int stutters() {
      return repeating.contains(here) ? 1 : 0;
    }

    @Override
    public void met(int index, long[] words) {
      words[0] = -1;
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
