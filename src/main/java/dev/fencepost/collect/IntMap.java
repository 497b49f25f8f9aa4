// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.collect;

/** A map from ints to ints that only grows. */
public final class IntMap {
  private static final int FREE = 0;
  private static final int MIXER = 0x9E3779B9;

  private int[] keys = new int[64];
  private int[] values = new int[64];
  private byte[] taken = new byte[64];
  private int size;

  /** Adds a pair, and says whether the key was not there before; else nothing changes. */
  public boolean putIfAbsent(int key, int value) {
    int place = place(key);
    if (taken[place] != FREE) {
      return false;
    }
    taken[place] = 1;
    keys[place] = key;
    values[place] = value;
    if (++size > keys.length / 2) {
      grow();
    }
    return true;
  }

  public boolean contains(int key) {
    return taken[place(key)] != FREE;
  }

  /** The value of a key that is there. */
  public int get(int key) {
    return values[place(key)];
  }

  private int place(int key) {
    int mask = keys.length - 1;
    int mixed = key * MIXER;
    int place = (mixed ^ mixed >>> 15) & mask;
    while (taken[place] != FREE && keys[place] != key) {
      place = place + 1 & mask;
    }
    return place;
  }

  private void grow() {
    int[] oldKeys = keys;
    int[] oldValues = values;
    byte[] oldTaken = taken;
    keys = new int[oldKeys.length * 2];
    values = new int[keys.length];
    taken = new byte[keys.length];
    size = 0;
    for (int i = 0; i < oldKeys.length; i++) {
      if (oldTaken[i] != FREE) {
        putIfAbsent(oldKeys[i], oldValues[i]);
      }
    }
  }
}
