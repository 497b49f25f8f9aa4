// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.export;

import dev.fencepost.export.StaticThreads.StaticThread;
import dev.fencepost.ir.ControlFlow;
import dev.fencepost.ir.Expr;
import dev.fencepost.ir.Instruction;
import dev.fencepost.ir.Registers;
import dev.fencepost.ir.ThreadDecl;
import dev.fencepost.memorymodel.InstanceClass;
import dev.fencepost.memorymodel.InstanceKind;
import dev.fencepost.memorymodel.OrderTable.Rule;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * One thread in the direct form: a process that goes through its code. Stores go to a buffer,
 * {@code cells} and {@code values} in order of age with {@code epochs} that count the fences
 * between them; a second process reflects them.
 */
final class DirectThread {
  private final Frame frame;
  private final StaticThreads threads;
  private final Ordering ordering;
  private final Lines out;
  private final AccessText access;
  private final int t;
  private final List<Instruction> code;
  private final ThreadDecl declaration;
  private final ExprText text;
  private final boolean buffered;
  private final BitSet[] live;

  DirectThread(
      Frame frame,
      StaticThread thread,
      StaticThreads threads,
      Ordering ordering,
      AccessText access) {
    this.frame = frame;
    this.threads = threads;
    this.ordering = ordering;
    this.access = access;
    out = access.out();
    t = thread.number();
    declaration = thread.code();
    code = declaration.code();
    text = new ExprText(frame.program(), register -> "r[" + register + "]");
    buffered = code.stream().anyMatch(this::isBuffered);
    live = Registers.live(code);
  }

  /** A store that later accesses of some kind may pass. */
  private boolean isBuffered(Instruction instruction) {
    InstanceClass store = ordering.of(instruction);
    return store != null && store.kind() == InstanceKind.STORE && !ordering.holdsBackAll(store);
  }

  void declareBuffer() {
    if (buffered) {
      out.add("/* the store buffer of thread %d */", t);
      out.add("byte n%d; byte epoch%d;", t, t);
      out.add("int cells%d[BUFFER]; int values%d[BUFFER]; byte epochs%d[BUFFER];", t, t, t);
    }
  }

  /** Writes the process that reflects stores: the oldest, or one that may pass all older ones. */
  void reflector() {
    if (!buffered) {
      return;
    }
    InstanceClass store = storeClass();
    boolean inOrder = ordering.rule(store, store) == Rule.ALWAYS;
    out.open("active proctype reflector%d() {", t);
    out.open("end: do");
    for (int entry = 0; entry < (inOrder ? 1 : PromelaExport.MAX_BUFFER); entry++) {
      out.add("#if BUFFER > " + entry);
      StringBuilder guard = new StringBuilder("n%d > %d".formatted(t, entry));
      for (int older = 0; older < entry; older++) {
        guard.append(
            " && cells%1$d[%2$d] != cells%1$d[%3$d] && epochs%1$d[%2$d] == epochs%1$d[%3$d]"
                .formatted(t, older, entry));
      }
      out.open(":: d_step { " + guard + " ->");
      out.add("printf(\"@%d:r%d\\n\");", t, entry);
      access.write(t, "cells%d[%d]".formatted(t, entry), "values%d[%d]".formatted(t, entry));
      out.add("i = %d;", entry);
      out.open("do");
      out.open(":: i + 1 < n%d ->", t);
      out.add("cells%1$d[i] = cells%1$d[i + 1]; values%1$d[i] = values%1$d[i + 1];", t);
      out.add("epochs%1$d[i] = epochs%1$d[i + 1]; i++", t);
      out.end();
      out.add(":: else -> break");
      out.close("od;");
      out.add("n%d--; cells%d[i] = 0; values%d[i] = 0; epochs%d[i] = 0; i = 0;", t, t, t, t);
      out.add("if :: n%d == 0 -> epoch%d = 0 :: else fi;", t, t);
      out.add("CHECK");
      out.close("}");
      out.add("#endif");
    }
    out.close("od");
    out.close("}");
    out.add("");
  }

  /** The class of the stores of a buffered thread. */
  private InstanceClass storeClass() {
    InstanceClass found = null;
    for (Instruction instruction : code) {
      if (isBuffered(instruction)) {
        InstanceClass store = ordering.of(instruction);
        if (found != null && !found.equals(store)) {
          throw new ExportException("a thread has stores of several orders");
        }
        found = store;
      }
    }
    return Objects.requireNonNull(found);
  }

