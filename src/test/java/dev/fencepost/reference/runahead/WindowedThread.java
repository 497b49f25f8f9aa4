// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.reference.runahead;

import dev.fencepost.ir.ThreadDecl;
import java.util.ArrayList;
import java.util.List;

/**
 * A thread: its registers, its window, and what it must remember of the entries that it has
 * retired: the points that later loads may have to come after.
 */
final class WindowedThread {
  final ThreadDecl code;
  int pc;
  boolean ended;
  final long[] value;
  final int[] view;
  final int[] fullView;

  /**
   * Twice the number of the entry that will produce a register, plus 1 for a second result; or -1.
   */
  final int[] producer;

  final List<Entry> window = new ArrayList<>();
  int next;

  /** The number of the last load-exclusive without its store, or -1. */
  int exclusive = -1;

  int exclusiveSource = -1;
  int exclusiveCell = -1;

  /** Of all retired reads, the greatest view; of those that return a value; of all writes. */
  int reads;

  int returningReads;
  int writes;
  int releases;

  /** What every later load must come after. */
  int floor;

  int branches;
  int addresses;

  /**
   * Per cell: the newest write that was read or written, and the views of reads of it and of older
   * ones.
   */
  final int[] newest;

  final int[] newestView;
  final int[] olderView;

  WindowedThread(ThreadDecl code, int cells) {
    this.code = code;
    int registers = Math.max(code.registers().size(), 2);
    value = new long[registers];
    view = new int[registers];
    fullView = new int[registers];
    producer = new int[registers];
    java.util.Arrays.fill(producer, -1);
    newest = new int[cells];
    newestView = new int[cells];
    olderView = new int[cells];
  }

  private WindowedThread(WindowedThread other) {
    code = other.code;
    pc = other.pc;
    ended = other.ended;
    value = other.value.clone();
    view = other.view.clone();
    fullView = other.fullView.clone();
    producer = other.producer.clone();
    other.window.forEach(entry -> window.add(entry.copy()));
    next = other.next;
    exclusive = other.exclusive;
    exclusiveSource = other.exclusiveSource;
    exclusiveCell = other.exclusiveCell;
    reads = other.reads;
    returningReads = other.returningReads;
    writes = other.writes;
    releases = other.releases;
    floor = other.floor;
    branches = other.branches;
    addresses = other.addresses;
    newest = other.newest.clone();
    newestView = other.newestView.clone();
    olderView = other.olderView.clone();
  }

  WindowedThread copy() {
    return new WindowedThread(this);
  }

  Entry entry(int number) {
    int index = window.isEmpty() ? -1 : number - window.getFirst().number;
    return index < 0 || index >= window.size() ? null : window.get(index);
  }

  /** Puts a result in the place of all references to it. */
  void produce(int reference, long result, int from, int full) {
    for (Entry entry : window) {
      for (int i = 0; i < entry.producers.length; i++) {
        if (entry.producers[i] == reference) {
          entry.producers[i] = -1;
          entry.values[i] = result;
          entry.views[i] = from;
          entry.fullViews[i] = full;
        }
      }
    }
    for (int i = 0; i < producer.length; i++) {
      if (producer[i] == reference) {
        producer[i] = -1;
        value[i] = result;
        view[i] = from;
        fullView[i] = full;
      }
    }
  }

  void set(int register, long result, int from) {
    if (register >= 0) {
      producer[register] = -1;
      value[register] = result;
      view[register] = from;
      fullView[register] = from;
    }
  }

  void refer(int register, int reference) {
    if (register >= 0) {
      producer[register] = reference;
      value[register] = 0;
      view[register] = 0;
      fullView[register] = 0;
    }
  }

  /** A read or write of a cell has the source; loads have a view as well. */
  void sees(int cell, int source, int from, boolean load) {
    if (source > newest[cell]) {
      olderView[cell] = Math.max(olderView[cell], newestView[cell]);
      newest[cell] = source;
      newestView[cell] = load ? from : 0;
    } else if (load && source == newest[cell]) {
      newestView[cell] = Math.max(newestView[cell], from);
    } else if (load) {
      olderView[cell] = Math.max(olderView[cell], from);
    }
  }

  void describe(StringBuilder out) {
    int head = window.isEmpty() ? next : window.getFirst().number;
    out.append(pc).append(ended).append('|');
    for (int i = 0; i < value.length; i++) {
      int from = producer[i] < 0 ? -1 : producer[i] - 2 * head;
      out.append(from)
          .append(':')
          .append(value[i])
          .append('@')
          .append(view[i])
          .append('/')
          .append(fullView[i])
          .append(' ');
    }
    out.append(exclusive < 0 ? -1 : Math.max(-1, exclusive - head)).append('|');
    out.append(exclusiveSource).append(',').append(exclusiveCell).append('|');
    out.append(reads).append(',').append(returningReads).append(',').append(writes).append(',');
    out.append(releases).append(',').append(floor).append(',').append(branches).append(',');
    out.append(addresses).append('|');
    for (int i = 0; i < newest.length; i++) {
      out.append(newest[i]).append(',').append(newestView[i]).append(',');
      out.append(olderView[i]).append(' ');
    }
    window.forEach(entry -> entry.describe(head, out));
  }
}
