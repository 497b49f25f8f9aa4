// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.export;

import static dev.fencepost.export.UniformWindow.both;

import dev.fencepost.ir.Expr;
import dev.fencepost.ir.Instruction;
import dev.fencepost.ir.Registers;
import dev.fencepost.ir.ThreadDecl;
import java.util.List;

/**
 * One thread in the uniform form: its part of the state, and the steps that only it can see.
 *
 * <p>State, for thread 0: {@code pc0}, the place of fetch; {@code r0} and {@code q0}, the registers
 * and which result each waits for; {@code s0}, which instances are in the window; {@code v0} and
 * {@code w0}, their operands and which result each waits for; {@code n0}, the window's size; where
 * threads have their own memories {@code f0}, which of them each store has reached.
 */
final class UniformThread extends UniformText {
  /** Instructions are found by groups of so many: options of a loop are tried one by one. */
  private static final int GROUP = 8;

  /** SPIN 6.5 takes 2,048 statements in a deterministic step. */
  private static final int LONGEST = 2_000;

  private final StaticThreads threads;
  private final ThreadDecl declaration;
  private final FetchText fetch;
  private final boolean inParts;

  UniformThread(UniformWindow window, StaticThreads threads, UniformTexts texts, FetchText fetch) {
    super(window, texts);
    this.threads = threads;
    this.fetch = fetch;
    declaration = threads.all().get(t).code();
    inParts = weight() > LONGEST;
    if (inParts) {
      window.fetchInParts();
    }
  }

  void declare() {
    int registers = Math.max(1, declaration.registers().size());
    out.add(Lines.comment("thread %d: %s".formatted(t, declaration.name())));
    out.add("short pc%d; byte n%d;", t, t);
    out.add("int r%d[%d]; short q%d[%d];", t, registers, t, registers);
    out.add("bit s%d[%d];", t, code.size());
    if (window.operandCount() > 0) {
      out.add("int v%1$d[%2$d]; short w%1$d[%2$d];", t, window.operandCount());
    }
    if (!window.reflected().isEmpty()) {
      out.add("short f%d[%d];", t, window.reflected().size());
    }
    out.add("#define STOP%d %s", t, window.waits.stopsFetch());
    giveInline(registers);
    out.add("");
  }

  /** Writes the inline that gives a result to all instances that wait for it. */
  private void giveInline(int registers) {
    out.open("inline give%d(result, value) {", t);
    spread("q" + t, "r" + t, registers);
    if (window.operandCount() > 0) {
      spread("w" + t, "v" + t, window.operandCount());
    }
    out.add("i = 0");
    out.close("}");
  }

  private void spread(String sources, String values, int count) {
    out.add("i = 0;");
    out.open("do");
    out.add(
        ":: i < %1$d -> if :: %2$s[i] == result -> %2$s[i] = 0; %3$s[i] = value :: else fi; i++",
        count, sources, values);
    out.add(":: else -> break");
    out.close("od;");
  }

  void start() {
    threads.all().get(t).setRegisters(out, "r" + t);
    if (!threads.isStarted(t)) {
      out.add("todo = todo | %d;", 1 << t);
    }
  }

  /**
   * The steps that only the thread can see: settle the window, then fetch as far as possible. SPIN
   * takes a deterministic step of some length only: longer ones are written in parts.
   */
  void localSteps() {
    String turn = "(todo & %d) == %d ->".formatted((2 << t) - 1, 1 << t);
    out.open(inParts ? ":: " + turn : ":: d_step { " + turn);
    out.add("todo = todo - %d;", 1 << t);
    out.open("if");
    out.add(":: n%d == 0", t);
    out.open(":: else ->");
    parts("d_step {", "};", this::settle);
    out.add("skip");
    out.end();
    out.close("fi;");
    if (inParts) {
      out.open("do");
    }
    parts(":: d_step { !halt && %s" + window.whereGroupGoesOn() + " ->", "}", this::fetch);
    if (inParts) {
      out.add(":: else -> break");
      out.close("od;");
      out.add("halt = 0");
      out.end();
    } else {
      out.add("skip");
      out.close("}");
    }
    for (int pc = 0; pc < code.size(); pc++) {
      if (code.get(pc) instanceof Instruction.Choose choose) {
        choose(pc, choose);
      }
    }
  }

  /**
   * Writes the text for all instructions: at once, or in deterministic steps, each for some of
   * them.
   *
   * @param head of a step; a format for where fetch stands
   */
  private void parts(String head, String tail, Range text) {
    for (int first = 0; first < code.size(); ) {
      int end = inParts ? end(first, text) : code.size();
      if (inParts) {
        out.open(head.formatted("pc%d >= %d && pc%d < %d".formatted(t, first, t, end)));
      }
      text.write(first, end);
      if (inParts) {
        out.add("skip");
        out.close(tail);
      }
      first = end;
    }
  }

