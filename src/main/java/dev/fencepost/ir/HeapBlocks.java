// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.ir;

import dev.fencepost.ir.Expr.BinaryOperator;
import java.util.List;

/**
 * The memory of programs that free what they allocate. A cell before each block, its header, holds
 * the number of its cells. To free a block is to store {@link #FREED} to its header; where that
 * takes effect, all its cells become {@link #FREED}. An access that meets this value is a
 * violation. No block is allocated again.
 */
public final class HeapBlocks {
  /** What freed cells hold; no program computes it by chance. */
  public static final long FREED = -0x46_5245_4544L;

  private static final long TAG = 0x424C_4F43_4BL << 20;
  private static final long CELLS = (1L << 20) - 1;

  private HeapBlocks() {}

  /** What the header of a block holds. */
  public static long header(long cells) {
    return TAG | cells;
  }

  /** How many cells follow a header; 0 for other values. */
  public static int cells(long header) {
    return isHeader(header) ? (int) (header & CELLS) : 0;
  }

  /** Whether a value is that of a header. */
  public static boolean isHeader(long value) {
    return (value & ~CELLS) == TAG;
  }

  /** Whether a value is that of a header. */
  public static Expr isHeader(Expr value) {
    Expr tag = new Expr.Binary(BinaryOperator.AND, value, Expr.constant(~CELLS));
    return new Expr.Binary(BinaryOperator.EQUAL, tag, Expr.constant(TAG));
  }

  /** Whether some block of a program may be freed. */
  public static boolean areFreed(Program program) {
    return areFreed(program.threads());
  }

  /** Whether some block that threads allocate may be freed. */
  static boolean areFreed(List<ThreadDecl> threads) {
    return threads.stream()
        .flatMap(thread -> thread.code().stream())
        .anyMatch(
            instruction ->
                instruction instanceof Instruction.Store store
                    && store.value() instanceof Expr.Constant(long value)
                    && value == FREED);
  }
}
