// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.check;

import dev.fencepost.budget.OutOfBudget;
import dev.fencepost.ir.footprint.Sharing;
import dev.fencepost.ir.footprint.Sharing.Access;
import dev.fencepost.ir.footprint.Sharing.Conflict;
import dev.fencepost.machine.step.CompiledMachine;
import dev.fencepost.memorymodel.MemoryModel;
import dev.fencepost.property.CheckedProgram;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.source.Origin;
import dev.fencepost.source.SourceSpan;
import java.util.Formatter;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Explains which threads share a memory, and names the accesses that forbid sharing. */
public final class SharingReport {

  private SharingReport() {}

  /** The report for what the task names, in whole lines. */
  public static String text(CheckTask task, Inputs inputs) throws InvalidInputException {
    try {
      return Checker.budget(task, CheckListener.NONE, 0).run(() -> sharing(task, inputs));
    } catch (OutOfBudget e) {
      String limit = LimitText.of(task, e);
      return task.model() + ": it is not known which threads share a memory: " + limit + "\n";
    }
  }

  private static String sharing(CheckTask task, Inputs inputs) throws InvalidInputException {
    MemoryModel memory = inputs.model(task.model()).model();
    if (memory.multiCopyAtomic()) {
      return memory.name() + " is multi-copy atomic: all threads share one memory\n";
    }
    String none = memory.name() + ": each thread has a memory of its own: ";
    if (task.strategy().without().contains(Optimisation.SHARING)) {
      return none + "sharing is switched off\n";
    }
    if (task.strategy().without().contains(Optimisation.TABLE) || !memory.general().isEmpty()) {
      return none + "laws of the model that are not of program order may distinguish memories\n";
    }
    if (memory.speculation()) {
      return none + "with speculation it is not known what a thread may read\n";
    }
    if (task.ltl().isPresent()) {
      return none + "temporal properties are checked without sharing\n";
    }
    CheckedProgram program = inputs.source(task).program(task);
    return CompiledMachine.sharing(program, memory)
        .map(sharing -> text(memory.name(), sharing))
        .orElse(
            none
                + "it is not known which threads run, or the model lets stores of a thread to one"
                + " cell pass one another\n");
  }

  private static String text(String model, Sharing sharing) {
    int[] segments = sharing.segments();
    Formatter text = new Formatter(Locale.ROOT);
    String memories = sharing.count() == 1 ? "memory" : "memories";
    text.format("%s: %d threads, %d %s%n", model, segments.length, sharing.count(), memories);
    for (int segment = 0; segment < sharing.count(); segment++) {
      int number = segment;
      String names =
          IntStream.range(0, segments.length)
              .filter(thread -> segments[thread] == number)
              .mapToObj(sharing::name)
              .collect(Collectors.joining(", "));
      text.format("  memory %d: %s\n", segment + 1, names);
    }
    for (Conflict conflict : sharing.conflicts()) {
      String first = sharing.name(conflict.first());
      String second = sharing.name(conflict.second());
      int writer = conflict.writer();
      text.format("%s and %s cannot share: %s", first, second, conflict.cell());
      text.format("%s%n", writer < 0 ? "" : ", written by " + sharing.name(writer));
      text.format("  %s %s%n", first, access(conflict.firstAccess(), conflict.firstOrigin()));
      text.format("  %s %s%n", second, access(conflict.secondAccess(), conflict.secondOrigin()));
    }
    return text.toString();
  }

  private static String access(Access access, Origin origin) {
    String verb =
        switch (access) {
          case READS -> "reads at ";
          case WRITES -> "writes at ";
        };
    SourceSpan span = origin.span();
    boolean known = !span.equals(SourceSpan.NONE);
    return verb + (known ? span.file() + ":" + span.line() + "  " : "") + origin.text();
  }
}