  /** Whether the local steps are too long to be one deterministic step. */
  boolean isInParts() {
    return inParts;
  }

  private int weight() {
    return out.weigh(() -> settle(0, code.size())) + out.weigh(() -> fetch(0, code.size()));
  }

  /** Where a part ends that begins at an instruction, as large as can be. */
  private int end(int first, Range text) {
    int end = first;
    while (end < code.size()) {
      int next = Math.min(end + GROUP, code.size());
      if (end > first && out.weigh(() -> text.write(first, next)) > LONGEST) {
        break;
      }
      end = next;
    }
    return end;
  }

  /** Writes the text for a range of instructions. */
  private interface Range {
    void write(int first, int end);
  }

  private void settle(int first, int end) {
    for (int pc = first; pc < end; pc++) {
      if (window.mayEnter(pc)) {
        settle(pc);
      }
    }
  }

  private void fetch(int start, int end) {
    out.open("do");
    for (int first = start; first < end; first += GROUP) {
      int next = Math.min(first + GROUP, end);
      String here = "pc%d >= %d && pc%d < %d".formatted(t, first, t, next);
      out.open(":: " + here + window.whereGroupGoesOn() + " ->");
      out.open("if");
      for (int pc = first; pc < next; pc++) {
        fetch.pass(pc);
      }
      out.add(":: else -> " + window.halt());
      out.close("fi");
      out.end();
    }
    out.add(":: else -> break");
    out.close("od;");
  }

  /** A choice, at which local steps come to a halt and from which they go on. */
  private void choose(int pc, Instruction.Choose choose) {
    String free = window.isInBlock(pc) ? "1" : "!(STOP%d)".formatted(t);
    String register = "r%d[%d]".formatted(t, choose.target());
    out.open(":: todo == 0 && " + both("pc%d == %d".formatted(t, pc), free) + " ->");
    out.add(AccessText.choice(register, choose.count()) + window.comment(pc));
    out.add(
        "d_step { q%d[%d] = 0; %s; todo = %d }", t, choose.target(), window.go(pc, pc + 1), 1 << t);
    out.end();
  }

  private void settle(int pc) {
    switch (code.get(pc)) {
      case Instruction.Assign assign ->
          settle(
              pc,
              assign.value(),
              () -> {
                out.add("x = " + window.taken(pc).of(assign.value()) + ";");
                leave(pc);
                out.add(window.give(pc, 0, "x"));
              });
      case Instruction.Assert check ->
          settle(
              pc,
              check.condition(),
              () -> {
                judgement.require(window.taken(pc).of(check.condition()));
                leave(pc);
              });
      case Instruction.Fence fence -> {
        if (!laws.takesStep(t, pc)) {
          out.add(
              "if :: %s && !(%s) -> %s = 0; n%d-- :: else fi;%s",
              window.pending(pc),
              window.waits.fenceHolds(pc),
              window.pending(pc),
              t,
              window.comment(pc));
        }
      }
      default -> {
        fetch.checkOperands(pc, window.pending(pc));
        laws.locate(t, pc);
      }
    }
  }

  /** Asserts that a value exists where its operands are known, and takes it then. */
  private void settle(int pc, Expr value, Runnable taking) {
    fetch.checkOperands(pc, window.pending(pc));
    String ready = both(window.pending(pc), window.ready(pc));
    List<String> defined =
        judgement.isDeferred() ? window.taken(pc).defined(value) : List.<String>of();
    out.when(both(ready, UniformWindow.all(defined)) + " ->" + window.comment(pc), taking);
  }

  /** The bit of this thread, if it waits to join another thread: it goes on when one ends. */
  String joins() {
    String waits = waitsToJoin();
    return waits.equals("0") ? "" : "((%s) -> %d : 0)".formatted(waits, 1 << t);
  }

  /** Whether the thread is at a join. */
  String waitsToJoin() {
    StringBuilder text = new StringBuilder();
    for (int pc = 0; pc < code.size(); pc++) {
      if (code.get(pc) instanceof Instruction.Join) {
        text.append(text.isEmpty() ? "" : " || ").append("pc%d == %d".formatted(t, pc));
      }
    }
    return text.isEmpty() ? "0" : text.toString();
  }

  /** The registers of an expression, known. */
  static String known(int thread, Expr expr) {
    List<String> conditions =
        Registers.read(expr).stream()
            .mapToObj(register -> "q%d[%d] == 0".formatted(thread, register))
            .toList();
    return UniformWindow.all(conditions);
  }
}
