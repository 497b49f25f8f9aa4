// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.export;

import static dev.fencepost.export.UniformWindow.both;

import dev.fencepost.ir.Expr;
import dev.fencepost.ir.Instruction;
import dev.fencepost.ir.Registers;
import java.util.List;

/**
 * The steps of a thread in the uniform form that other threads can see: a clause for each step of
 * each instruction, whose guard has what the memory model lets it wait for.
 */
final class ClauseText extends UniformText {
  private final List<Integer> positions;
  private final BlockText block;

  /**
   * @param positions where the instructions stand in the code before loops were unrolled
   */
  ClauseText(UniformWindow window, List<Integer> positions, UniformTexts texts) {
    super(window, texts);
    this.positions = positions;
    block = new BlockText(window, texts);
  }

  void clauses() {
    for (int pc = 0; pc < code.size(); pc++) {
      if (window.isAccess(pc)) {
        step(pc);
      } else if (laws.takesStep(t, pc) && !window.isInBlock(pc)) {
        fence(pc);
      } else if (!window.isInBlock(pc)) {
        atFetch(pc);
      }
    }
  }

  private void atFetch(int pc) {
    switch (code.get(pc)) {
      case Instruction.AtomicBegin begin -> beginBlock(pc, begin);
      case Instruction.Load load when load.strong() -> alone(pc);
      case Instruction.Store store when store.strong() -> alone(pc);
      case Instruction.Allocate allocate -> alone(pc);
      case Instruction.Observe observe -> alone(pc);
      case Instruction.Mark mark when texts.frame().isRead(mark) -> alone(pc);
      default -> {}
    }
  }

  private void open(int pc, String guard) {
    out.open(":: d_step { " + guard + " ->" + window.comment(pc));
    out.add("printf(\"@%d:%d\\n\");", t, positions.get(pc));
  }

  private void close() {
    out.add("CHECK; todo = %d", 1 << t);
    out.close("}");
  }

  /** When an instance may go: it is pending, has its operands, and need not wait for others. */
  private String guard(int pc, boolean fails, int target) {
    StringBuilder guard = new StringBuilder(both(window.pending(pc), window.ready(pc)));
    for (String wait : window.waits.waitsFor(pc, fails, target)) {
      guard.append(" && !(").append(wait).append(")");
    }
    if (judgement.isDeferred()) {
      window.stuck(pc).forEach(stuck -> guard.append(" && !(").append(stuck).append(")"));
    }
    return guard.append(laws.guard(t, pc, LawText.Taken.of(target, !fails))).toString();
  }

  private String guard(int pc) {
    return guard(pc, false, UniformWindow.ALL);
  }

  private void step(int pc) {
    ExprText text = window.taken(pc);
    switch (code.get(pc)) {
      case Instruction.CompareAndSwap cas -> compareAndSwap(pc, cas, text);
      case Instruction.Store store when window.isReflected(pc) -> reflect(pc, store, text);
      case Instruction.Lock lock -> {
        String held = access.at(t, text.cell(lock.address()));
        String free = "(%s == 0 || %s == %d)".formatted(held, held, t + 1);
        open(pc, both(guard(pc), free));
        access.modify(t, lock, text);
        finish(pc, LawText.Taken.ONLY);
      }
      case Instruction other -> {
        open(pc, guard(pc));
        if (other instanceof Instruction.Load load) {
          load(pc, load, text);
        } else {
          access.modify(t, other, text);
        }
        finish(pc, LawText.Taken.ONLY);
        if (AccessText.isWeak(other)) {
          open(pc, guard(pc));
          access.fail(t, other, text);
          finish(pc, LawText.Taken.ONLY);
        }
      }
    }
  }

