// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.check;

import dev.fencepost.check.CheckResult.InputText;
import dev.fencepost.ir.Instruction;
import dev.fencepost.property.CheckedProgram;
import dev.fencepost.source.InvalidInputException;
import java.util.List;

/**
 * A program that was read and translated, ready to be checked under one memory model or several.
 */
public final class LoadedProgram {
  private final CheckedProgram program;
  private final List<InputText> inputs;

  LoadedProgram(CheckedProgram program, List<InputText> inputs) {
    this.program = program;
    this.inputs = List.copyOf(inputs);
  }

  /** Reads and translates what the task names; its memory model plays no part. */
  public static LoadedProgram of(CheckTask task) throws InvalidInputException {
    return Checker.load(task);
  }

  /** Whether some thread can compare and swap, so that it matters whether that is a fence. */
  public boolean comparesAndSwaps() {
    return program.program().threads().stream()
        .flatMap(thread -> thread.code().stream())
        .anyMatch(
            instruction ->
                instruction instanceof Instruction.CompareAndSwap
                    || instruction instanceof Instruction.DoubleCompareAndSwap
                    || instruction instanceof Instruction.FetchAndModify);
  }

  CheckedProgram program() {
    return program;
  }

  List<InputText> inputs() {
    return inputs;
  }
}
