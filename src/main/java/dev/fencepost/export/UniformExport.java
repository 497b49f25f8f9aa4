// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.export;

import dev.fencepost.export.StaticThreads.StaticThread;
import dev.fencepost.ir.Instruction;
import dev.fencepost.ir.Unrolling;
import dev.fencepost.machine.window.InstanceClasses;
import dev.fencepost.memorymodel.MemoryModel;
import dev.fencepost.property.CheckedProgram;
import java.util.ArrayList;
import java.util.List;

/**
 * The uniform form (the papers' translation): one process, a loop of guarded clauses, one for each
 * step of each instruction; flags say which instances are pending, and the laws of the memory model
 * are the guards. Loops are unrolled.
 */
final class UniformExport {
  /** The number that stands for a dropped run where threads are bits. */
  private static final int DROPPED = 1 << 14;

  private final Frame frame;
  private final StaticThreads threads;
  private final UniformTexts texts;
  private final MemoryText memory;
  private final List<UniformThread> locals = new ArrayList<>();
  private final List<ClauseText> clauses = new ArrayList<>();
  private final Lines out = new Lines();

  private UniformExport(CheckedProgram checked, Unrolling unrolling, MemoryModel model) {
    threads = new StaticThreads(unrolling.program());
    if (1 << threads.all().size() > DROPPED) {
      throw new ExportException("more than 14 threads");
    }
    Ordering ordering =
        new Ordering(model, new InstanceClasses(unrolling.program(), model.traits()));
    boolean deferred = !model.general().isEmpty();
    boolean shared = model.multiCopyAtomic();
    memory = new MemoryText(unrolling.program(), threads.all().size(), shared, !shared || deferred);
    frame = new Frame(checked, threads, memory, out);
    List<UniformWindow> windows = new ArrayList<>();
    for (StaticThread thread : threads.all()) {
      windows.add(new UniformWindow(unrolling.program(), thread, ordering, memory));
    }
    if (frame.deadlockMatters() && mayHideDeadlock(windows)) {
      throw new ExportException(
          "threads that may wait for one another, beside one that waits in an atomic block");
    }
    AccessText access = new AccessText(out, memory, frame.links(), !deferred);
    LawText laws = new LawText(new LawInstances(windows, ordering), ordering, memory, out);
    texts = new UniformTexts(windows, frame, access, new Judgement(out, deferred), laws);
    for (UniformWindow window : windows) {
      int declaration = threads.all().get(window.number).declaration();
      List<Integer> positions = unrolling.positions().get(declaration);
      FetchText fetch = new FetchText(window, threads, positions, texts);
      locals.add(new UniformThread(window, threads, texts, fetch));
      clauses.add(new ClauseText(window, positions, texts));
    }
  }

  /**
   * Whether threads may be deadlocked where a block waits for its assumption. In PROMELA a run that
   * tries such a block is dropped, so that the state is no deadlock.
   */
  private static boolean mayHideDeadlock(List<UniformWindow> windows) {
    boolean blocks = false;
    boolean mutual = false;
    for (UniformWindow window : windows) {
      for (int pc = 0; pc < window.code.size(); pc++) {
        Instruction instruction = window.code.get(pc);
        blocks |= instruction instanceof Instruction.Assume && window.isInBlock(pc);
        mutual |=
            instruction instanceof Instruction.Lock
                || instruction instanceof Instruction.Join && window.number > 0;
      }
    }
    return blocks && mutual;
  }

  static String of(CheckedProgram original, MemoryModel model, int jumps, String title) {
    Unrolling unrolling = Unrolling.of(original.program(), jumps);
    CheckedProgram checked = new CheckedProgram(unrolling.program(), original.properties());
    UniformExport export = new UniformExport(checked, unrolling, model);
    export.declare(title);
    export.process();
    return export.out.toString();
  }

  private void declare(String title) {
    out.add(Lines.comment(title));
    frame.declare();
    out.add("bit fail; /* a violation that counts if the run does */");
    out.add("short todo; /* the threads with local steps to take, as bits */");
    out.add("bit cut; /* some thread waits on a false assumption */");
    if (locals.stream().anyMatch(UniformThread::isInParts)) {
      out.add("bit halt; /* the thread at work cannot fetch any more */");
    }
    out.add("#define DROPPED " + DROPPED);
    out.add("#define WAKE (" + wake() + ")");
    out.add("");
    locals.forEach(UniformThread::declare);
    texts.laws().declare(out);
    String invariants = frame.invariants();
    out.add(
        "#define CHECK " + (invariants.equals("1") ? "skip" : texts.judgement().text(invariants)));
    out.add("#define ALL_ENDED (" + threads.allEnded() + ")");
    if (texts.judgement().isDeferred()) {
      out.add("#define OPEN (" + texts.laws().mayBlock() + ")");
      out.add("#define DEADLOCK (" + deadlock() + ")");
    }
    out.add("");
  }

  private void process() {
    boolean deferred = texts.judgement().isDeferred();
    out.open("active proctype machine() {");
    out.open("d_step {");
    frame.initialise();
    locals.forEach(UniformThread::start);
    out.add("skip");
    out.close("};");
    out.open(frame.deadlockMatters() && !deferred ? "do" : "end: do");
    out.open(":: atomic {");
    out.open("if");
    out.add(":: todo != 0 /* at the start */");
    clauses.forEach(ClauseText::clauses);
    out.close("fi;");
    out.open("do");
    locals.forEach(UniformThread::localSteps);
    out.add(":: else -> break");
    out.close("od;");
    out.add("if :: todo >= DROPPED -> goto stop :: else fi");
    out.close("}");
    out.add(":: cut -> goto stop");
    if (deferred) {
      out.add(":: todo == 0 && fail && !OPEN -> assert(0)");
      if (frame.deadlockMatters()) {
        out.add(":: todo == 0 && !cut && !ALL_ENDED && DEADLOCK -> assert(0)");
      }
    }
    out.open(":: todo == 0 && ALL_ENDED ->");
    frame.finals();
    out.add("goto stop");
    out.close("od;");
    out.add("stop: skip");
    out.close("}");
  }

  private String wake() {
    List<String> waiting =
        locals.stream().map(UniformThread::joins).filter(t -> !t.isEmpty()).toList();
    return waiting.isEmpty() ? "0" : String.join(" | ", waiting);
  }

  /**
   * Whether no thread can go on, and not because of laws: all windows are empty, and who has not
   * ended waits for the end of another.
   */
  private String deadlock() {
    List<String> parts = new ArrayList<>();
    for (StaticThread thread : threads.all()) {
      int t = thread.number();
      String alive = memory.isAlive(t);
      String waits = locals.get(t).waitsToJoin();
      String rests = "n%d == 0 && (ended[%d] || %s)".formatted(t, t, waits);
      parts.add(alive.equals("1") ? rests : "(!(%s) || %s)".formatted(alive, rests));
    }
    return String.join(" && ", parts);
  }
}
