// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.window;

import java.util.Arrays;
import java.util.function.LongUnaryOperator;

/**
 * Which writes a thread has seen, where writes reach threads by themselves: views of {@link
 * Coherence}. An instance has two views. Its <em>early</em> view is what it comes after at the
 * least: where a load could have been satisfied. Its <em>late</em> view has also what it was
 * committed after.
 */
public final class ThreadViews extends ValueViews {
  /** What everything later comes after, by fences. */
  public long seen;

  /** The writes of each cell that the thread has read or written. */
  public long coherent;

  /** The late views of all instances that have executed. */
  public long known;

  /** The late views of conditions of branches. */
  public long branches;

  /** The late views of addresses of instances that have executed. */
  public long addresses;

  /** What the thread's own writes come after, and the same for later ones by a fence of writes. */
  public long written;

  public long fencedWrites;

  /** The thread's own writes by exclusives. */
  public long exclusives;

  /** What the linked load has read, as a view of its cell. */
  public long link;

  public final CellViews cells = new CellViews();

  public final long[] register;
  public long[] operand;
  public long[] slot;
  public long[] result;

  /** Per instance, what it comes after by fences; and late views of branches and addresses. */
  public long[] floor = new long[8];

  public long[] control = new long[8];

  /** Per instance: of a linked load what it has read, of its store what that has read. */
  public long[] source = new long[8];

  /** Per store of an exclusive pair: the writes by exclusives before it, and behind it. */
  public long[] preceding = new long[8];

  public long[] overtaken = new long[8];

  private final int slots;
  private final int operands;

  ThreadViews(ProgramCode program) {
    slots = program.maxSlots;
    operands = program.maxOperands;
    register = new long[2 * program.maxRegisters];
    operand = new long[16 * operands];
    slot = new long[16 * slots];
    result = new long[16];
  }

  /** The number of a view of a value: early and late ones alternate. */
  public static int early(int number) {
    return 2 * number;
  }

  public static int late(int number) {
    return 2 * number + 1;
  }

  @Override
  void clear() {
    Arrays.fill(register, 0);
    cells.count = 0;
    seen = 0;
    coherent = 0;
    known = 0;
    branches = 0;
    addresses = 0;
    written = 0;
    fencedWrites = 0;
    exclusives = 0;
    link = 0;
  }

  /** All that the thread has seen: later instances come after it. */
  public void fence() {
    seen |= known | coherent;
  }

  /** A view of a slot of an instance, with its number. */
  public long slot(int index, int which, int view) {
    return slot[2 * (index * slots + which) + view];
  }

  /** The late view of an instance's addresses. */
  public long address(int index, Code code) {
    long view = 0;
    for (int i = 0; i < code.addresses; i++) {
      view |= slot(index, i, 1);
    }
    return view;
  }

  /** Later instances come after its address. */
  @Override
  void executed(int index, Code code, int count) {
    long view = address(index, code);
    addresses |= view;
    for (int i = index + 1; i < count; i++) {
      control[i] |= view;
    }
  }

  @Override
  void forget(int number) {
    register[early(number)] = 0;
    register[late(number)] = 0;
  }

  @Override
  public void compute(int number, int[] from) {
    long early = join(from, 0);
    long late = join(from, 1);
    register[early(number)] = early;
    register[late(number)] = late;
  }

  private long join(int[] registers, int view) {
    long all = 0;
    for (int from : registers) {
      all |= register[2 * from + view];
    }
    return all;
  }

  @Override
  public void branch(int[] registers) {
    branches |= join(registers, 1);
  }

  @Override
  void restore(int index) {
    Arrays.fill(operand, 2 * index * operands, 2 * (index + 1) * operands, 0);
    Arrays.fill(slot, 2 * index * slots, 2 * (index + 1) * slots, 0);
    result[early(index)] = 0;
    result[late(index)] = 0;
    floor[index] = 0;
    control[index] = 0;
    source[index] = 0;
    preceding[index] = 0;
    overtaken[index] = 0;
  }

  @Override
  void fetched(int index, Code code) {
    floor[index] = seen;
    control[index] = branches | addresses;
    preceding[index] = code.isPaired() ? exclusives : 0;
  }

  @Override
  void take(int place, int number) {
    operand[early(place)] = register[early(number)];
    operand[late(place)] = register[late(number)];
  }

  @Override
  void evaluate(int index, int which, int first, int needs) {
    int place = index * slots + which;
    for (int rest = needs; rest != 0; rest &= rest - 1) {
      int from = first + Integer.numberOfTrailingZeros(rest);
      slot[early(place)] |= operand[early(from)];
      slot[late(place)] |= operand[late(from)];
    }
  }

  @Override
  public void assign(int index) {
    result[early(index)] = slot[early(index * slots)];
    result[late(index)] = slot[late(index * slots)];
  }

  @Override
  void produceRegister(int number, int index) {
    register[early(number)] = result[early(index)];
    register[late(number)] = result[late(index)];
  }

