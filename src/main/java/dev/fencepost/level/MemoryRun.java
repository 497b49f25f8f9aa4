// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.level;

import dev.fencepost.level.Keys.Form;
import java.util.concurrent.atomic.AtomicLong;

/** A run in memory. */
final class MemoryRun extends Run {
  private final byte[][] pages;
  private final AtomicLong room;
  private final long memory;

  /**
   * @param room gets the memory back when the run is deleted
   */
  MemoryRun(EncodedPages pages, Form form, AtomicLong room, long memory) {
    super(pages.firsts(), form, pages.count());
    this.pages = pages.pages().toArray(new byte[0][]);
    this.room = room;
    this.memory = memory;
  }

  @Override
  Reader open() {
    return (page, into) -> into.load(pages[page]);
  }

  @Override
  void delete() {
    room.addAndGet(memory);
  }
}
