// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.memorymodel;

/** The three kinds of memory access that an order table distinguishes. */
public enum AccessKind {
  READ,
  WRITE,
  READ_MODIFY_WRITE
}
