// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.trace;

import dev.fencepost.source.Origin;
import java.util.Optional;

/**
 * One memory access of a run.
 *
 * @param order its place in the program order of its thread
 * @param kind {@code R}, {@code W} or {@code C} (read-modify-write)
 * @param location the cell's name, or {@code ?} where the address is not known yet
 * @param issuedAt the number of the step after which it was fetched; steps count from 1
 * @param performedAt the step that performed it, or 0 while it is pending
 * @param readsFrom where the value comes from that it read; empty where it read none
 */
public record TraceAccess(
    int thread,
    int order,
    String kind,
    Origin origin,
    String location,
    String value,
    int issuedAt,
    int performedAt,
    Optional<Source> readsFrom) {

  /**
   * The source of a value that was read.
   *
   * @param access the access that wrote it; -1 for an atomic block, or the initial value
   * @param step the step that wrote it; 0 for the initial value, or while the write is pending
   */
  public record Source(int access, int step) {
    /** The value that memory had at the start. */
    public static final Source INITIAL = new Source(-1, 0);
  }

  /** This access with what became known of it; {@code step} performed it, or 0. */
  public TraceAccess known(String place, String result, int step) {
    return new TraceAccess(thread, order, kind, origin, place, result, issuedAt, step, readsFrom);
  }

  /** This store, which will write nothing, as one that nothing can pass. */
  public TraceAccess cancelled() {
    return known(location, "", Math.max(1, issuedAt));
  }

  /** This access with where its value comes from. */
  public TraceAccess from(Source newSource) {
    return new TraceAccess(
        thread,
        order,
        kind,
        origin,
        location,
        value,
        issuedAt,
        performedAt,
        Optional.of(newSource));
  }

  public boolean reads() {
    return !kind.equals("W");
  }

  public boolean writes() {
    return !kind.equals("R");
  }

  /** Whether it has not been performed; a load that is, before the first step, has its value. */
  public boolean pending() {
    return performedAt == 0 && (writes() || value.isEmpty());
  }
}
