// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.reference.cpu;

/**
 * The reads of its thread that a value comes from, as bits.
 *
 * @param sources by data flow
 * @param picked by data flow and by conditions that have picked between values
 */
record Taint(long sources, long picked) {
  static final Taint NONE = new Taint(0, 0);

  static Taint of(int event) {
    return new Taint(1L << event, 1L << event);
  }

  Taint or(Taint other) {
    return new Taint(sources | other.sources, picked | other.picked);
  }

  /** What a value that was picked comes from, where this is the condition. */
  Taint picks(Taint value) {
    return new Taint(value.sources, value.picked | picked);
  }

  Taint shifted(int by) {
    return new Taint(sources << by, picked << by);
  }
}
