// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.check;

import dev.fencepost.frontend.FrontEnd;
import dev.fencepost.frontend.FrontEnds;
import dev.fencepost.frontend.c.CFrontEnd;
import dev.fencepost.ir.IrPrinter;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.source.preprocess.SourceUnit;
import dev.fencepost.source.preprocess.Token;
import java.util.List;

/** What becomes of a source text on its way to the checker. */
public enum Stage {
  TOKENS,
  AST,
  IR;

  /** The task's tokens after preprocessing. */
  public static List<Token> tokens(CheckTask task) throws InvalidInputException {
    return CFrontEnd.tokens(source(task));
  }

  private static SourceUnit source(CheckTask task) throws InvalidInputException {
    FrontEnd frontEnd = task.frontEnd();
    if (!frontEnd.equals(FrontEnds.C)) {
      throw new InvalidInputException(
          task.file() + " is " + frontEnd.noun() + ": tokens and trees are shown of C");
    }
    return new SourceFiles().unit(task);
  }

  /** The task's program at this stage, in whole lines. */
  public String show(CheckTask task) throws InvalidInputException {
    return switch (this) {
      case TOKENS -> CFrontEnd.showTokens(source(task));
      case AST -> CFrontEnd.showTree(source(task));
      case IR -> IrPrinter.print(LoadedSource.program(task, new Inputs()).program());
    };
  }
}
