// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.export;

import dev.fencepost.ir.Expr;
import dev.fencepost.ir.Instruction;
import dev.fencepost.ir.Registers;
import dev.fencepost.ir.ThreadDecl;
import java.util.List;

/**
 * One thread in the uniform form: its part of the state, the steps that only it can see, and one
 * clause for each step that others can see.
 *
 * <p>State, for thread 0: {@code pc0}, the place of fetch; {@code r0} and {@code q0}, the registers
 * and which result each waits for; {@code s0}, which instances are in the window; {@code v0} and
 * {@code w0}, their operands and which result each waits for; {@code n0}, the window's size.
 */
final class UniformThread {
  private final UniformWindow window;
  private final StaticThreads threads;
  private final List<Integer> positions;
  private final ThreadDecl declaration;
  private final Lines out;
  private final AccessText access;
  private final int t;
  private final List<Instruction> code;

  UniformThread(
      UniformWindow window,
      StaticThreads threads,
      List<Integer> positions,
      Lines out,
      AccessText access) {
    this.window = window;
    this.threads = threads;
    this.positions = positions;
    this.out = out;
    this.access = access;
    t = window.number;
    code = window.code;
    declaration = threads.all().get(t).code();
  }

  void declare() {
    int registers = Math.max(1, declaration.registers().size());
    out.add("/* thread %d: %s */".formatted(t, declaration.name()));
    out.add("short pc%d; byte n%d;".formatted(t, t));
    out.add("int r%d[%d]; short q%d[%d];".formatted(t, registers, t, registers));
    out.add("bit s%d[%d];".formatted(t, code.size()));
    if (window.operandCount() > 0) {
      out.add("int v%1$d[%2$d]; short w%1$d[%2$d];".formatted(t, window.operandCount()));
    }
    out.add("#define STOP%d %s".formatted(t, window.stopsFetch()));
    giveInline(registers);
    out.add("");
  }

