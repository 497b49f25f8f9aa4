// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.export;

import static dev.fencepost.export.UniformWindow.both;

import dev.fencepost.ir.Expr;
import dev.fencepost.ir.Instruction;
import java.util.List;

/** How fetch passes the instructions of a thread in the uniform form. */
final class FetchText extends UniformText {
  private final StaticThreads threads;
  private final List<Integer> positions;
  private final BlockText block;

  /**
   * @param positions where the instructions stand in the code before loops were unrolled
   */
  FetchText(
      UniformWindow window, StaticThreads threads, List<Integer> positions, UniformTexts texts) {
    super(window, texts);
    this.threads = threads;
    this.positions = positions;
    block = new BlockText(window, texts);
  }

  /** A clause for the instruction. */
  void pass(int pc) {
    Instruction instruction = code.get(pc);
    if (instruction instanceof Instruction.Choose) {
      return;
    }
    if (window.isInBlock(pc) || instruction instanceof Instruction.AtomicEnd) {
      block.execute(pc);
      return;
    }
    String here = "pc%d == %d".formatted(t, pc);
    pass(pc, instruction, here, here + window.whereFetchGoesOn());
  }

  /**
   * Passes an instruction outside of atomic blocks.
   *
   * @param here fetch stands at the instruction
   * @param free and does not stop
   */
  private void pass(int pc, Instruction instruction, String here, String free) {
    switch (instruction) {
      case Instruction.Jump jump -> out.add(":: %s -> %s", free, window.go(pc, jump.to()));
      case Instruction.Branch branch ->
          choice(
              pc,
              branch.condition(),
              free,
              window.go(pc, branch.whenTrue()),
              window.go(pc, branch.whenFalse()));
      case Instruction.Assume assume ->
          choice(
              pc,
              assume.condition(),
              free,
              window.go(pc, pc + 1),
              window.go(pc, code.size()) + "; cut = 1");
      case Instruction.Mark mark -> {
        if (!texts.frame().isRead(mark)) {
          out.add(":: %s -> %s", free, window.go(pc, pc + 1));
        }
      }
      case Instruction.Join join -> join(pc, join, free);
      case Instruction.Spawn spawn -> spawn(pc, spawn, here);
      case Instruction.End end ->
          out.add(
              ":: %s && n%d == 0 -> ended[%d] = 1; %s; todo = todo | WAKE",
              here, t, t, window.go(pc, code.size()));
      case Instruction.Fence fence -> fence(pc, free);
      case Instruction.Assign assign ->
          settle(
              pc,
              assign.value(),
              free,
              "r%1$d[%2$d] = %3$s; q%1$d[%2$d] = 0;"
                  .formatted(t, assign.target(), window.registers.of(assign.value())));
      case Instruction.Assert check ->
          settle(
              pc,
              check.condition(),
              free,
              judgement.text(window.registers.of(check.condition())) + ";");
      default -> {
        if (window.isAccess(pc)) {
          out.open(":: " + free + " ->" + window.comment(pc));
          enter(pc);
          out.add(window.go(pc, pc + 1));
          out.end();
        }
      }
    }
  }

  /**
   * Begins a clause that evaluates an expression of known registers. Where that has no value it is
   * a violation, and the thread stays.
   */
  private void openKnown(int pc, String guard, Expr expr) {
    List<String> defined = window.registers.defined(expr);
    if (judgement.isDeferred() && !defined.isEmpty()) {
      String all = UniformWindow.all(defined);
      out.add(":: %s && !(%s) -> fail = 1; %s", guard, all, window.halt());
      out.open(":: %s && %s ->%s", guard, all, window.comment(pc));
    } else {
      out.open(":: " + guard + " ->" + window.comment(pc));
      defined.forEach(judgement::require);
    }
  }

  /** Goes on by a condition of known registers. */
  private void choice(int pc, Expr condition, String free, String whenTrue, String whenFalse) {
    openKnown(pc, both(free, UniformThread.known(t, condition)), condition);
    out.add("if :: %s -> %s :: else -> %s fi", window.registers.of(condition), whenTrue, whenFalse);
    out.end();
  }

