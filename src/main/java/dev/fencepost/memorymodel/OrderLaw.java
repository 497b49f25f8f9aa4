// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.memorymodel;

import org.jspecify.annotations.Nullable;

/**
 * A program-order law, compiled: where an instance of the first class stands before one of the
 * second in program order, the second waits for the first.
 *
 * @param fence the class of fences of which one must stand between them, or null
 * @param sameCell only where both access one cell
 * @param perTarget only between the reflections to one and the same thread
 * @param until what of the first the second waits for
 */
public record OrderLaw(
    String name,
    Pattern earlier,
    Pattern later,
    @Nullable Pattern fence,
    boolean sameCell,
    boolean perTarget,
    Until until) {

  /** What the second waits for. */
  public enum Until {
    /** The first is done; a branch is resolved. */
    DONE,
    /** The address of the first is known. */
    ADDRESS
  }
}