  /** A store reaches each memory in a step of its own. */
  private void reflect(int pc, Instruction.Store store, ExprText text) {
    MemoryText memory = window.memory;
    for (int target = 0; target < memory.threads(); target++) {
      LawText.Taken taken = LawText.Taken.of(target, true);
      String open = both(memory.isAlive(target), "!(" + window.hasReached(pc, target) + ")");
      open(pc, both(guard(pc, false, target), open));
      access.reflect(t, target, text.cell(store.address()), text.of(store.value()));
      laws.take(t, pc, taken);
      String reached = window.reached(pc);
      out.add("%s = %s | %d;", reached, reached, 1 << target);
      out.when("%s == (1 << %s) - 1 ->".formatted(reached, memory.count()), () -> leave(pc));
      close();
    }
  }

  /** Success and failure may wait for different instances; a weak one may fail for no reason. */
  private void compareAndSwap(int pc, Instruction.CompareAndSwap cas, ExprText text) {
    boolean alike = !laws.dependsOnOutcome(t, pc) && window.waits.waitsAlike(pc);
    open(pc, alike ? guard(pc) : both(guard(pc), equal(cas, text)));
    access.modify(t, cas, text);
    finish(pc, LawText.Taken.ONLY);
    if (!alike || cas.weak()) {
      String fails = alike ? equal(cas, text) : cas.weak() ? "1" : "!" + equal(cas, text);
      open(pc, both(guard(pc, !alike, UniformWindow.ALL), fails));
      access.fail(t, cas, text);
      finish(pc, alike ? LawText.Taken.ONLY : LawText.Taken.FAILED);
    }
  }

  private String equal(Instruction.CompareAndSwap cas, ExprText text) {
    return "(%s == %s)".formatted(access.at(t, text.cell(cas.address())), text.of(cas.expected()));
  }

  /** A load takes the newest earlier value of its window that its memory has not, or memory's. */
  private void load(int pc, Instruction.Load load, ExprText text) {
    out.add("x = " + access.at(t, text.cell(load.address())) + ";");
    for (int store : window.storesBefore(pc)) {
      String same = window.same(store, pc);
      if (!same.equals("0")) {
        String value =
            code.get(store) instanceof Instruction.Store from
                ? window.taken(store).of(from.value())
                : "0";
        String reached = window.hasReached(store, t);
        String open = reached.equals("0") ? "1" : "!(" + reached + ")";
        out.add(
            "if :: %s -> x = %s :: else fi;", both(both(window.pending(store), open), same), value);
      }
    }
    access.link(t, load, text);
  }

  private void finish(int pc, LawText.Taken taken) {
    laws.take(t, pc, taken);
    leave(pc);
    for (AccessText.Result result : AccessText.results(code.get(pc))) {
      out.add(window.give(pc, result.index(), result.value()));
    }
    close();
  }

  /** A fence that general laws speak of takes a step of its own. */
  private void fence(int pc) {
    String guard = both(window.pending(pc), "!(" + window.waits.fenceHolds(pc) + ")");
    open(pc, guard + laws.guard(t, pc, LawText.Taken.ONLY));
    laws.take(t, pc, LawText.Taken.ONLY);
    out.add("%s = 0; n%d--;", window.pending(pc), t);
    close();
  }

  private void beginBlock(int pc, Instruction.AtomicBegin begin) {
    String here =
        begin.strong()
            ? both(atFetchOf(pc), window.knownToBlock(pc))
            : "todo == 0 && pc%d == %d && n%d == 0".formatted(t, pc, t);
    open(pc, here);
    out.add("%s;", window.go(pc, pc + 1));
    close();
    if (!begin.strong()) {
      out.add(":: " + here + " -> goto stop");
    }
  }

  /** A step at fetch: the operands are known, and fetch does not stop. */
  private void alone(int pc) {
    List<Expr> expressions = Registers.expressions(code.get(pc));
    List<String> known = expressions.stream().map(e -> UniformThread.known(t, e)).toList();
    open(pc, both(atFetchOf(pc), UniformWindow.all(known)));
    block.act(pc);
    out.add(window.go(pc, pc + 1) + ";");
    close();
  }

  private String atFetchOf(int pc) {
    return "todo == 0 && pc%d == %d && !(STOP%d)".formatted(t, pc, t);
  }
}
