// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.level;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Keeps runs: in memory as long as there is room, then in the files of a folder. */
final class RunStore {
  private final RunFolder folder;
  private final boolean lasting;
  private final AtomicLong room;
  private final AtomicLong roomForCandidates;
  private final long all;
  private final AtomicLong written = new AtomicLong();

  /**
   * @param lasting whether levels in files are needed after a loss of power
   * @param room the memory that levels may take
   * @param roomForCandidates the memory that candidates may take
   */
  RunStore(RunFolder folder, boolean lasting, long room, long roomForCandidates) {
    this.folder = folder;
    this.lasting = lasting;
    this.room = new AtomicLong(room);
    all = room + roomForCandidates;
    this.roomForCandidates = new AtomicLong(roomForCandidates);
  }

  /** Begins a level. */
  Writing level(String name, Keys kind) {
    return new Writing(name, kind, room, lasting);
  }

  /** Begins a run that will be deleted soon. */
  Writing temporary(Keys kind) {
    return new Writing("candidates-" + written.incrementAndGet(), kind, roomForCandidates, false);
  }

  /** Saves the candidates that one thread has found. */
  Run candidates(EncodedPages pages) {
    Writing writing = temporary(pages.firsts());
    writing.add(pages);
    return writing.finish();
  }

  /** The memory that runs take. */
  long bytes() {
    return all - room.get() - roomForCandidates.get();
  }

  /** A run that grows page by page, in order. */
  final class Writing {
    private final String name;
    private final boolean lasting;
    private final AtomicLong left;
    private final Keys firsts;
    private final List<byte[]> held = new ArrayList<>();
    private long memory;
    private long count;
    private FileRun.@Nullable Writing file;

    private Writing(String name, Keys kind, AtomicLong left, boolean lasting) {
      this.lasting = lasting;
      this.name = name;
      this.left = left;
      firsts = kind.another();
    }

    void add(EncodedPages pages) {
      firsts.add(pages.firsts(), 0, pages.firsts().size());
      count += pages.count();
      for (byte[] page : pages.pages()) {
        add(page);
      }
    }

    private void add(byte[] page) {
      FileRun.Writing open = file;
      if (open == null && left.addAndGet(-page.length) >= 0) {
        memory += page.length;
        held.add(page);
        return;
      }
      if (open == null) {
        left.addAndGet(page.length + memory);
        open = spill();
        file = open;
      }
      open.add(page);
    }

    private FileRun.Writing spill() {
      FileRun.Writing open = new FileRun.Writing(folder, name, lasting);
      held.forEach(open::add);
      held.clear();
      memory = 0;
      return open;
    }

    /** The whole run. */
    Run finish() {
      FileRun.Writing open = file;
      boolean fits = memory > 0 || left.get() > 0;
      if (open == null && fits) {
        EncodedPages pages = new EncodedPages(held, firsts, count);
        return new MemoryRun(pages, firsts.form(), left, memory);
      }
      open = open == null ? spill() : open;
      return open.finish(firsts, count);
    }
  }
}
