// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.check;

import dev.fencepost.ir.IrPrinter;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.source.preprocess.Token;
import java.util.List;

/** What becomes of a source text on its way to the checker. */
public enum Stage {
  TOKENS,
  AST,
  IR;

  /** The task's tokens after preprocessing. */
  public static List<Token> tokens(CheckTask task) throws InvalidInputException {
    return Checker.tokenList(task);
  }

  /** The task's program at this stage, in whole lines. */
  public String show(CheckTask task) throws InvalidInputException {
    return switch (this) {
      case TOKENS -> Checker.tokens(task);
      case AST -> Checker.tree(task);
      case IR -> IrPrinter.print(Checker.load(task).program(task).program());
    };
  }
}
