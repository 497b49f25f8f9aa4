// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.level;

import dev.fencepost.level.Keys.Form;

/** A sorted set of states, in pages that are read one by one. */
abstract sealed class Run permits MemoryRun, FileRun {
  private final Keys firsts;
  private final Form form;
  private final long count;

  /**
   * @param firsts the first state of each page
   * @param form how the states on the pages are written
   */
  Run(Keys firsts, Form form, long count) {
    this.firsts = firsts;
    this.form = form;
    this.count = count;
  }

  /** How many states there are. */
  final long count() {
    return count;
  }

  final int pages() {
    return firsts.size();
  }

  /** The first state of each page. */
  final Keys firsts() {
    return firsts;
  }

  final Form form() {
    return form;
  }

  /** Reads pages, for one thread. */
  abstract Reader open();

  /** The run is not needed any more. */
  abstract void delete();

  /** Reads pages of a run. */
  @FunctionalInterface
  interface Reader extends AutoCloseable {
    void read(int page, PageBuffer into);

    @Override
    default void close() {}
  }
}
