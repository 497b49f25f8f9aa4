// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.export;

import dev.fencepost.export.StaticThreads.StaticThread;
import dev.fencepost.ir.Instruction;
import dev.fencepost.ir.Unrolling;
import dev.fencepost.machine.window.InstanceClasses;
import dev.fencepost.memorymodel.InstanceClass;
import dev.fencepost.memorymodel.InstanceKind;
import dev.fencepost.memorymodel.MemoryModel;
import dev.fencepost.property.CheckedProgram;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The direct form: a process for each thread that goes through its code, and one for its store
 * buffer. For models in which accesses pass earlier stores alone: all others happen in their turn.
 * Loops stay loops; a thread waits while its buffer is full.
 */
final class DirectExport {
  private DirectExport() {}

  static String of(CheckedProgram checked, MemoryModel model, int buffer, String title) {
    if (buffer < 1 || buffer > PromelaExport.MAX_BUFFER) {
      throw new ExportException(
          "a store buffer holds 1 to " + PromelaExport.MAX_BUFFER + " stores");
    }
    StaticThreads threads = new StaticThreads(checked.program());
    Ordering ordering = new Ordering(model, new InstanceClasses(checked.program(), model.traits()));
    requireStoreBuffers(ordering, model);
    Lines out = new Lines();
    MemoryText memory = new MemoryText(checked.program(), threads.all().size(), true, false);
    Frame frame = new Frame(checked, threads, memory, out);
    AccessText access = new AccessText(out, memory, frame.links(), true);
    List<DirectThread> texts = new ArrayList<>();
    for (StaticThread thread : threads.all()) {
      texts.add(new DirectThread(frame, thread, threads, ordering, access));
    }
    out.add(Lines.comment(title));
    declare(out, frame, buffer);
    texts.forEach(DirectThread::declareBuffer);
    out.add("");
    texts.forEach(DirectThread::process);
    texts.forEach(DirectThread::reflector);
    start(out, frame, threads);
    return out.toString();
  }

  private static void declare(Lines out, Frame frame, int buffer) {
    out.add("#define BUFFER " + buffer);
    for (int entry = 0; entry < PromelaExport.MAX_BUFFER; entry++) {
      out.add("#define ENTRY%d(c) %s", entry, entry < buffer ? "!(c)" : "1");
    }
    frame.declare();
    String invariants = frame.invariants();
    out.add("#define CHECK " + (invariants.equals("1") ? "skip" : "assert(" + invariants + ")"));
    out.add("bit started[THREADS];");
    out.add("bit cut; /* some thread waits on a false assumption */");
  }

  private static void start(Lines out, Frame frame, StaticThreads threads) {
    out.open("init {");
    out.open("d_step {");
    frame.initialise();
    for (StaticThread thread : threads.all()) {
      if (!threads.isStarted(thread.number())) {
        out.add("started[%d] = 1;", thread.number());
      }
    }
    out.add("skip");
    out.close("};");
    out.add("end_all: " + threads.allEnded() + ";");
    out.open("d_step {");
    frame.finals();
    out.add("skip");
    out.close("}");
    out.close("}");
  }

  /** Whether a thread may come to a full buffer. */
  static boolean mayFill(CheckedProgram checked, int buffer) {
    return Unrolling.hasLoops(checked.program())
        || checked.program().threads().stream()
            .anyMatch(
                thread ->
                    thread.code().stream().filter(Instruction.Store.class::isInstance).count()
                        > buffer);
  }

  private static void requireStoreBuffers(Ordering ordering, MemoryModel model) {
    if (!model.multiCopyAtomic() || !model.general().isEmpty()) {
      throw new ExportException(
          "model "
              + model.name()
              + " is no model of store buffers: it has general laws, or a memory for each thread;"
              + " use the uniform form");
    }
    for (InstanceClass earlier : ordering.accesses()) {
      if (earlier.kind() != InstanceKind.STORE && !ordering.holdsBackAll(earlier)) {
        throw new ExportException(
            "model "
                + model.name()
                + " is no model of store buffers: accesses may pass an earlier "
                + earlier.kind().toString().toLowerCase(Locale.ROOT)
                + "; use the uniform form");
      }
    }
  }
}
