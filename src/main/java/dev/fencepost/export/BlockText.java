// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.export;

import dev.fencepost.ir.Expr;
import dev.fencepost.ir.Instruction;
import dev.fencepost.ir.Pool;
import dev.fencepost.ir.Program;
import java.util.Arrays;

/**
 * Instructions that act on registers and memory at once, in the uniform form: those of an atomic
 * block, and those that happen at fetch.
 */
final class BlockText extends UniformText {

  BlockText(UniformWindow window, UniformTexts texts) {
    super(window, texts);
  }

  /**
   * Executes the instruction of a block at a place and goes on. A false assumption drops the run; a
   * failed assertion counts if the block comes to its end.
   */
  void execute(int pc) {
    String here = ":: pc%d == %d ->".formatted(t, pc);
    String next = window.go(pc, pc + 1);
    switch (code.get(pc)) {
      case Instruction.Jump jump -> out.add("%s %s", here, window.go(pc, jump.to()));
      case Instruction.AtomicEnd end ->
          out.add(
              judgement.isDeferred()
                  ? here + " " + next
                  : "%s assert(!fail); %s".formatted(here, next));
      case Instruction.Mark mark when !texts.frame().isRead(mark) -> out.add("%s %s", here, next);
      case Instruction.Branch branch -> {
        String whenTrue = window.go(pc, branch.whenTrue());
        String whenFalse = window.go(pc, branch.whenFalse());
        test(here, branch.condition(), " -> %s :: else -> %s fi".formatted(whenTrue, whenFalse));
      }
      case Instruction.Assume assume when window.isInStrongBlock(pc) ->
          throw new ExportException("an assumption in a block on strong cells");
      case Instruction.Assume assume ->
          test(
              here,
              assume.condition(),
              " -> %s :: else -> todo = DROPPED; %s fi".formatted(next, window.halt()));
      case Instruction.Assert check ->
          test(here, check.condition(), " :: else -> fail = 1 fi;", next);
      case Instruction.CompareAndSwap cas when cas.weak() ->
          throw new ExportException("a weak compare-exchange in an atomic block");
      case Instruction other -> {
        out.open(here);
        laws.takeAtOnce(t, pc);
        act(pc);
        out.add(next);
        out.end();
      }
    }
  }

  /**
   * Writes a choice by a condition.
   *
   * @param rest what follows the condition, and lines behind that
   */
  private void test(String here, Expr condition, String... rest) {
    out.open(here);
    access.check(window.registers.defined(condition));
    out.add("if :: " + window.registers.of(condition) + rest[0]);
    Arrays.stream(rest).skip(1).forEach(out::add);
    out.end();
  }

  /** The effect of an instruction on registers and memory. */
  void act(int pc) {
    Instruction instruction = code.get(pc);
    ExprText text = window.registers;
    access.checkExpressions(text, instruction);
    access.checkAddresses(text, instruction);
    switch (instruction) {
      case Instruction.Assign assign -> set(assign.target(), text.of(assign.value()));
      case Instruction.Fence fence -> {}
      case Instruction.Mark mark -> out.add("mark[%d] = 1;", mark.mark());
      case Instruction.Observe observe ->
          out.add(
              "%s = %s;",
              access.at(0, text.cell(Expr.constant(observe.address()))),
              texts.frame().condition(observe.condition()));
      case Instruction.Allocate allocate -> allocate(allocate, text);
      case Instruction.Load load -> {
        access.link(t, load, text);
        set(load.target(), access.at(t, text.cell(load.address())));
      }
      case Instruction.Store store when store.strong() ->
          out.add("%s = %s;", access.at(0, text.cell(store.address())), text.of(store.value()));
      default -> {
        access.modify(t, instruction, text);
        AccessText.results(instruction).forEach(result -> set(result.register(), result.value()));
      }
    }
  }

  /** Takes cells from the pool. A run that asks for more than it has is no run. */
  private void allocate(Instruction.Allocate allocate, ExprText text) {
    Program program = window.program();
    out.add("x = %s;", text.of(allocate.cells()));
    out.add("assert(x >= 0 && pool + x <= %d);", program.pool().cells());
    set(allocate.target(), block(program, allocate));
    out.add("pool = pool + x;");
  }

  /** The address of a block of x cells; where blocks of a size lie is known. */
  private static String block(Program program, Instruction.Allocate allocate) {
    Pool pool = program.pool();
    if (allocate.cells() instanceof Expr.Constant(long size)) {
      return block(program, pool.region((int) size, allocate.type()));
    }
    String block = block(program, Pool.COMPUTED);
    for (int i = 0; i < pool.regions().size(); i++) {
      int size = pool.regions().get(i).size();
      if (pool.region(size, allocate.type()) == i) {
        block = "(x == %d -> %s : %s)".formatted(size, block(program, i), block);
      }
    }
    return block;
  }

  private static String block(Program program, int region) {
    Pool pool = program.pool();
    long begin = Program.addressOf(program.memory().size() + pool.block(region, 0));
    int size = region == Pool.COMPUTED ? 1 : pool.regions().get(region).size();
    int distance = Program.CELL_BYTES * (region == Pool.COMPUTED ? 1 : pool.stride(size));
    String slot = region == Pool.COMPUTED ? "pool" : "(pool / %d)".formatted(size);
    return size == 0 ? Long.toString(begin) : "%d + %d * %s".formatted(begin, distance, slot);
  }

  private void set(int register, String value) {
    if (register != Instruction.NO_TARGET) {
      out.add("r%1$d[%2$d] = %3$s; q%1$d[%2$d] = 0;", t, register, value);
    }
  }
}
