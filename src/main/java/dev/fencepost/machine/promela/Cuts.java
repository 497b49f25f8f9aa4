// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.promela;

import dev.fencepost.transition.Successors;
import dev.fencepost.transition.TransitionSystem.LimitException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * How what is global is cut into parts: bytes that the same processes use are in one. Then a step
 * hangs on a few parts and changes a few, and what it does with them is the same whatever the
 * others hold. Any cut is right; a good one has few different values in each part.
 */
final class Cuts {
  /** So many parts at most: each takes room in the word that a state is. */
  private static final int MOST = 8;

  /** So long a run of the oldest processes shows which others they start. */
  private static final int STEPS = 32;

  private final BitSet[] parts;

  private Cuts(List<BitSet> parts) {
    this.parts = parts.toArray(BitSet[]::new);
  }

  /** All in one. */
  static Cuts none(PromelaProgram program) {
    BitSet all = new BitSet();
    all.set(0, program.firstProcess);
    return new Cuts(List.of(all));
  }

  /** What promises most for a model: none where most processes use all that ever changes. */
  static Cuts of(PromelaProgram program, GlobalFootprints footprints) {
    byte[] state = fullState(program);
    int processes = state[0] & 0xff;
    BitSet changing = new BitSet();
    for (int process = 0; process < processes; process++) {
      changing.or(footprints.anywhere(process, state, true));
    }
    List<BitSet> used = new ArrayList<>();
    int narrow = 0;
    for (int process = 0; process < processes; process++) {
      BitSet bytes = footprints.anywhere(process, state, false);
      bytes.and(changing);
      used.add(bytes);
      narrow += bytes.equals(changing) ? 0 : 1;
    }
    return processes == 0 || 2 * narrow < processes
        ? none(program)
        : new Cuts(merged(byUsers(program, used)));
  }

  /** A state with as many processes as one run has had. */
  private static byte[] fullState(PromelaProgram program) {
    PromelaGenerator generator = new PromelaGenerator(program, Reduction.NONE, false);
    Successors out = new Successors();
    byte[] fullest = {0};
    try {
      generator.initial(out);
      for (int i = 0; i < STEPS && out.count() > 0; i++) {
        int oldest = out.count() - 1;
        int start = out.start(oldest);
        byte[] state = Arrays.copyOfRange(out.bytes(), start, start + out.length(oldest));
        if ((state[0] & 0xff) > (fullest[0] & 0xff)) {
          fullest = state;
        }
        generator.successors(state, 0, state.length, out);
      }
    } catch (LimitException e) {
      // the search itself will come to it
      return fullest;
    }
    return fullest;
  }

  /** The bytes by the processes that use them; what never changes is with what all use. */
  private static Map<BitSet, BitSet> byUsers(PromelaProgram program, List<BitSet> used) {
    Map<BitSet, BitSet> groups = new LinkedHashMap<>();
    for (int at = 0; at < program.firstProcess; at++) {
      BitSet users = new BitSet();
      for (int process = 0; process < used.size(); process++) {
        users.set(process, used.get(process).get(at));
      }
      if (users.isEmpty()) {
        users.set(0, used.size());
      }
      groups.computeIfAbsent(users, u -> new BitSet()).set(at);
    }
    return groups;
  }

  /** Puts neighbours together whose users differ least, until there are few enough. */
  private static List<BitSet> merged(Map<BitSet, BitSet> groups) {
    List<BitSet> users = new ArrayList<>(groups.keySet());
    List<BitSet> parts = new ArrayList<>(groups.values());
    while (parts.size() > MOST) {
      int best = 0;
      for (int i = 1; i + 1 < users.size(); i++) {
        int gain = difference(users, best) - difference(users, i);
        best = gain > 0 ? i : best;
      }
      users.get(best).or(users.remove(best + 1));
      parts.get(best).or(parts.remove(best + 1));
    }
    return parts;
  }

  /** By how many a group's users differ from those of the next. */
  private static int difference(List<BitSet> users, int index) {
    BitSet different = (BitSet) users.get(index).clone();
    different.xor(users.get(index + 1));
    return different.cardinality();
  }

  /** How many parts there are. */
  int count() {
    return parts.length;
  }

  /** The parts that some bytes are in, as bits. */
  int with(BitSet bytes) {
    int with = 0;
    for (int part = 0; part < parts.length; part++) {
      with |= parts[part].intersects(bytes) ? 1 << part : 0;
    }
    return with;
  }

  /** Takes a part of what is global in a state, with 0 for the others. */
  void take(int part, byte[] state, int start, byte[] target) {
    BitSet bytes = parts[part];
    Arrays.fill(target, (byte) 0);
    for (int at = bytes.nextSetBit(0); at >= 0; at = bytes.nextSetBit(at + 1)) {
      target[at] = state[start + at];
    }
  }
}
