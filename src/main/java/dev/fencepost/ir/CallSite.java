// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.ir;

import dev.fencepost.source.SourceSpan;
import java.util.List;

/**
 * A call that was inlined. In a program with places it is an attribute of all accesses and fences
 * that it left, the innermost call first.
 *
 * @param function what is called
 * @param span the call
 */
public record CallSite(String function, SourceSpan span) {
  private static final String MARK = "#call";
  private static final String BETWEEN = "\n";

  /** The attribute. */
  public String mark() {
    return String.join(
        BETWEEN,
        MARK,
        function,
        span.file(),
        Integer.toString(span.line()),
        Integer.toString(span.column()),
        Integer.toString(span.endLine()),
        Integer.toString(span.endColumn()));
  }

  /** Whether an attribute is a call. */
  static boolean isMark(String attribute) {
    return attribute.startsWith(MARK + BETWEEN);
  }

  /** The calls that an instruction is in, the outermost first. */
  public static List<CallSite> chain(Instruction instruction) {
    return instruction.attributes().stream()
        .filter(CallSite::isMark)
        .map(CallSite::of)
        .toList()
        .reversed();
  }

  private static CallSite of(String mark) {
    String[] parts = mark.split(BETWEEN, -1);
    SourceSpan span =
        new SourceSpan(
            parts[2],
            Integer.parseInt(parts[3]),
            Integer.parseInt(parts[4]),
            Integer.parseInt(parts[5]),
            Integer.parseInt(parts[6]));
    return new CallSite(parts[1], span);
  }
}
