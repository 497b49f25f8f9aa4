// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.promela;

/** A deterministic step as generated code, in parts. */
final class GeneratedBlock {
  private final BlockPart[] parts;
  private final int[] partOf;

  /**
   * @param partOf by place, the part that has it; the step begins at place 0
   */
  GeneratedBlock(BlockPart[] parts, int[] partOf) {
    this.parts = parts;
    this.partOf = partOf;
  }

  /** Takes the step; whether it came to its end, or gave up before. */
  boolean run(PromelaFrame frame, int mostCalls) {
    int place = 0;
    for (int i = 0; i < mostCalls; i++) {
      if (place == partOf.length) {
        return true;
      }
      place = parts[partOf[place]].run(frame, place);
    }
    return false;
  }
}
