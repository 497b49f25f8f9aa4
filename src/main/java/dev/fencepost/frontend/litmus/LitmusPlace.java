// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.litmus;

import java.util.Comparator;

/** What a condition speaks of: a register of a thread, or a variable. */
public sealed interface LitmusPlace {

  /** Herd's order: registers first, by thread; then variables by name. */
  Comparator<LitmusPlace> ORDER =
      Comparator.comparingInt(
              (LitmusPlace place) -> place instanceof Register r ? r.thread() : 1 << 20)
          .thenComparingInt(place -> place instanceof Register r ? r.rank() : 0)
          .thenComparing(LitmusPlace::toString);

  /** The thread that it belongs to, or that observes it; -1 where no thread is named. */
  int thread();

  /**
   * A register, by its canonical name.
   *
   * @param rank its place among the registers of its architecture
   */
  record Register(int thread, String name, int rank) implements LitmusPlace {
    /** In an init section, each thread that has the register. */
    static final int ANY = -1;

    @Override
    public String toString() {
      return thread == ANY ? name : thread + ":" + name;
    }
  }

  /**
   * A variable, or an element {@code a[1]} of an array.
   *
   * @param observer the thread whose memory is meant, or {@link #ANY}
   */
  record Variable(String name, int observer) implements LitmusPlace {
    /** Any thread: where their memories differ, what each of them holds is a final state. */
    static final int ANY = -1;

    Variable(String name) {
      this(name, ANY);
    }

    /** The variable, or the array that the element is of. */
    String base() {
      return isElement() ? name.substring(0, name.indexOf('[')) : name;
    }

    boolean isElement() {
      return name.endsWith("]");
    }

    /** The index of an element; of an array's declaration, the number of its elements. */
    int index() {
      return Integer.parseInt(name.substring(name.indexOf('[') + 1, name.length() - 1));
    }

    @Override
    public int thread() {
      return observer;
    }

    @Override
    public String toString() {
      String seen = observer == ANY ? "" : "@P" + observer;
      return (isElement() ? name : "[" + name + "]") + seen;
    }
  }
}
