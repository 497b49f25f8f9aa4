// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.collapse;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Chooses how what is shared is cut into parts: bytes that the same processes use are in one. Then
 * a step depends on few parts and changes few, whatever the others hold. Any partition is right; a
 * good one has few different values in each part.
 */
public final class SharedPartition {
  /** So many parts at most: each takes a field of the word that a state is. */
  private static final int MOST = 8;

  private SharedPartition() {}

  /**
   * The shared parts; one if most processes use all bytes that change.
   *
   * @param size the number of shared bytes
   * @param used the bytes that each process may read or write
   * @param changing the bytes that some process may write
   */
  public static List<BitSet> of(int size, List<BitSet> used, BitSet changing) {
    List<BitSet> using = new ArrayList<>();
    int narrow = 0;
    for (BitSet bytes : used) {
      BitSet both = (BitSet) bytes.clone();
      both.and(changing);
      using.add(both);
      narrow += both.equals(changing) ? 0 : 1;
    }
    return using.isEmpty() || 2 * narrow < using.size()
        ? whole(size)
        : merged(byUsers(size, using));
  }

  /** All in one part. */
  public static List<BitSet> whole(int size) {
    BitSet all = new BitSet();
    all.set(0, size);
    return List.of(all);
  }

  /** The bytes by their users. Bytes without users count as used by all processes. */
  private static Map<BitSet, BitSet> byUsers(int size, List<BitSet> used) {
    Map<BitSet, BitSet> groups = new LinkedHashMap<>();
    for (int at = 0; at < size; at++) {
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

  /** Merges neighbours whose users differ least, until there are few enough. */
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

  /** The parts that some bytes are in. */
  public static PartSet with(List<BitSet> parts, BitSet bytes) {
    int with = 0;
    for (int part = 0; part < parts.size(); part++) {
      with |= parts.get(part).intersects(bytes) ? 1 << part : 0;
    }
    return new PartSet(with);
  }

  /** Copies a part of the shared bytes, with 0 for the other bytes. */
  static void take(BitSet part, byte[] state, int start, byte[] target) {
    Arrays.fill(target, (byte) 0);
    for (int at = part.nextSetBit(0); at >= 0; at = part.nextSetBit(at + 1)) {
      target[at] = state[start + at];
    }
  }
}
