// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.window;

import java.util.Arrays;

/**
 * What a thread that runs ahead may still read: the values that cells had before writes of other
 * threads, in the order of these writes. Point p is the moment after the first p events; the last
 * point is now. A {@link ReadView} says since which point each value of the thread is known.
 *
 * <p>Without an event all views are {@link ReadView#START}.
 */
public final class ReadLog extends ValueViews {
  /** How many events there are. */
  public int events;

  /** Per event, the cell written and its value before. */
  public int[] cell = new int[8];

  public long[] old = new long[8];

  /** Whether the thread has read or written a newer value of the cell. */
  public boolean[] dead = new boolean[8];

  /** Whether the event and the next one are writes of one step: there is no point between them. */
  public boolean[] joined = new boolean[8];

  /**
   * How many cells have a first point from which the thread may read them; per cell, that point,
   * the one of a load that acquires, and since when its value is known. For the thread's own atomic
   * the two others may be later than the first.
   */
  public int marks;

  public int[] markedCell = new int[8];
  public int[] markedSince = new int[8];
  public int[] markedAcquired = new int[8];
  public int[] markedValue = new int[8];

  public final int[] register;
  public int[] operand;
  int[] slot;

  /** Per instance, since when its result is known; of a fence, what later loads come after. */
  public int[] result;

  /**
   * Per instance, whether a load has chosen among older values, or was ready before the first
   * event; and whether nobody has written its cell since.
   */
  public int[] offered;

  /** In {@link #offered}: the load has chosen, and may read its cell now. */
  public static final int OFFERED = 1;

  /**
   * In {@link #offered}: the load has chosen; to read now is to read late what it could have had.
   */
  public static final int STALE = 2;

  /** Since when the value of the linked load is known. */
  public int link;

  /** Per class of instances, the latest view of a finished one that has left the window. */
  public final int[] done;

  /** What every later load comes after. */
  public int floor;

  /** The latest full view of a branch's condition. */
  public int branches;

  /** The latest full view of the address of an instance that has left the window. */
  public int addresses;

  private final int slots;
  private final int operands;

  ReadLog(ProgramCode program) {
    slots = program.maxSlots;
    operands = program.maxOperands;
    register = new int[program.maxRegisters];
    done = new int[program.classes.count()];
    operand = new int[8 * operands];
    slot = new int[8 * slots];
    result = new int[8];
    offered = new int[8];
  }

  public boolean isEmpty() {
    return events == 0;
  }

  /** Adds a write of another thread. */
  public void add(int writtenCell, long before, boolean joinsNext) {
    if (events == cell.length) {
      cell = Arrays.copyOf(cell, 2 * events);
      old = Arrays.copyOf(old, 2 * events);
      dead = Arrays.copyOf(dead, 2 * events);
      joined = Arrays.copyOf(joined, 2 * events);
    }
    cell[events] = writtenCell;
    old[events] = before;
    dead[events] = false;
    joined[events] = joinsNext;
    events++;
  }

  /** The first point from {@code point} on that stands between two steps. */
  public int settled(int point) {
    int at = point;
    while (at > 0 && at < events && joined[at - 1]) {
      at++;
    }
    return at;
  }

  /** The first point from which a load of the thread may read a cell, if it acquires or not. */
  public int since(int of, boolean acquires) {
    int at = mark(of);
    return isMarked(at, of) ? (acquires ? markedAcquired[at] : markedSince[at]) : 0;
  }

  /** Since when the value is known that a cell has at that point. */
  public int value(int of) {
    int at = mark(of);
    return isMarked(at, of) ? markedValue[at] : ReadView.START;
  }

  private int mark(int of) {
    int at = 0;
    while (at < marks && markedCell[at] < of) {
      at++;
    }
    return at;
  }

  private boolean isMarked(int at, int of) {
    return at < marks && markedCell[at] == of;
  }

  /**
   * The thread may read a cell from a point on only, a load that acquires from a later one; there
   * it has a value of this view.
   */
  public void setSince(int of, int point, int acquired, int value) {
    int at = mark(of);
    if (!isMarked(at, of)) {
      if (marks == markedCell.length) {
        markedCell = Arrays.copyOf(markedCell, 2 * marks);
        markedSince = Arrays.copyOf(markedSince, 2 * marks);
        markedAcquired = Arrays.copyOf(markedAcquired, 2 * marks);
        markedValue = Arrays.copyOf(markedValue, 2 * marks);
      }
      System.arraycopy(markedCell, at, markedCell, at + 1, marks - at);
      System.arraycopy(markedSince, at, markedSince, at + 1, marks - at);
      System.arraycopy(markedAcquired, at, markedAcquired, at + 1, marks - at);
      System.arraycopy(markedValue, at, markedValue, at + 1, marks - at);
      markedCell[at] = of;
      marks++;
    }
    markedSince[at] = point;
    markedAcquired[at] = acquired;
    markedValue[at] = value;
  }

