// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.memorymodel;

/** The kinds of instances that laws speak of. */
public enum InstanceKind {
  LOAD,
  STORE,
  RMW,
  FENCE,
  /** A branch: its only step is that its condition is known. */
  BRANCH
}
