// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.explain;

import dev.fencepost.ir.MemoryLocation;
import dev.fencepost.machine.window.Code;
import dev.fencepost.machine.window.ProgramCode;
import dev.fencepost.machine.window.State;
import dev.fencepost.machine.window.ThreadState;
import dev.fencepost.source.Origin;
import dev.fencepost.source.SourceSpan;
import dev.fencepost.trace.NamedValue;
import dev.fencepost.trace.TraceStep;
import java.util.ArrayList;
import java.util.List;

/** Describes a state in the words of the source: memory, and the position of each thread. */
public record StateDescription(ProgramCode program, WaitReasons reasons) {

  public List<NamedValue> memory(State state) {
    List<NamedValue> values = new ArrayList<>();
    List<MemoryLocation> locations = program.program.memory();
    for (int cell = 0; cell < locations.size(); cell++) {
      if (!locations.get(cell).isGap() && !locations.get(cell).isHidden()) {
        values.add(value(cell, state));
      }
    }
    long used = state.memory[program.poolCounter];
    for (int cell = locations.size(); cell < program.poolCounter; cell++) {
      if (!program.program.isGap(cell)
          && program.program.pool().isTaken(cell - locations.size(), used)) {
        values.add(value(cell, state));
      }
    }
    return values;
  }

  private NamedValue value(int cell, State state) {
    return new NamedValue(program.cellName(cell), program.shown(cell, state.memory[cell]));
  }

  /**
   * All threads.
   *
   * @param windows per thread, the accesses that its window's instances are, or -1
   */
  List<TraceStep.ThreadView> views(
      State state, List<String> names, List<List<Integer>> windows, ValueFlow flow) {
    List<TraceStep.ThreadView> views = new ArrayList<>();
    for (int i = 0; i < state.threadCount; i++) {
      ThreadState thread = state.threads[i];
      if (thread.ended) {
        views.add(
            new TraceStep.ThreadView(names.get(i), "ended", SourceSpan.NONE, List.of(), List.of()));
        continue;
      }
      Code at = program.next(thread);
      views.add(
          new TraceStep.ThreadView(
              names.get(i),
              describe(at),
              at.instruction.origin().span(),
              registers(i, thread, at, flow),
              window(state, i, windows.get(i))));
    }
    return views;
  }

  static String describe(Code code) {
    Origin origin = code.instruction.origin();
    return origin.span().equals(SourceSpan.NONE)
        ? origin.text()
        : origin.span().line() + ": " + origin.text();
  }

  private List<NamedValue> registers(int number, ThreadState thread, Code at, ValueFlow flow) {
    List<String> names = program.program.threads().get(thread.declaration).registers();
    List<NamedValue> values = new ArrayList<>();
    for (int register : at.live) {
      if (!names.get(register).isEmpty()) {
        boolean known = thread.registerReference[register] == ThreadState.NO_REFERENCE;
        long value = thread.register[register];
        String shown = known ? flow.shown(number, thread.declaration, register, value) : "pending";
        values.add(new NamedValue(names.get(register), shown));
      }
    }
    return values;
  }

  private List<TraceStep.Pending> window(State state, int number, List<Integer> accesses) {
    ThreadState thread = state.threads[number];
    List<TraceStep.Pending> window = new ArrayList<>();
    for (int i = 0; i < thread.count; i++) {
      int access = i < accesses.size() ? accesses.get(i) : Explainer.NO_ACCESS;
      window.add(
          new TraceStep.Pending(describe(thread.code[i]), access, reasons.waits(state, number, i)));
    }
    Code next = program.next(thread);
    List<TraceStep.Wait> waits = reasons.waitsToBegin(thread, next);
    if (!waits.isEmpty()) {
      window.add(new TraceStep.Pending(describe(next), Explainer.NO_ACCESS, waits));
    }
    return window;
  }

  /** Who has not ended, and at what it stands. */
  String waiting(State state, List<String> names) {
    List<String> waiting = new ArrayList<>();
    for (int i = 0; i < state.threadCount; i++) {
      ThreadState thread = state.threads[i];
      if (!thread.ended) {
        Code at = thread.count > 0 ? thread.code[0] : program.next(thread);
        waiting.add(names.get(i) + " waits at " + describe(at));
      }
    }
    return String.join(", ", waiting);
  }
}
