// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.packets;

import dev.fencepost.ir.Instruction;
import dev.fencepost.ir.Program;
import dev.fencepost.source.Origin;
import dev.fencepost.source.SourceSpan;
import dev.fencepost.source.SourceText;
import dev.fencepost.source.TextRange;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Gives what bodies say its place in the file, and marks all else as generated: what stands outside
 * of bodies in the C model, and the conditions in the words that bodies use.
 */
final class OwnPlaces {
  /** The words that are whole statements, as the C model has them. */
  private static final Pattern STATEMENTS = Pattern.compile("(?:request_(\\w+)|YIELD_\\d+)\\b");

  private final Collector collector;
  private final String model;
  private final ModelText text;
  private final String built;
  private final int[] lineStarts;

  /**
   * @param model the file name of the whole C model
   * @param built the part of it that stands for the file
   */
  OwnPlaces(Collector collector, String model, ModelText text, String built) {
    this.collector = collector;
    this.model = model;
    this.text = text;
    this.built = built;
    this.lineStarts = SourceText.lineStarts(built);
  }

  Program in(Program program) {
    return program.withThreads(
        program.threads().stream()
            .map(thread -> thread.with(thread.code().stream().map(this::placed).toList()))
            .toList());
  }

  private Instruction placed(Instruction instruction) {
    Origin origin = instruction.origin();
    SourceSpan span = origin.span();
    if (span.file().equals(model)) {
      return instruction.at(origin.asGenerated());
    }
    if (!span.file().equals(collector.source.file())) {
      return instruction;
    }
    int offset = lineStarts[span.line() - 1] + span.column() - 1;
    boolean own = text.bodies().stream().anyMatch(body -> contains(body, offset));
    if (!own || instruction instanceof Instruction.Branch && isStatement(offset)) {
      return instruction.at(origin.asGenerated());
    }
    int column = text.original(span).column();
    int endColumn = text.original(span.end()).column();
    SourceSpan place = new SourceSpan(span.file(), span.line(), column, span.endLine(), endColumn);
    return instruction.at(new Origin(place, origin.text(), origin.function()));
  }

  private static boolean contains(TextRange range, int offset) {
    return range.start() <= offset && offset < range.end();
  }

  private boolean isStatement(int offset) {
    Matcher word = STATEMENTS.matcher(built).region(offset, built.length());
    return word.lookingAt() && (word.group(1) == null || collector.kind(word.group(1)).isPresent());
  }
}
