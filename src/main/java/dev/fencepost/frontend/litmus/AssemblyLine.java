// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.litmus;

import dev.fencepost.source.Diagnostic;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.source.Origin;
import dev.fencepost.source.SourceSpan;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * One instruction.
 *
 * @param mnemonic in lower case; the prefix {@code lock} is a part of it
 */
record AssemblyLine(String mnemonic, List<String> operands, String text, SourceSpan span) {

  static AssemblyLine of(String text, SourceSpan span) {
    String folded = text.strip().replaceAll("\\s+", " ");
    String lower = folded.toLowerCase(Locale.ROOT);
    int split = folded.indexOf(' ', lower.startsWith("lock ") ? "lock ".length() : 0);
    String mnemonic = split < 0 ? lower : lower.substring(0, split);
    List<String> operands = split < 0 ? List.of() : operands(folded.substring(split));
    return new AssemblyLine(mnemonic, operands, folded, span);
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
    if (index >= operands.size()) {
      throw error("'" + mnemonic + "' needs more operands than it has");
    }
    return operands.get(index);
  }

  String lastOperand() throws InvalidInputException {
    return operand(Math.max(0, operands.size() - 1));
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
