// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.litmus;

import dev.fencepost.source.InvalidInputException;
import java.util.List;

/**
 * An x86 instruction whose syntax is done with.
 *
 * @param name the mnemonic without prefix and size
 * @param operands the destination first
 */
record X86Operation(
    String name,
    boolean locked,
    int bits,
    List<X86Operand> operands,
    String accumulator,
    AssemblyLine line) {

  X86Operand operand(int index) throws InvalidInputException {
    if (index >= operands.size()) {
      throw line.error("'" + line.mnemonic() + "' needs more operands than it has");
    }
    return operands.get(index);
  }

  /** Memory is in it. */
  boolean touchesMemory() {
    return operands.stream().anyMatch(X86Operand.Memory.class::isInstance);
  }
}