  void process() {
    int registers = Math.max(1, declaration.registers().size());
    out.open("active proctype thread%d() { %s", t, Lines.comment(declaration.name()));
    out.add("int r[%d];", registers);
    out.add("end_wait: started[%d];", t);
    threads.all().get(t).setRegisters(out, "r");
    BitSet targets = jumpTargets();
    for (int pc = 0; pc < code.size(); pc++) {
      String label = targets.get(pc) ? "L%d: skip; ".formatted(pc) : "";
      out.add(label + Lines.comment(code.get(pc).origin().text()));
      instruction(pc);
    }
    out.add("stop: skip");
    out.close("}");
    out.add("");
  }

  private BitSet jumpTargets() {
    BitSet targets = new BitSet();
    for (int pc = 0; pc < code.size(); pc++) {
      if (code.get(pc) instanceof Instruction.Jump || code.get(pc) instanceof Instruction.Branch) {
        IntStream.of(ControlFlow.successors(code.get(pc), pc)).forEach(targets::set);
      }
    }
    return targets;
  }

  private void instruction(int pc) {
    switch (code.get(pc)) {
      case Instruction.Jump jump -> out.add("goto L%d;", jump.to());
      case Instruction.Branch branch -> {
        access.check(text.defined(branch.condition()));
        String condition = text.of(branch.condition());
        out.open("if");
        side(pc, condition, branch.whenTrue());
        side(pc, "!" + condition, branch.whenFalse());
        out.close("fi;");
      }
      case Instruction.Choose choose -> choose(choose);
      case Instruction.Assert check -> {
        access.check(text.defined(check.condition()));
        out.add("assert(%s);", text.of(check.condition()));
      }
      case Instruction.Assume assume -> {
        access.check(text.defined(assume.condition()));
        out.add("if :: %s :: else -> cut = 1; goto stop fi;", text.of(assume.condition()));
      }
      case Instruction.Mark mark -> {
        if (frame.isRead(mark)) {
          out.add("d_step { mark[%d] = 1; CHECK };", mark.mark());
        }
      }
      case Instruction.Spawn spawn -> {
        drain();
        int child = threads.startedAt(pc);
        if (spawn.target() != Instruction.NO_TARGET) {
          out.add("r[%d] = %d;", spawn.target(), child);
        }
        out.add("started[%d] = 1;", child);
      }
      case Instruction.Join join -> {
        String thread = text.of(join.thread());
        out.add("assert(%s >= 0 && %s < THREADS);", thread, thread);
        out.add("if :: ended[%s] :: cut -> goto stop fi;", thread);
      }
      case Instruction.End end -> {
        drain();
        out.add("ended[%d] = 1; goto stop;", t);
      }
      case Instruction.Fence fence -> fence(fence);
      case Instruction.AtomicBegin begin ->
          throw new ExportException("atomic blocks are exported in the uniform form only");
      case Instruction.AtomicEnd end -> throw new IllegalStateException("no block to end");
      case Instruction.Assign assign -> {
        access.check(text.defined(assign.value()));
        String set = "r[%d] = %s".formatted(assign.target(), text.of(assign.value()));
        out.add("d_step { %s%s };", set, forget(pc, pc + 1));
      }
      case Instruction.Allocate allocate ->
          throw new ExportException("malloc is exported in the uniform form only");
      case Instruction.Observe observe ->
          throw new ExportException("observations are exported in the uniform form only");
      case Instruction other -> access(pc, other);
    }
  }

  private void side(int pc, String condition, int next) {
    out.add(":: d_step { %s%s }; goto L%d", condition, forget(pc, next), next);
  }

  /** Forgets the registers that are not read from the next place on. */
  private String forget(int pc, int next) {
    return Registers.dying(code, live, pc, next).stream()
        .mapToObj(register -> "; r[" + register + "] = 0")
        .collect(Collectors.joining());
  }

  private void choose(Instruction.Choose choose) {
    out.add(AccessText.choice("r[%d]".formatted(choose.target()), choose.count()));
  }

  /** Waits until all stores of the thread were reflected. */
  private void drain() {
    if (buffered) {
      out.add("n%d == 0;", t);
    }
  }

  private void fence(Instruction.Fence fence) {
    if (!buffered) {
      return;
    }
    InstanceClass between = ordering.ofKnown(fence);
    InstanceClass store = storeClass();
    boolean holdsStores = ordering.fenceRule(between, store, store) == Rule.ALWAYS;
    boolean holdsLoads =
        ordering.accesses().stream()
            .filter(later -> later.kind() == InstanceKind.LOAD)
            .anyMatch(later -> ordering.fenceRule(between, store, later) == Rule.ALWAYS);
    if (holdsLoads && !holdsStores && ordering.rule(store, store) != Rule.ALWAYS) {
      throw new ExportException("a fence between stores and loads alone");
    }
    if (holdsLoads) {
      drain();
    } else if (holdsStores && ordering.rule(store, store) != Rule.ALWAYS) {
      out.add("if :: n%d > 0 -> epoch%d++ :: else fi;", t, t);
    }
  }

