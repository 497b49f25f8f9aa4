// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.litmus;

import java.util.Comparator;

/** What a condition speaks of: a register of a thread, or a variable. */
public sealed interface Place {

  /** Herd's order: registers first, by thread; then variables by name. */
  Comparator<Place> ORDER =
      Comparator.comparingInt((Place place) -> place instanceof Register r ? r.thread() : 1 << 20)
          .thenComparingInt(place -> place instanceof Register r ? r.rank() : 0)
          .thenComparing(Place::toString);

  /**
   * A register, by its canonical name.
   *
   * @param rank its place among the registers of its architecture
   */
  record Register(int thread, String name, int rank) implements Place {
    @Override
    public String toString() {
      return thread + ":" + name;
    }
  }

  /** A variable, or an element {@code a[1]} of an array. */
  record Variable(String name) implements Place {
    @Override
    public String toString() {
      return name.endsWith("]") ? name : "[" + name + "]";
    }
  }
}
