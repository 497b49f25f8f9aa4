// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.ir;

import java.util.List;
import java.util.Map;

/**
 * The words of a program that was translated with its places: where the source has room for a
 * fence, and before each access with an expression of its own, there is an {@link
 * Instruction.Fence} that orders nothing and has one of the first four attributes. No memory model
 * declares any of them; a program is checked without its places.
 */
public final class Places {
  /** Before the statement of the fence's origin, in a block. */
  public static final String BEFORE = "#before";

  /**
   * Before the statement of its origin, which is a part of another one, such as the whole body of
   * an if, and needs braces.
   */
  public static final String BODY = "#body";

  /** At the end of a block, whose closing brace is the origin. */
  public static final String END = "#end";

  /** The order of the access behind it, whose expression is the origin. */
  public static final String ORDER = "#order";

  /** What a fence that stands in the source is replaced at; no instruction has this mark. */
  public static final String FENCE = "#fence";

  /** The user wants what stands here as it is. */
  public static final String KEEP = "#keep";

  /** How often code is run: always by mutators, seldom by them, by the collector. */
  public static final String FAST = "#fast";

  public static final String SLOW = "#slow";
  public static final String COLLECTOR = "#collector";

  /** The words of a source that give the statement behind them one of these marks. */
  public static final Map<String, String> WORDS =
      Map.of(
          "fencepost_keep", KEEP,
          "fencepost_fast_path", FAST,
          "fencepost_slow_path", SLOW,
          "fencepost_collector_path", COLLECTOR);

  private Places() {}

  /** Whether an attribute is a word of a source, or an inlined call: nothing of a memory model. */
  public static boolean isMark(String attribute) {
    return WORDS.containsValue(attribute) || CallSite.isMark(attribute);
  }

  /** Whether it is a place and nothing else. */
  public static boolean isPlace(Instruction instruction) {
    return instruction instanceof Instruction.Fence fence
        && fence.attributes().stream().anyMatch(List.of(BEFORE, BODY, END, ORDER)::contains);
  }
}
