// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.memorymodel;

import dev.fencepost.memorymodel.Formula.Variable;
import java.util.function.ToLongFunction;

/**
 * The range of a variable.
 *
 * @param classes those of the instances, as bits
 */
public record LawRange(boolean isThread, long classes) {

  /**
   * The range of a variable in a program.
   *
   * @param bits gives the classes of the program that a pattern matches, as bits
   */
  public static LawRange of(Variable variable, ToLongFunction<Pattern> bits) {
    return variable.isThread()
        ? new LawRange(true, 0)
        : new LawRange(false, bits.applyAsLong(variable.pattern()));
  }
}
