// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.export;

import dev.fencepost.export.StaticThreads.StaticThread;
import dev.fencepost.ir.Unrolling;
import dev.fencepost.machine.InstanceClasses;
import dev.fencepost.memorymodel.MemoryModel;
import dev.fencepost.property.CheckedProgram;
import java.util.ArrayList;
import java.util.List;

/**
 * The uniform form (the papers' translation): one process, a loop of guarded clauses, one for each
 * step of each instruction; flags tell which instances are pending, and the laws of the memory
 * model are the guards. Loops are unrolled.
 */
final class UniformExport {

  private UniformExport() {}

  static String of(CheckedProgram original, MemoryModel model, int jumps, String title) {
    Unrolling unrolling = Unrolling.of(original.program(), jumps);
    CheckedProgram checked = new CheckedProgram(unrolling.program(), original.properties());
    StaticThreads threads = new StaticThreads(unrolling.program());
    Ordering ordering = new Ordering(model, new InstanceClasses(unrolling.program()));
    Lines out = new Lines();
    Frame frame = new Frame(checked, threads.all().size(), out);
    AccessText access = new AccessText(out, threads.all().size(), frame.links());
    List<UniformThread> texts = new ArrayList<>();
    for (StaticThread thread : threads.all()) {
      UniformWindow window = new UniformWindow(unrolling.program(), thread, ordering);
      List<Integer> positions = unrolling.positions().get(thread.declaration());
      texts.add(new UniformThread(window, threads, positions, out, access));
    }
    out.add("/* " + title + " */");
    frame.declare();
    out.add("short todo; /* the threads with local steps to take, as bits */");
    out.add("bit cut; /* some thread waits on a false assumption */");
    out.add("#define DROPPED 16384");
    out.add("#define WAKE (" + wake(texts) + ")");
    out.add("");
    texts.forEach(UniformThread::declare);
    out.open("active proctype machine() {");
    out.open("d_step {");
    frame.initialise();
    texts.forEach(UniformThread::start);
    out.add("skip");
    out.close("}");
    out.open(frame.deadlockMatters() ? "do" : "end: do");
    texts.forEach(UniformThread::localSteps);
    texts.forEach(UniformThread::clauses);
    out.add(":: todo == 0 && cut -> goto stop");
    out.add(":: todo >= DROPPED -> goto stop");
    out.open(":: todo == 0 && " + allEnded(threads) + " ->");
    frame.finals();
    out.add("goto stop");
    out.close("od;");
    out.add("stop: skip");
    out.close("}");
    return out.toString();
  }

  private static String wake(List<UniformThread> texts) {
    List<String> waiting =
        texts.stream().map(UniformThread::joins).filter(t -> !t.isEmpty()).toList();
    return waiting.isEmpty() ? "0" : String.join(" | ", waiting);
  }

  private static String allEnded(StaticThreads threads) {
    return String.join(
        " && ", threads.all().stream().map(thread -> "ended[" + thread.number() + "]").toList());
  }
}