  private void access(int pc, Instruction instruction) {
    boolean strong =
        instruction instanceof Instruction.Load load && load.strong()
            || instruction instanceof Instruction.Store store && store.strong();
    access.checkExpressions(text, instruction);
    access.checkAddresses(text, instruction);
    if (instruction instanceof Instruction.Store store && !strong && isBuffered(store)) {
      buffer(pc, store);
      return;
    }
    if (!ordering.waitsAlike(instruction)) {
      throw new ExportException(
          "a compare-exchange that waits by whether it succeeds is exported in the uniform form"
              + " only");
    }
    String wait = strong ? "" : waits(instruction);
    if (AccessText.isWeak(instruction)) {
      out.open("if");
      act(pc, instruction, ":: ", wait, () -> access.modify(t, instruction, text));
      act(pc, instruction, ":: ", wait, () -> access.fail(t, instruction, text));
      out.close("fi;");
    } else {
      act(pc, instruction, "", wait, () -> act(instruction, strong));
    }
  }

  /** A step of its own, as soon as it need not wait. */
  private void act(int pc, Instruction instruction, String option, String wait, Runnable effect) {
    out.open(option + (wait.isEmpty() ? "d_step {" : "d_step { " + wait + " ->"));
    out.add("printf(\"@%d:%d\\n\");", t, pc);
    effect.run();
    for (AccessText.Result result : AccessText.results(instruction)) {
      out.add("r[%d] = %s;", result.register(), result.value());
    }
    out.add("CHECK" + forget(pc, pc + 1));
    out.close("};");
  }

  private void act(Instruction instruction, boolean strong) {
    if (instruction instanceof Instruction.Load load) {
      load(load, strong);
    } else {
      access.modify(t, instruction, text);
    }
  }

  private void buffer(int pc, Instruction.Store store) {
    out.open("d_step { n%d < BUFFER ->", t);
    out.add("printf(\"@%d:b%d\\n\");", t, pc);
    out.add(
        "cells%1$d[n%1$d] = %2$s; values%1$d[n%1$d] = %3$s;",
        t, text.cell(store.address()), text.of(store.value()));
    out.add("epochs%1$d[n%1$d] = epoch%1$d; n%1$d++%2$s", t, forget(pc, pc + 1));
    out.close("};");
  }

  /** A load takes the newest buffered value of its cell, else what memory holds. */
  private void load(Instruction.Load load, boolean strong) {
    String cell = text.cell(load.address());
    out.add("x = mem[" + cell + "];");
    if (buffered && !strong) {
      out.add("i = 0;");
      out.add(
          "do :: i < n%1$d -> if :: cells%1$d[i] == %2$s -> x = values%1$d[i] :: else fi; i++ ::"
                  .formatted(t, cell)
              + " else -> break od;");
      out.add("i = 0;");
    }
    access.link(t, load, text);
  }

  /** The condition under which an access that is not buffered may go, or nothing. */
  private String waits(Instruction instruction) {
    List<String> conditions = new ArrayList<>();
    if (buffered) {
      InstanceClass store = storeClass();
      InstanceClass later = ordering.ofKnown(instruction);
      Rule rule = ordering.rule(store, later);
      if (rule == Rule.ALWAYS) {
        conditions.add("n%d == 0".formatted(t));
      } else if (later.kind() != InstanceKind.LOAD) {
        waitsForOlder(instruction, rule == Rule.SAME_CELL, conditions);
      }
    }
    if (instruction instanceof Instruction.Lock lock) {
      String cell = text.cell(lock.address());
      conditions.add("(mem[%s] == 0 || mem[%s] == %d)".formatted(cell, cell, t + 1));
    }
    return String.join(" && ", conditions);
  }

  /** What is written to memory at once waits for older stores to its cells and behind fences. */
  private void waitsForOlder(Instruction instruction, boolean sameCell, List<String> conditions) {
    for (int entry = 0; entry < PromelaExport.MAX_BUFFER; entry++) {
      StringBuilder blocked = new StringBuilder("epochs%1$d[%2$d] < epoch%1$d".formatted(t, entry));
      for (Expr address : sameCell ? instruction.addresses() : List.<Expr>of()) {
        blocked.append(" || cells%d[%d] == %s".formatted(t, entry, text.cell(address)));
      }
      conditions.add("ENTRY%d(n%d > %d && (%s))".formatted(entry, t, entry, blocked));
    }
  }
}
