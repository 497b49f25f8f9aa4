// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.litmus;

import dev.fencepost.source.Diagnostic;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.source.Origin;
import dev.fencepost.source.SourceSpan;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;

/**
 * One instruction.
 *
 * @param mnemonic in lower case; the prefix {@code lock} is a part of it
 * @param taken the operands that something was done with
 */
record AssemblyLine(
    String mnemonic, List<String> operands, String text, SourceSpan span, BitSet taken) {

  static AssemblyLine of(String text, SourceSpan span) {
    String folded = text.strip().replaceAll("\\s+", " ");
    String lower = folded.toLowerCase(Locale.ROOT);
    int split = folded.indexOf(' ', lower.startsWith("lock ") ? "lock ".length() : 0);
    String mnemonic = split < 0 ? lower : lower.substring(0, split);
    List<String> operands = split < 0 ? List.of() : operands(folded.substring(split));
    return new AssemblyLine(mnemonic, operands, folded, span, new BitSet());
  }

  /** Splits at commas outside brackets. */
  private static List<String> operands(String text) {
    List<String> parts = new ArrayList<>();
    int depth = 0;
    int start = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      depth += c == '(' || c == '[' ? 1 : c == ')' || c == ']' ? -1 : 0;
      if (c == ',' && depth == 0) {
        parts.add(text.substring(start, i).strip());
        start = i + 1;
      }
    }
    parts.add(text.substring(start).strip());
    return parts;
  }

  Origin origin() {
    return new Origin(span, text, "");
  }

  String operand(int index) throws InvalidInputException {
    if (index < 0 || index >= operands.size()) {
      throw error("'" + mnemonic + "' needs more operands than it has");
    }
    taken.set(index);
    return operands.get(index);
  }

  String lastOperand() throws InvalidInputException {
    return operand(operands.size() - 1);
  }

  /** Refuses an operand that nothing was done with. */
  void needsAllTaken() throws InvalidInputException {
    int left = taken.nextClearBit(0);
    if (left < operands.size()) {
      throw new InvalidInputException(
          new Diagnostic(
              span,
              "'" + mnemonic + "' with the operand '" + operands.get(left) + "' is not supported",
              "write what it does as instructions of its own"));
    }
  }

  void needs(int count) throws InvalidInputException {
    if (operands.size() != count) {
      throw error("'" + mnemonic + "' takes " + count + " operands, not " + operands.size());
    }
  }

  InvalidInputException unsupported() {
    return error("the instruction '" + text + "' is not supported");
  }

  InvalidInputException error(String message) {
    return new InvalidInputException(new Diagnostic(span, message));
  }
}
