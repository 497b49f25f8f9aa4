// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.window;

/** What an instruction does to the machine. */
public enum Opcode {
  ASSIGN,
  LOAD,
  STORE,
  CAS,
  CAS2,
  FETCH_MODIFY,
  STORE_CONDITIONAL,
  LOCK,
  UNLOCK,
  /** The write of a read-modify-write that is a load and a store. */
  PAIRED_STORE,
  /** A paired store that was guessed to write nothing: it waits for its condition alone. */
  UNWRITTEN,
  SELECT,
  FENCE,
  BRANCH,
  JUMP,
  CHOOSE,
  ASSERT,
  ASSUME,
  MARK,
  ATOMIC_BEGIN,
  ATOMIC_END,
  STRONG_LOAD,
  STRONG_STORE,
  OBSERVE,
  ALLOCATE,
  SPAWN,
  JOIN,
  END;

  /** Steps of their own that happen at fetch, outside the memory model. */
  public boolean happensAtFetch() {
    return this == STRONG_LOAD || this == STRONG_STORE || this == OBSERVE || this == ALLOCATE;
  }
}