  /** A result goes to all that wait for it. */
  private void giveInline(int registers) {
    out.open("inline give%d(result, value) {".formatted(t));
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
        ":: i < %1$d -> if :: %2$s[i] == result -> %2$s[i] = 0; %3$s[i] = value :: else fi; i++"
            .formatted(count, sources, values));
    out.add(":: else -> break");
    out.close("od;");
  }

  void start() {
    if (declaration.registers().size() > ThreadDecl.ARGUMENT) {
      out.add("r%d[%d] = %d;".formatted(t, ThreadDecl.ARGUMENT, threads.all().get(t).argument()));
    }
    if (declaration.registers().size() > ThreadDecl.SELF) {
      out.add("r%d[%d] = %d;".formatted(t, ThreadDecl.SELF, t));
    }
    if (!threads.isStarted(t)) {
      out.add("todo = todo | %d;".formatted(1 << t));
    }
  }

  /** The steps that only the thread can see: settle the window, then fetch as far as possible. */
  void localSteps() {
    String sequence = hasChoice() ? "atomic" : "d_step";
    out.open(":: %s { (todo & %d) == %d ->".formatted(sequence, (2 << t) - 1, 1 << t));
    out.add("todo = todo - %d;".formatted(1 << t));
    for (int pc = 0; pc < code.size(); pc++) {
      if (window.mayEnter(pc)) {
        settle(pc);
      }
    }
    out.open("do");
    for (int pc = 0; pc < code.size(); pc++) {
      fetch(pc);
    }
    out.add(":: else -> break");
    out.close("od;");
    out.add("skip");
    out.close("}");
  }

  private boolean hasChoice() {
    return code.stream().anyMatch(Instruction.Choose.class::isInstance);
  }

  private void settle(int pc) {
    Instruction instruction = code.get(pc);
    switch (instruction) {
      case Instruction.Assign assign -> {
        out.open("if");
        out.open(":: " + both(window.pending(pc), window.ready(pc)) + " ->" + comment(pc));
        access.check(window.taken(pc).defined(assign.value()));
        out.add("x = " + window.taken(pc).of(assign.value()) + ";");
        leave(pc);
        give(pc, 0, "x");
        out.close(":: else");
        out.close("fi;");
      }
      case Instruction.Assert check -> {
        out.open("if");
        out.open(":: " + both(window.pending(pc), window.ready(pc)) + " ->" + comment(pc));
        access.check(window.taken(pc).defined(check.condition()));
        out.add("assert(" + window.taken(pc).of(check.condition()) + ");");
        leave(pc);
        out.close(":: else");
        out.close("fi;");
      }
      case Instruction.Fence fence ->
          out.add(
              "if :: %s && !(%s) -> %s = 0; n%d-- :: else fi;%s"
                  .formatted(
                      window.pending(pc),
                      window.fenceHolds(pc),
                      window.pending(pc),
                      t,
                      comment(pc)));
      default -> checkOperands(pc, window.pending(pc));
    }
  }

  /**
   * What an access has no value for is a violation as soon as the operands are known.
   *
   * @param where a condition under which there is an instance
   */
  private void checkOperands(int pc, String where) {
    List<Expr> expressions = Registers.expressions(code.get(pc));
    int addresses = UniformWindow.addresses(code.get(pc)).size();
    for (int i = 0; i < expressions.size(); i++) {
      Expr expr = expressions.get(i);
      ExprText text = window.taken(pc);
      List<String> valid = i < addresses ? text.definedAddress(expr) : text.defined(expr);
      if (!valid.isEmpty()) {
        out.add(
            "assert(!(%s) || (%s));"
                .formatted(both(where, window.known(pc, expr)), String.join(" && ", valid)));
      }
    }
  }

  private static String both(String first, String second) {
    return second.equals("1") ? first : first + " && " + second;
  }

  private void leave(int pc) {
    out.add("%s = 0; n%d--;".formatted(window.pending(pc), t));
    for (int i = 0; i < window.operands(pc).size(); i++) {
      out.add(window.operand(pc, i) + " = 0;");
    }
  }

  private void give(int pc, int result, String value) {
    out.add("give%d(%d, %s);".formatted(t, source(pc, result), value));
  }

  /** The number under which a result of an instance is waited for. */
  private static int source(int pc, int result) {
    return 2 * pc + 1 + result;
  }

  private String comment(int pc) {
    return " /* " + code.get(pc).origin().text().replace("*/", "* /") + " */";
  }

  /** How fetch passes an instruction. */
  private void fetch(int pc) {
    Instruction instruction = code.get(pc);
    if (window.isInBlock(pc) || instruction instanceof Instruction.AtomicEnd) {
      new BlockText(window, out, access).execute(pc);
      return;
    }
    String here = "pc%d == %d".formatted(t, pc);
    String free = here + " && !(STOP" + t + ")";
    switch (instruction) {
      case Instruction.Jump jump -> out.add(":: %s -> pc%d = %d".formatted(free, t, jump.to()));
      case Instruction.Choose choose -> {
        out.add(":: " + free + " ->" + comment(pc));
        out.add("   " + choice(choose) + " pc%d = %d".formatted(t, pc + 1));
      }
      case Instruction.Branch branch -> branch(pc, branch, free);
      case Instruction.Assume assume -> assume(pc, assume, free);
      case Instruction.Mark mark ->
          out.add(":: %s -> mark[%d] = 1; pc%d = %d".formatted(free, mark.mark(), t, pc + 1));
      case Instruction.Join join -> join(pc, join, free);
      case Instruction.Spawn spawn -> spawn(pc, spawn, here);
      case Instruction.End end ->
          out.add(
              ":: %s && n%d == 0 -> ended[%d] = 1; pc%d = %d; todo = todo | WAKE"
                  .formatted(here, t, t, t, code.size()));
      case Instruction.Fence fence ->
          out.add(
              ":: %s -> if :: %s -> %s = 1; n%d++ :: else fi; pc%d = %d%s"
                  .formatted(
                      free, window.fenceHolds(pc), window.pending(pc), t, t, pc + 1, comment(pc)));
      case Instruction.Assign assign -> assign(pc, assign, free);
      case Instruction.Assert check -> check(pc, check, free);
      default -> {
        if (window.isAccess(pc)) {
          out.open(":: " + free + " ->" + comment(pc));
          enter(pc);
          out.add("pc%d = %d".formatted(t, pc + 1));
          out.end();
        }
      }
    }
  }

  private String choice(Instruction.Choose choose) {
    StringBuilder text = new StringBuilder("if");
    for (int i = 0; i < choose.count(); i++) {
      text.append(" :: r%d[%d] = %d".formatted(t, choose.target(), i));
    }
    return text.append(" fi; q%d[%d] = 0;".formatted(t, choose.target())).toString();
  }

  private String knownRegisters(Expr expr) {
    List<String> conditions =
        Registers.read(expr).stream()
            .mapToObj(register -> "q%d[%d] == 0".formatted(t, register))
            .toList();
    return UniformWindow.all(conditions);
  }

  private void branch(int pc, Instruction.Branch branch, String free) {
    out.open(":: " + both(free, knownRegisters(branch.condition())) + " ->" + comment(pc));
    access.check(window.registers.defined(branch.condition()));
    out.add(
        "if :: %s -> pc%d = %d :: else -> pc%d = %d fi"
            .formatted(
                window.registers.of(branch.condition()),
                t,
                branch.whenTrue(),
                t,
                branch.whenFalse()));
    out.end();
  }

  private void assume(int pc, Instruction.Assume assume, String free) {
    out.open(":: " + both(free, knownRegisters(assume.condition())) + " ->" + comment(pc));
    access.check(window.registers.defined(assume.condition()));
    out.add(
        "if :: %s -> pc%d = %d :: else -> pc%d = %d; cut = 1 fi"
            .formatted(window.registers.of(assume.condition()), t, pc + 1, t, code.size()));
    out.end();
  }

  private void join(int pc, Instruction.Join join, String free) {
    String thread = window.registers.of(join.thread());
    String known = knownRegisters(join.thread());
    String bad = "(%s < 0 || %s >= THREADS)".formatted(thread, thread);
    out.add(":: %s && %s -> assert(0)".formatted(both(free, known), bad));
    out.add(
        ":: %s && !%s && ended[%s] -> pc%d = %d%s"
            .formatted(both(free, known), bad, thread, t, pc + 1, comment(pc)));
  }

  private void spawn(int pc, Instruction.Spawn spawn, String here) {
    int child = threads.startedAt(positions.get(pc));
    String target =
        spawn.target() == Instruction.NO_TARGET
            ? ""
            : "r%d[%d] = %d; q%d[%d] = 0; ".formatted(t, spawn.target(), child, t, spawn.target());
    out.add(
        ":: %s && n%d == 0 -> %stodo = todo | %d; pc%d = %d%s"
            .formatted(here, t, target, 1 << child, t, pc + 1, comment(pc)));
  }

  private void assign(int pc, Instruction.Assign assign, String free) {
    String known = knownRegisters(assign.value());
    out.open(":: " + free + " ->" + comment(pc));
    out.open("if");
    out.open(":: " + known + " ->");
    access.check(window.registers.defined(assign.value()));
    out.add(
        "r%1$d[%2$d] = %3$s; q%1$d[%2$d] = 0"
            .formatted(t, assign.target(), window.registers.of(assign.value())));
    if (known.equals("1")) {
      out.close("fi;");
    } else {
      out.end();
      out.open(":: else ->");
      enter(pc);
      out.close("fi;");
    }
    out.add("pc%d = %d".formatted(t, pc + 1));
    out.end();
  }

  private void check(int pc, Instruction.Assert check, String free) {
    String known = knownRegisters(check.condition());
    out.open(":: " + free + " ->" + comment(pc));
    out.open("if");
    out.open(":: " + known + " ->");
    access.check(window.registers.defined(check.condition()));
    out.add("assert(" + window.registers.of(check.condition()) + ")");
    if (known.equals("1")) {
      out.close("fi;");
    } else {
      out.end();
      out.open(":: else ->");
      enter(pc);
      out.close("fi;");
    }
    out.add("pc%d = %d".formatted(t, pc + 1));
    out.end();
  }

  /** Fetches an instance into the window: it takes its operands along. */
  private void enter(int pc) {
    List<Integer> reads = window.operands(pc);
    for (int i = 0; i < reads.size(); i++) {
      out.add(
          "%s = r%d[%d]; %s = q%d[%d];"
              .formatted(
                  window.operand(pc, i),
                  t,
                  reads.get(i),
                  window.operandSource(pc, i),
                  t,
                  reads.get(i)));
    }
    List<Integer> results = AccessText.results(code.get(pc));
    for (int i = 0; i < results.size(); i++) {
      if (results.get(i) != Instruction.NO_TARGET) {
        out.add("r%1$d[%2$d] = 0; q%1$d[%2$d] = %3$d;".formatted(t, results.get(i), source(pc, i)));
      }
    }
    out.add("%s = 1; n%d++;".formatted(window.pending(pc), t));
    if (window.isAccess(pc)) {
      checkOperands(pc, "1");
    }
  }

  /** One clause for each step that other threads can see. */
  void clauses() {
    for (int pc = 0; pc < code.size(); pc++) {
      Instruction instruction = code.get(pc);
      if (window.isAccess(pc)) {
        step(pc);
      } else if (!window.isInBlock(pc)) {
        switch (instruction) {
          case Instruction.AtomicBegin begin -> beginBlock(pc, begin);
          case Instruction.Load load when load.strong() -> strong(pc);
          case Instruction.Store store when store.strong() -> strong(pc);
          case Instruction.Allocate allocate ->
              throw new ExportException("malloc has no counterpart in PROMELA yet");
          case Instruction.Observe observe ->
              throw new ExportException("observations have no counterpart in PROMELA");
          default -> {}
        }
      }
    }
  }

  private void open(int pc, String guard) {
    out.open(":: d_step { todo == 0 && " + guard + " ->" + comment(pc));
    out.add("printf(\"@%d:%d\\n\");".formatted(t, positions.get(pc)));
  }

  private void close() {
    out.add("CHECK; todo = %d".formatted(1 << t));
    out.close("}");
  }

  private void step(int pc) {
    StringBuilder guard = new StringBuilder(both(window.pending(pc), window.ready(pc)));
    for (String wait : window.waitsFor(pc)) {
      guard.append(" && !(").append(wait).append(")");
    }
    ExprText text = window.taken(pc);
    switch (code.get(pc)) {
      case Instruction.Load load -> {
        open(pc, guard.toString());
        load(pc, load, text);
      }
      case Instruction.Store store -> {
        open(pc, guard.toString());
        access.write(t, text.cell(store.address()), text.of(store.value()));
      }
      case Instruction.Unlock unlock -> {
        open(pc, guard.toString());
        String cell = text.cell(unlock.address());
        out.add("assert(mem[%s] == %d); /* held by this thread */".formatted(cell, t + 1));
        access.write(t, cell, "0");
      }
      case Instruction.Lock lock -> {
        String cell = text.cell(lock.address());
        guard.append(" && (mem[%s] == 0 || mem[%s] == %d)".formatted(cell, cell, t + 1));
        open(pc, guard.toString());
        access.modify(t, lock, text);
      }
      case Instruction.CompareAndSwap cas when cas.weak() ->
          throw new ExportException("a weak compare-exchange has no counterpart in PROMELA yet");
      case Instruction other -> {
        open(pc, guard.toString());
        access.modify(t, other, text);
      }
    }
    finish(pc);
  }

  private void load(int pc, Instruction.Load load, ExprText text) {
    out.add("x = mem[" + text.cell(load.address()) + "];");
    for (int store : window.storesBefore(pc)) {
      String same = window.same(store, pc);
      if (!same.equals("0")) {
        String value =
            code.get(store) instanceof Instruction.Store from
                ? window.taken(store).of(from.value())
                : "0";
        out.add(
            "if :: %s -> x = %s :: else fi;".formatted(both(window.pending(store), same), value));
      }
    }
    if (load.linked()) {
      out.add("link[%d] = %s + 1;".formatted(t, text.cell(load.address())));
    }
  }

  private void finish(int pc) {
    leave(pc);
    List<Integer> results = AccessText.results(code.get(pc));
    for (int i = 0; i < results.size(); i++) {
      if (results.get(i) != Instruction.NO_TARGET) {
        give(pc, i, i == 0 ? "x" : "y");
      }
    }
    close();
  }

  private void beginBlock(int pc, Instruction.AtomicBegin begin) {
    if (begin.strong()) {
      throw new ExportException("a block on strong cells has no counterpart in PROMELA yet");
    }
    open(pc, "pc%d == %d && n%d == 0".formatted(t, pc, t));
    out.add("pc%d = %d;".formatted(t, pc + 1));
    close();
    out.add(":: todo == 0 && pc%d == %d && n%d == 0 -> goto stop".formatted(t, pc, t));
  }

  private void strong(int pc) {
    List<Expr> expressions = Registers.expressions(code.get(pc));
    String known = UniformWindow.all(expressions.stream().map(this::knownRegisters).toList());
    open(pc, both("pc%d == %d && !(STOP%d)".formatted(t, pc, t), known));
    new BlockText(window, out, access).access(pc);
    out.add("pc%d = %d;".formatted(t, pc + 1));
    close();
  }

  /** Which threads, as bits, wait to join another: they go on when one ends. */
  String joins() {
    StringBuilder text = new StringBuilder();
    for (int pc = 0; pc < code.size(); pc++) {
      if (code.get(pc) instanceof Instruction.Join) {
        text.append(text.isEmpty() ? "" : " || ").append("pc%d == %d".formatted(t, pc));
      }
    }
    return text.isEmpty() ? "" : "((%s) -> %d : 0)".formatted(text, 1 << t);
  }
}
