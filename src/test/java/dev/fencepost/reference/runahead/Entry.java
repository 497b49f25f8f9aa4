// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.reference.runahead;

import dev.fencepost.ir.Expr;
import dev.fencepost.ir.Instruction;
import java.util.ArrayList;
import java.util.List;

/**
 * An instruction in the window of a thread: fetched, and not retired. A read-modify-write is two
 * entries, a load and a store that are paired.
 */
final class Entry {
  enum Kind {
    COMPUTE,
    SELECT,
    LOAD,
    STORE,
    FENCE
  }

  /** The source of a load that has read the initial value. */
  static final int INITIAL = 0;

  final Kind kind;
  final Instruction instruction;

  /** The number of the entry, in program order. */
  final int number;

  /** Registers that the entry reads, as captured at fetch. */
  final int[] registers;

  final long[] values;
  final int[] views;

  /** As {@link #views}, with what decides selects. */
  final int[] fullViews;

  /**
   * The entry that will produce the operand, or -1; with 1 in the lowest bit for a second result.
   */
  final int[] producers;

  /** The other half of a read-modify-write or of an exclusive pair, or -1. */
  int pair = -1;

  /** Of a paired store: the write that its load has read and its cell, once that has retired. */
  int pairSource = -1;

  int pairCell = -1;

  boolean acquire;
  boolean acquirePc;
  boolean release;
  boolean conditional;

  /** On RISC-V: an ordered access of an exclusive pair or an atomic. */
  boolean rcsc;

  boolean silent;

  /** The greatest view of a branch before this fence. */
  int branchView;

  int cell = -1;
  int addressView;
  int fullAddressView;
  int fullDataView;
  int fullView;
  boolean dataKnown;
  long data;
  int dataView;

  /** Of a store: the view of its data, but for what the load of its own atomic brings. */
  int placeView;

  /** Whether a load has been offered to have run ahead. */
  boolean offered;

  boolean done;

  /** A store of a compare-and-swap that failed, or was guessed to fail. */
  boolean cancelled;

  /** Whether the outcome of a compare-and-swap was guessed; a wrong guess drops the run. */
  boolean guessed;

  /** The point at which the entry took effect, or the first at which it may have. */
  int view;

  /** Of a load: since when its value is known. */
  int valueView;

  long value;

  /** The write that a load has read: its index in the history plus 1, or -1 - number of a store. */
  int source;

  Entry(
      Kind kind, Instruction instruction, int number, List<Expr> operands, WindowedThread thread) {
    this.kind = kind;
    this.instruction = instruction;
    this.number = number;
    List<Integer> used = new ArrayList<>();
    operands.forEach(operand -> registers(operand, used));
    registers = used.stream().mapToInt(Integer::intValue).toArray();
    values = new long[registers.length];
    views = new int[registers.length];
    fullViews = new int[registers.length];
    producers = new int[registers.length];
    for (int i = 0; i < registers.length; i++) {
      values[i] = thread.value[registers[i]];
      views[i] = thread.view[registers[i]];
      fullViews[i] = thread.fullView[registers[i]];
      producers[i] = thread.producer[registers[i]];
    }
  }

  private Entry(Entry other) {
    kind = other.kind;
    instruction = other.instruction;
    number = other.number;
    registers = other.registers;
    values = other.values.clone();
    views = other.views.clone();
    fullViews = other.fullViews.clone();
    producers = other.producers.clone();
    pair = other.pair;
    pairSource = other.pairSource;
    pairCell = other.pairCell;
    acquire = other.acquire;
    acquirePc = other.acquirePc;
    release = other.release;
    conditional = other.conditional;
    rcsc = other.rcsc;
    silent = other.silent;
    branchView = other.branchView;
    cell = other.cell;
    addressView = other.addressView;
    fullAddressView = other.fullAddressView;
    fullDataView = other.fullDataView;
    fullView = other.fullView;
    dataKnown = other.dataKnown;
    data = other.data;
    dataView = other.dataView;
    placeView = other.placeView;
    valueView = other.valueView;
    offered = other.offered;
    done = other.done;
    cancelled = other.cancelled;
    guessed = other.guessed;
    view = other.view;
    value = other.value;
    source = other.source;
  }

  Entry copy() {
    return new Entry(this);
  }

  static void registers(Expr expr, List<Integer> out) {
    switch (expr) {
      case Expr.Register register -> {
        if (!out.contains(register.index())) {
          out.add(register.index());
        }
      }
      case Expr.Unary unary -> registers(unary.operand(), out);
      case Expr.Binary binary -> {
        registers(binary.left(), out);
        registers(binary.right(), out);
      }
      case Expr.Convert convert -> registers(convert.operand(), out);
      case Expr.Index index -> registers(index.operand(), out);
      case Expr.Within within -> registers(within.address(), out);
      default -> {}
    }
  }

  /** Whether all operands of an expression have values. */
  boolean knows(Expr expr) {
    List<Integer> used = new ArrayList<>();
    registers(expr, used);
    return used.stream().allMatch(register -> producers[place(register)] < 0);
  }

  /** The point from which the value of an expression is known. */
  int viewOf(Expr expr) {
    List<Integer> used = new ArrayList<>();
    registers(expr, used);
    return used.stream().mapToInt(register -> views[place(register)]).max().orElse(0);
  }

  int fullViewOf(Expr expr) {
    List<Integer> used = new ArrayList<>();
    registers(expr, used);
    return used.stream().mapToInt(register -> fullViews[place(register)]).max().orElse(0);
  }

  long evaluate(Expr expr) {
    return Values.of(expr, register -> values[place(register)]);
  }

  private int place(int register) {
    for (int i = 0; i < registers.length; i++) {
      if (registers[i] == register) {
        return i;
      }
    }
    throw new IllegalArgumentException("no operand");
  }

  boolean isAccess() {
    return kind == Kind.LOAD || kind == Kind.STORE;
  }

  boolean acquires() {
    return acquire || acquirePc;
  }

  /** Everything that distinguishes two entries, with numbers relative to the head of the window. */
  void describe(int head, StringBuilder out) {
    out.append(System.identityHashCode(instruction)).append(kind.ordinal()).append(',');
    for (int i = 0; i < registers.length; i++) {
      int producer = producers[i] < 0 ? -1 : producers[i] - 2 * head;
      out.append(producer)
          .append(':')
          .append(values[i])
          .append('@')
          .append(views[i])
          .append('/')
          .append(fullViews[i])
          .append(' ');
    }
    out.append(pair < 0 ? -1 : Math.max(-1, pair - head)).append(',');
    out.append(pairSource).append(',').append(pairCell).append(',');
    out.append(fullAddressView)
        .append(',')
        .append(fullDataView)
        .append(',')
        .append(fullView)
        .append(',');
    out.append(cell).append(',').append(addressView).append(dataKnown).append(data).append(',');
    out.append(dataView)
        .append(',')
        .append(placeView)
        .append(',')
        .append(valueView)
        .append(offered)
        .append(done)
        .append(cancelled)
        .append(guessed)
        .append(view)
        .append(',');
    out.append(value).append(',').append(branchView).append(',');
    out.append(source < 0 ? source + head : source).append(';');
  }
}
