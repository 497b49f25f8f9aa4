// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.trace;

import dev.fencepost.source.Origin;

/**
 * One memory access of a run.
 *
 * @param order its place in the program order of its thread
 * @param kind {@code R}, {@code W} or {@code C} (read-modify-write)
 * @param location the cell's name, or {@code ?} where the address is not known yet
 * @param fetchedAt the number of the step after which it was fetched; steps count from 1
 * @param performedAt the step that performed it, or 0 while it is pending
 */
public record TraceAccess(
    int thread,
    int order,
    String kind,
    Origin origin,
    String location,
    String value,
    int fetchedAt,
    int performedAt) {

  /** This access with what became known of it; {@code step} performed it, or 0. */
  public TraceAccess known(String place, String result, int step) {
    return new TraceAccess(thread, order, kind, origin, place, result, fetchedAt, step);
  }

  public boolean pending() {
    return performedAt == 0;
  }
}
