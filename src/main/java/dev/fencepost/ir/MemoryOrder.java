// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.ir;

/** The C11 order that an access carries as an attribute; plain accesses are {@link #RELAXED}. */
public enum MemoryOrder {
  RELAXED,
  ACQUIRE,
  RELEASE,
  ACQ_REL,
  SEQ_CST;

  /** A load or read-modify-write with this order executes before every later instance. */
  public boolean acquires() {
    return this == ACQUIRE || this == ACQ_REL || this == SEQ_CST;
  }

  /** A store or read-modify-write with this order waits for every earlier instance. */
  public boolean releases() {
    return this == RELEASE || this == ACQ_REL || this == SEQ_CST;
  }
}
