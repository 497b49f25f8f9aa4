// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.product;

/** Which runs count. */
public enum Fairness {
  /** All. */
  NONE,
  /** Weakly fair runs: an action that stays possible for ever is taken. */
  WEAK
}