  private void join(int pc, Instruction.Join join, String free) {
    String thread = window.registers.of(join.thread());
    String known = UniformThread.known(t, join.thread());
    String bad = "(%s < 0 || %s >= %s)".formatted(thread, thread, window.memory.count());
    out.add(
        judgement.isDeferred()
            ? ":: %s && %s -> fail = 1; %s".formatted(both(free, known), bad, window.halt())
            : ":: %s && %s -> assert(0)".formatted(both(free, known), bad));
    out.add(
        ":: %s && !%s && ended[%s] -> %s%s",
        both(free, known), bad, thread, window.go(pc, pc + 1), window.comment(pc));
  }

  private void spawn(int pc, Instruction.Spawn spawn, String here) {
    int child = threads.startedAt(positions.get(pc));
    out.open(":: %s && n%d == 0 ->%s", here, t, window.comment(pc));
    if (spawn.target() != Instruction.NO_TARGET) {
      out.add("r%d[%d] = %d; q%d[%d] = 0;", t, spawn.target(), child, t, spawn.target());
    }
    window.memory.start(out, t, child);
    for (UniformWindow other : texts.windows()) {
      for (int store : other.reflected()) {
        out.add("%1$s = %1$s | (((%1$s >> %2$d) & 1) << %3$d);", other.reached(store), t, child);
      }
    }
    laws.start(t, child);
    out.add("todo = todo | %d; %s", 1 << child, window.go(pc, pc + 1));
    out.end();
  }

  private void fence(int pc, String free) {
    String enter = "%s = 1; n%d++".formatted(window.pending(pc), t);
    if (!laws.isRelevant(t, pc)) {
      out.add(
          ":: %s -> if :: %s -> %s :: else fi; %s%s",
          free, window.waits.fenceHolds(pc), enter, window.go(pc, pc + 1), window.comment(pc));
      return;
    }
    out.open(":: " + free + " ->" + window.comment(pc));
    if (laws.takesStep(t, pc)) {
      out.add(enter + ";");
    } else {
      out.add("if :: %s -> %s :: else fi;", window.waits.fenceHolds(pc), enter);
    }
    laws.fetch(t, pc);
    out.add(window.go(pc, pc + 1));
    out.end();
  }

  /** Takes a value at once where its registers are known; else an instance waits for them. */
  private void settle(int pc, Expr value, String free, String taking) {
    String known = UniformThread.known(t, value);
    openKnown(pc, both(free, known), value);
    out.add(taking + " " + window.go(pc, pc + 1));
    out.end();
    if (!known.equals("1")) {
      out.open(":: " + free + " && !(" + known + ") ->");
      enter(pc);
      out.add(window.go(pc, pc + 1));
      out.end();
    }
  }

  /** Fetches an instance into the window: it takes its operands along. */
  private void enter(int pc) {
    List<Integer> reads = window.operands(pc);
    for (int i = 0; i < reads.size(); i++) {
      out.add(
          "%s = r%d[%d]; %s = q%d[%d];",
          window.operand(pc, i), t, reads.get(i), window.operandSource(pc, i), t, reads.get(i));
    }
    for (AccessText.Result result : AccessText.results(code.get(pc))) {
      int source = UniformWindow.source(pc, result.index());
      out.add("r%1$d[%2$d] = 0; q%1$d[%2$d] = %3$d;", t, result.register(), source);
    }
    out.add("%s = 1; n%d++;", window.pending(pc), t);
    if (window.isAccess(pc)) {
      laws.fetch(t, pc);
      checkOperands(pc, "1");
      laws.locate(t, pc);
    }
  }

  /**
   * What an instance has no value for is a violation as soon as the operands are known.
   *
   * @param where a condition under which there is an instance
   */
  void checkOperands(int pc, String where) {
    for (String stuck : window.stuck(pc)) {
      judgement.require("!(" + both(where, stuck) + ")");
    }
  }
}
