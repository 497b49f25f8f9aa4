// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.promela;

/** Stores a value in a state, wrapped to the type of its place. */
@FunctionalInterface
interface ValueStore {
  void store(byte[] bytes, int at, int value);
}
