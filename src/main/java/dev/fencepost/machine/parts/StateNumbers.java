// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.parts;

import dev.fencepost.collect.WordLayout;
import dev.fencepost.transition.Successors;

/** The numbers of a state's parts, where they lie. */
public final class StateNumbers {
  private byte[] bytes = {};
  private int offset;
  private int length;
  private byte[] unpacked = {};

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
    return length / Integer.BYTES - 1;
  }

  public int shared() {
    return PartNumbers.get(bytes, offset, PartNumbers.SHARED);
  }

  public int process(int process) {
    return PartNumbers.get(bytes, offset, process + 1);
  }

  /** What the steps of a process are found by. */
  public long key(int process) {
    return StepTable.key(shared(), process(process));
  }

  /** Writes a state with other numbers of what is shared and of a process, or without that. */
  void write(int process, long numbers, int code, Successors out) {
    byte[] target = out.reserve(length);
    int start = out.end();
    System.arraycopy(bytes, offset, target, start, length);
    PartNumbers.put(target, start, PartNumbers.SHARED, StepTable.shared(numbers));
    int number = StepTable.number(numbers);
    if (number == RememberedSteps.GONE) {
      out.add(start + length - Integer.BYTES, code);
    } else {
      PartNumbers.put(target, start, process + 1, number);
      out.add(start + length, code);
    }
  }
}
