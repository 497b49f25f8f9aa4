// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.collect;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * A note on each record of a set that many threads use, by the record's reference. Who reads a note
 * sees all that was done before it was written.
 *
 * @param <N> the note
 */
public final class RecordNotes<N> {
  /** No record takes fewer units: its header alone takes more than one. */
  private static final int RECORD_UNITS = 2;

  private static final int PAGE_NOTES = ByteArena.CHUNK_BYTES / ByteArena.UNIT / RECORD_UNITS;
  private static final int NOTE_BYTES = 4;

  /** A page for each chunk of the arena that has notes. */
  private final AtomicReferenceArray<@Nullable AtomicReferenceArray<@Nullable N>> pages =
      new AtomicReferenceArray<>(ByteArena.MAX_CHUNKS);

  private final AtomicInteger used = new AtomicInteger();

  /** Writes a note on a record that has none; whether it had none. */
  public boolean add(int reference, N note) {
    return page(reference).compareAndSet(index(reference), null, note);
  }

  /** Writes a note, and gives the one before, or null. */
  public @Nullable N replace(int reference, N note) {
    return page(reference).getAndSet(index(reference), note);
  }

  /** The note on a record, or null. */
  public @Nullable N get(int reference) {
    return page(reference).get(index(reference));
  }

  /** The memory that this takes, without that of the notes themselves. */
  public long bytes() {
    return (long) NOTE_BYTES * (ByteArena.MAX_CHUNKS + (long) used.get() * PAGE_NOTES);
  }

  private AtomicReferenceArray<@Nullable N> page(int reference) {
    int chunk = ByteArena.chunkOf(reference);
    AtomicReferenceArray<@Nullable N> page = pages.get(chunk);
    if (page != null) {
      return page;
    }
    AtomicReferenceArray<@Nullable N> fresh = new AtomicReferenceArray<>(PAGE_NOTES);
    AtomicReferenceArray<@Nullable N> other = pages.compareAndExchange(chunk, null, fresh);
    if (other != null) {
      return other;
    }
    used.incrementAndGet();
    return fresh;
  }

  private static int index(int reference) {
    return ByteArena.offset(reference) / ByteArena.UNIT / RECORD_UNITS;
  }
}
