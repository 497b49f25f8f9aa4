// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.export;

import dev.fencepost.ir.Expr;
import dev.fencepost.ir.Instruction;
import dev.fencepost.ir.Registers;
import java.util.List;

/**
 * Instructions of an atomic block in the uniform form: they act on registers and memory at once.
 */
final class BlockText {
  private final UniformWindow window;
  private final Lines out;
  private final AccessText access;
  private final int t;

  BlockText(UniformWindow window, Lines out, AccessText access) {
    this.window = window;
    this.out = out;
    this.access = access;
    t = window.number;
  }

  /** Executes the instruction at a place and goes on. A false assumption drops the run. */
  void execute(int pc) {
    String here = ":: pc%d == %d ->".formatted(t, pc);
    ExprText text = window.registers;
    switch (window.code.get(pc)) {
      case Instruction.Jump jump -> out.add("%s pc%d = %d".formatted(here, t, jump.to()));
      case Instruction.AtomicEnd end -> out.add("%s pc%d = %d".formatted(here, t, pc + 1));
      case Instruction.Mark mark ->
          out.add("%s mark[%d] = 1; pc%d = %d".formatted(here, mark.mark(), t, pc + 1));
      case Instruction.Fence fence -> out.add("%s pc%d = %d".formatted(here, t, pc + 1));
      case Instruction.Branch branch -> {
        out.open(here);
        access.check(text.defined(branch.condition()));
        out.add(
            "if :: %s -> pc%d = %d :: else -> pc%d = %d fi"
                .formatted(
                    text.of(branch.condition()), t, branch.whenTrue(), t, branch.whenFalse()));
        out.end();
      }
      case Instruction.Assume assume -> {
        out.open(here);
        access.check(text.defined(assume.condition()));
        out.add(
            "if :: %s -> pc%d = %d :: else -> pc%d = %d; todo = DROPPED; break fi"
                .formatted(text.of(assume.condition()), t, pc + 1, t, window.code.size()));
        out.end();
      }
      case Instruction.Assert check -> {
        out.open(here);
        access.check(text.defined(check.condition()));
        out.add("assert(%s);".formatted(text.of(check.condition())));
        out.add("pc%d = %d".formatted(t, pc + 1));
        out.end();
      }
      case Instruction.Choose choose -> {
        out.open(here);
        StringBuilder choice = new StringBuilder("if");
        for (int i = 0; i < choose.count(); i++) {
          choice.append(" :: r%d[%d] = %d".formatted(t, choose.target(), i));
        }
        out.add(choice + " fi;");
        out.add("pc%d = %d".formatted(t, pc + 1));
        out.end();
      }
      case Instruction other -> {
        out.open(here);
        access(pc);
        out.add("pc%d = %d".formatted(t, pc + 1));
        out.end();
      }
    }
  }

  /** The effect of a move or an access on registers and memory. */
  void access(int pc) {
    Instruction instruction = window.code.get(pc);
    ExprText text = window.registers;
    List<Expr> expressions = Registers.expressions(instruction);
    for (Expr expr : expressions) {
      access.check(text.defined(expr));
    }
    switch (instruction) {
      case Instruction.Assign assign -> {
        set(assign.target(), text.of(assign.value()));
        return;
      }
      case Instruction.Load load -> {
        access.checkAddress(text, load.address());
        if (load.linked()) {
          out.add("link[%d] = %s + 1;".formatted(t, text.cell(load.address())));
        }
        set(load.target(), "mem[" + text.cell(load.address()) + "]");
        return;
      }
      case Instruction.Store store -> {
        access.checkAddress(text, store.address());
        access.write(t, text.cell(store.address()), text.of(store.value()));
        return;
      }
      default -> {}
    }
    for (Expr address : UniformWindow.addresses(instruction)) {
      access.checkAddress(text, address);
    }
    access.modify(t, instruction, text);
    List<Integer> results = AccessText.results(instruction);
    for (int i = 0; i < results.size(); i++) {
      set(results.get(i), i == 0 ? "x" : "y");
    }
  }

  private void set(int register, String value) {
    if (register != Instruction.NO_TARGET) {
      out.add("r%1$d[%2$d] = %3$s; q%1$d[%2$d] = 0;".formatted(t, register, value));
    }
  }
}
