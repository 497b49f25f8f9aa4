// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.product;

/** Which runs count. */
public enum Fairness {
  /** All. */
  NONE,
  /** Those in which nothing that stays possible for ever is put off for ever. */
  WEAK
}
