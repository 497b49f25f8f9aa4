// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.collapse;

/**
 * A set of shared parts.
 *
 * @param bits a bit for each part in it
 */
public record PartSet(int bits) {
  /** The only set if everything shared is one part. */
  public static final PartSet ONE = new PartSet(1);

  boolean contains(int part) {
    return (bits >> part & 1) != 0;
  }
}
