// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.parts;

import dev.fencepost.collect.WordLayout;
import dev.fencepost.transition.TransitionSystem.LimitException;

/** The numbers of a state's parts, where they lie. */
public final class StateNumbers {
  private byte[] bytes = {};
  private int offset;
  private int length;
  private byte[] unpacked = {};
  private final int shared;
  private final byte[] view;

  /**
   * @param shared how many parts what is shared has
   */
  public StateNumbers(int shared) {
    this.shared = shared;
    view = new byte[shared * Integer.BYTES];
  }

  public void pointTo(byte[] newBytes, int newOffset, int newLength) {
    bytes = newBytes;
    offset = newOffset;
    length = newLength;
  }

  /** Takes them from a word. */
  public void unpack(long word, WordLayout layout) {
    if (unpacked.length < layout.mostBytes()) {
      unpacked = new byte[layout.mostBytes()];
    }
    pointTo(unpacked, 0, layout.unpack(word, unpacked));
  }

  public byte[] bytes() {
    return bytes;
  }

  public int offset() {
    return offset;
  }

  public int length() {
    return length;
  }

  /** How many processes there are. */
  public int processes() {
    return length / Integer.BYTES - shared;
  }

  /** The number of a part of what is shared. */
  public int shared(int part) {
    return PartNumbers.get(bytes, offset, part);
  }

  public int process(int process) {
    return PartNumbers.get(bytes, offset, shared + process);
  }

  /**
   * The number of what is seen of what is shared.
   *
   * @param seen the parts, as bits
   */
  public int view(int seen, PartViews views) throws LimitException {
    for (int part = 0; part < shared; part++) {
      int number = (seen >> part & 1) == 0 ? 0 : PartNumbers.get(bytes, offset, part);
      PartNumbers.put(view, 0, part, number);
    }
    return views.number(view);
  }
}