  @Override
  void produceOperand(int place, int index) {
    operand[early(place)] = result[early(index)];
    operand[late(place)] = result[late(index)];
  }

  @Override
  void link(int load) {
    link = source[load];
  }

  @Override
  void pair(int store, int load) {
    source[store] = source[load];
  }

  @Override
  public void pairWithLink(int store) {
    source[store] = link;
  }

  @Override
  public void unlink() {
    link = 0;
  }

  @Override
  void remove(int index, int tail) {
    shift(operand, index, tail, 2 * operands);
    shift(slot, index, tail, 2 * slots);
    shift(result, index, tail, 2);
    shift(floor, index, tail, 1);
    shift(control, index, tail, 1);
    shift(source, index, tail, 1);
    shift(preceding, index, tail, 1);
    shift(overtaken, index, tail, 1);
  }

  private static void shift(long[] views, int index, int tail, int each) {
    System.arraycopy(views, (index + 1) * each, views, index * each, tail * each);
  }

  @Override
  void reserve(int size) {
    operand = Arrays.copyOf(operand, 2 * size * operands);
    slot = Arrays.copyOf(slot, 2 * size * slots);
    result = Arrays.copyOf(result, 2 * size);
    floor = Arrays.copyOf(floor, size);
    control = Arrays.copyOf(control, size);
    source = Arrays.copyOf(source, size);
    preceding = Arrays.copyOf(preceding, size);
    overtaken = Arrays.copyOf(overtaken, size);
  }

  void copyFrom(ThreadViews other, int registers, int count) {
    seen = other.seen;
    coherent = other.coherent;
    known = other.known;
    branches = other.branches;
    addresses = other.addresses;
    written = other.written;
    fencedWrites = other.fencedWrites;
    exclusives = other.exclusives;
    link = other.link;
    cells.copyFrom(other.cells);
    System.arraycopy(other.register, 0, register, 0, 2 * registers);
    System.arraycopy(other.operand, 0, operand, 0, 2 * count * operands);
    System.arraycopy(other.slot, 0, slot, 0, 2 * count * slots);
    System.arraycopy(other.result, 0, result, 0, 2 * count);
    System.arraycopy(other.floor, 0, floor, 0, count);
    System.arraycopy(other.control, 0, control, 0, count);
    System.arraycopy(other.source, 0, source, 0, count);
    System.arraycopy(other.preceding, 0, preceding, 0, count);
    System.arraycopy(other.overtaken, 0, overtaken, 0, count);
  }

  /** Changes every view. */
  public void map(LongUnaryOperator change, int registers, int count) {
    seen = change.applyAsLong(seen);
    coherent = change.applyAsLong(coherent);
    known = change.applyAsLong(known);
    branches = change.applyAsLong(branches);
    addresses = change.applyAsLong(addresses);
    written = change.applyAsLong(written);
    fencedWrites = change.applyAsLong(fencedWrites);
    exclusives = change.applyAsLong(exclusives);
    link = change.applyAsLong(link);
    cells.map(change);
    map(register, 2 * registers, change);
    map(operand, 2 * count * operands, change);
    map(slot, 2 * count * slots, change);
    map(result, 2 * count, change);
    for (long[] views : new long[][] {floor, control, source, preceding, overtaken}) {
      map(views, count, change);
    }
  }

  static void map(long[] views, int length, LongUnaryOperator change) {
    for (int i = 0; i < length; i++) {
      views[i] = change.applyAsLong(views[i]);
    }
  }

  /** Forgets what later instances come after anyway: those of the window, and all others. */
  public void strip(long low, ThreadState thread) {
    known &= ~seen;
    branches &= ~seen;
    addresses &= ~seen;
    written &= ~low;
    fencedWrites &= ~low;
    cells.map(view -> view & ~low);
    map(register, 2 * thread.registers, view -> view & ~seen);
    for (int i = 0; i < thread.count; i++) {
      control[i] &= ~floor[i];
      strip(operand, i, 2 * operands);
      strip(slot, i, 2 * slots);
    }
  }

  private void strip(long[] views, int index, int each) {
    for (int i = index * each; i < (index + 1) * each; i++) {
      views[i] &= ~floor[index];
    }
  }

  /** The thread ends: what it has seen is left. */
  public void end() {
    fence();
    long all = seen;
    clear();
    seen = all;
  }

  /** Local steps change neither what the thread has read nor what it has written. */
  boolean sameAs(ThreadViews other, int[] live, int count) {
    if (seen != other.seen || branches != other.branches) {
      return false;
    }
    for (int number : live) {
      if (register[early(number)] != other.register[early(number)]
          || register[late(number)] != other.register[late(number)]) {
        return false;
      }
    }
    return Arrays.equals(operand, 0, 2 * count * operands, other.operand, 0, 2 * count * operands)
        && Arrays.equals(slot, 0, 2 * count * slots, other.slot, 0, 2 * count * slots)
        && Arrays.equals(floor, 0, count, other.floor, 0, count)
        && Arrays.equals(control, 0, count, other.control, 0, count);
  }
}
