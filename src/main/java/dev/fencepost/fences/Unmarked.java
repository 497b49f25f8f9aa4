// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.fences;

import dev.fencepost.ir.Instruction;
import dev.fencepost.ir.Places;
import dev.fencepost.source.Origin;
import dev.fencepost.source.SourceSpan;
import java.util.List;

/** Instructions without the marks of {@link Places}, each access with a span object of its own. */
final class Unmarked {

  private Unmarked() {}

  /** The instruction; its span is equal to the one before and is no other instruction's. */
  static Instruction of(Instruction instruction) {
    SourceSpan span = instruction.origin().span();
    return at(
        new SourceSpan(span.file(), span.line(), span.column(), span.endLine(), span.endColumn()),
        instruction);
  }

  /** The instruction at another place. */
  static Instruction at(SourceSpan span, Instruction instruction) {
    Origin origin = new Origin(span, instruction.origin().text(), instruction.origin().function());
    return instruction.withAttributes(plain(instruction)).at(origin);
  }

  private static List<String> plain(Instruction instruction) {
    return instruction.attributes().stream().filter(each -> !Places.isMark(each)).toList();
  }
}
