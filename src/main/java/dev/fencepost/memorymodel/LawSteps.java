// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.memorymodel;

/** The steps of an instance as bits of a word. */
public final class LawSteps {
  /** The step of an instance that has only one, or only one behind its issue. */
  public static final long ONLY = 1;

  /** The issue of an access, where laws order it. */
  public static final long ISSUE = 2;

  private static final int FIRST_REFLECTION = 2;

  private LawSteps() {}

  /** The number of steps that an instance can have where there are so many memories. */
  public static int width(int memories) {
    return FIRST_REFLECTION + memories;
  }

  /** The bit number of the reflection of a store to a memory of several. */
  public static int reflectionNumber(int target) {
    return FIRST_REFLECTION + target;
  }

  /** The reflection of a store to a memory of several. */
  public static long reflection(int target) {
    return 1L << reflectionNumber(target);
  }

  /** The reflections of a store to so many memories. */
  public static long reflections(int memories) {
    return reflection(memories) - reflection(0);
  }

  /**
   * The steps among {@code all} that an operation means: those that reach a thread, all of them
   * without a target. The only step of an instance reaches all threads.
   */
  public static long to(int target, long all) {
    return target == LawAlgebra.NONE || all == ONLY ? all : reflection(target) & all;
  }

  /** The memory that a step reaches, or {@link LawAlgebra#NONE} if it reaches all. */
  public static int target(int step) {
    return step < FIRST_REFLECTION ? LawAlgebra.NONE : step - FIRST_REFLECTION;
  }
}