  @Override
  public void clear() {
    if (events != 0) {
      events = 0;
      marks = 0;
      Arrays.fill(register, ReadView.START);
      Arrays.fill(operand, ReadView.START);
      Arrays.fill(slot, ReadView.START);
      Arrays.fill(result, ReadView.START);
      Arrays.fill(done, ReadView.START);
      Arrays.fill(offered, 0);
      link = ReadView.START;
      floor = 0;
      branches = 0;
      addresses = 0;
    }
  }

  @Override
  void forget(int number) {
    register[number] = ReadView.START;
  }

  @Override
  public void compute(int number, int[] from) {
    register[number] = join(from);
  }

  private int join(int[] registers) {
    int view = ReadView.START;
    for (int from : registers) {
      view = ReadView.max(view, register[from]);
    }
    return view;
  }

  @Override
  public void branch(int[] registers) {
    branches = Math.max(branches, ReadView.full(join(registers)));
  }

  /** A fence comes after the branches before it. */
  @Override
  void fetched(int index, Code code) {
    if (code.opcode == Opcode.FENCE) {
      result[index] = ReadView.at(branches);
    }
  }

  @Override
  void take(int place, int number) {
    operand[place] = register[number];
  }

  @Override
  void evaluate(int index, int which, int first, int needs) {
    int view = ReadView.START;
    for (int rest = needs; events > 0 && rest != 0; rest &= rest - 1) {
      view = ReadView.max(view, operand[first + Integer.numberOfTrailingZeros(rest)]);
    }
    slot[index * slots + which] = view;
  }

  @Override
  public void assign(int index) {
    result[index] = slot[index * slots];
  }

  @Override
  void produceRegister(int number, int index) {
    register[number] = result[index];
  }

  @Override
  void produceOperand(int place, int index) {
    operand[place] = result[index];
  }

  @Override
  void link(int load) {
    link = result[load];
  }

  @Override
  void pair(int store, int load) {
    result[store] = result[load];
  }

  @Override
  public void pairWithLink(int store) {
    result[store] = link;
  }

  @Override
  public void unlink() {
    link = ReadView.START;
  }

  public int slot(int index, int which) {
    return slot[index * slots + which];
  }

  public void setSlot(int index, int which, int view) {
    slot[index * slots + which] = view;
  }

  @Override
  void reserve(int size) {
    operand = Arrays.copyOf(operand, size * operands);
    slot = Arrays.copyOf(slot, size * slots);
    result = Arrays.copyOf(result, size);
    offered = Arrays.copyOf(offered, size);
  }

  @Override
  void restore(int index) {
    if (events > 0) {
      Arrays.fill(operand, index * operands, (index + 1) * operands, ReadView.START);
      Arrays.fill(slot, index * slots, (index + 1) * slots, ReadView.START);
      result[index] = ReadView.START;
      offered[index] = 0;
    }
  }

  void copyFrom(ReadLog other, int registers, int count) {
    clear();
    if (other.events == 0) {
      return;
    }
    for (int i = 0; i < other.events; i++) {
      add(other.cell[i], other.old[i], other.joined[i]);
      dead[i] = other.dead[i];
    }
    for (int i = 0; i < other.marks; i++) {
      setSince(
          other.markedCell[i], other.markedSince[i], other.markedAcquired[i], other.markedValue[i]);
    }
    System.arraycopy(other.register, 0, register, 0, registers);
    System.arraycopy(other.operand, 0, operand, 0, count * operands);
    System.arraycopy(other.slot, 0, slot, 0, count * slots);
    System.arraycopy(other.result, 0, result, 0, count);
    System.arraycopy(other.offered, 0, offered, 0, count);
    link = other.link;
    System.arraycopy(other.done, 0, done, 0, done.length);
    floor = other.floor;
    branches = other.branches;
    addresses = other.addresses;
  }

  boolean sameAs(ReadLog other, int[] live, int count) {
    if (events != other.events
        || floor != other.floor
        || branches != other.branches
        || addresses != other.addresses) {
      return false;
    }
    for (int number : live) {
      if (register[number] != other.register[number]) {
        return false;
      }
    }
    return Arrays.equals(cell, 0, events, other.cell, 0, events)
        && Arrays.equals(old, 0, events, other.old, 0, events)
        && Arrays.equals(dead, 0, events, other.dead, 0, events)
        && Arrays.equals(markedCell, 0, marks, other.markedCell, 0, other.marks)
        && Arrays.equals(markedSince, 0, marks, other.markedSince, 0, other.marks)
        && Arrays.equals(markedAcquired, 0, marks, other.markedAcquired, 0, other.marks)
        && Arrays.equals(markedValue, 0, marks, other.markedValue, 0, other.marks)
        && Arrays.equals(result, 0, count, other.result, 0, count)
        && Arrays.equals(done, other.done)
        && Arrays.equals(slot, 0, count * slots, other.slot, 0, count * slots)
        && Arrays.equals(operand, 0, count * operands, other.operand, 0, count * operands);
  }

  @Override
  void remove(int index, int tail) {
    if (events > 0) {
      System.arraycopy(operand, (index + 1) * operands, operand, index * operands, tail * operands);
      System.arraycopy(slot, (index + 1) * slots, slot, index * slots, tail * slots);
      System.arraycopy(result, index + 1, result, index, tail);
      System.arraycopy(offered, index + 1, offered, index, tail);
    }
  }
}
