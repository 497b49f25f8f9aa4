// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.transition;

import dev.fencepost.budget.Budget;
import java.util.Arrays;

/**
 * A buffer of successor states that the caller owns and uses again. Each successor has a violation
 * code: {@link #FINE}, or a code of the system's own that names what the step violated.
 */
public final class Successors {

  /** The step violates nothing. */
  public static final int FINE = 0;

  /** No process waits for ever. */
  public static final int NOBODY = 0;

  /** The kind of a state without successors; {@link #NONE} for a state with successors. */
  public enum Terminal {
    NONE,
    /** All threads have ended. */
    END,
    /** A thread has not ended and none can take a step. */
    DEADLOCK,
    /** The run was dropped, or a thread runs for ever without a visible step. */
    CUT;

    /** Whether the run ends here. */
    public boolean isEnd() {
      return this == END || this == DEADLOCK;
    }
  }

  /** No array may be longer. */
  private static final int MOST = Integer.MAX_VALUE - 8;

  private byte[] bytes = new byte[1024];
  private int[] ends = new int[16];
  private int[] codes = new int[16];
  private int count;
  private Terminal terminal = Terminal.NONE;
  private int terminalCode;
  private int waiting;

  public void clear() {
    count = 0;
    terminal(Terminal.NONE, FINE);
  }

  /** Copies another buffer, which has successors. */
  public void copyFrom(Successors other) {
    clear();
    for (int i = 0; i < other.count; i++) {
      add(other, i);
    }
  }

  /** Adds a successor of another buffer, with its code. */
  public void add(Successors other, int index) {
    add(other.bytes, other.start(index), other.length(index), other.codes[index]);
  }

  /** Adds a copy of a state. */
  public void add(byte[] state, int offset, int length, int code) {
    System.arraycopy(state, offset, reserve(length), end(), length);
    add(end() + length, code);
  }

  /** Room for a state of up to {@code length} bytes: write at {@link #end()}, then {@link #add}. */
  public byte[] reserve(int length) {
    int needed = end() + length;
    if (needed < 0 || needed > bytes.length) {
      grow(needed);
    }
    return bytes;
  }

  private void grow(int needed) {
    long size = needed < 0 ? Long.MAX_VALUE : Math.max(needed, 2L * bytes.length);
    Budget.askFor(size);
    bytes = Arrays.copyOf(bytes, (int) Math.min(size, MOST));
  }

  /** Where the next state is to be written. */
  public int end() {
    return count == 0 ? 0 : ends[count - 1];
  }

  /** Adds the state that was written from {@link #end()} up to {@code newEnd}. */
  public void add(int newEnd, int code) {
    if (count == ends.length) {
      ends = Arrays.copyOf(ends, count * 2);
      codes = Arrays.copyOf(codes, count * 2);
    }
    ends[count] = newEnd;
    codes[count] = code;
    count++;
  }

  /** Drops all successors but the first ones. */
  public void cutTo(int newCount) {
    count = newCount;
  }

  /** Says what this state is, when it has no successors. */
  public void terminal(Terminal kind, int code) {
    terminal(kind, code, NOBODY);
  }

  /**
   * Says what this state is, when it has no successors.
   *
   * @param newWaiting the system's own number for the processes that wait for ever, and where
   */
  public void terminal(Terminal kind, int code, int newWaiting) {
    terminal = kind;
    terminalCode = code;
    waiting = newWaiting;
  }

  /** Makes this state without successors what the state of another buffer is. */
  public void terminalOf(Successors other) {
    terminal(other.terminal, other.terminalCode, other.waiting);
  }

  /** Makes a state without successors a valid end. */
  public void allowEnd() {
    terminalCode = FINE;
  }

  public int count() {
    return count;
  }

  public byte[] bytes() {
    return bytes;
  }

  public int start(int index) {
    return index == 0 ? 0 : ends[index - 1];
  }

  public int length(int index) {
    return ends[index] - start(index);
  }

  /** A copy of a state. */
  public byte[] state(int index) {
    return Arrays.copyOfRange(bytes, start(index), ends[index]);
  }

  public int code(int index) {
    return codes[index];
  }

  public Terminal terminal() {
    return terminal;
  }

  /** The violation of the terminal state itself: a deadlock, a failed final condition. */
  public int terminalCode() {
    return terminalCode;
  }

  /**
   * Who waits for ever in a state without successors; {@link #NOBODY} if the run is cut or ends.
   */
  public int waiting() {
    return waiting;
  }
}
