// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.ir;

/** The C11 order that an access carries as an attribute. */
public enum MemoryOrder {
  /** Not atomic in C11: it acts as {@link #RELAXED}, and can race. */
  PLAIN,
  RELAXED,
  ACQUIRE,
  RELEASE,
  ACQ_REL,
  SEQ_CST;

  /** Whether an access with this order orders nothing. */
  public boolean isRelaxed() {
    return this == PLAIN || this == RELAXED;
  }

  /** A load or read-modify-write with this order executes before every later instance. */
  public boolean acquires() {
    return this == ACQUIRE || this == ACQ_REL || this == SEQ_CST;
  }

  /** A store or read-modify-write with this order waits for every earlier instance. */
  public boolean releases() {
    return this == RELEASE || this == ACQ_REL || this == SEQ_CST;
  }
}
