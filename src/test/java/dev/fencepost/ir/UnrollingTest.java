// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.ir;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fencepost.source.Origin;
import java.util.List;
import org.junit.jupiter.api.Test;

class UnrollingTest {
  private static final Origin HERE = Origin.of("");

  @Test
  void copiesTheCodeForEachBackwardJumpAndDropsRunsThatJumpOnceMore() {
    Program loop =
        program(
            new Instruction.Choose(2, 2, HERE),
            new Instruction.Branch(Expr.register(2), 0, 2, HERE),
            new Instruction.End(HERE));
    Unrolling unrolled = Unrolling.of(loop, 1);
    List<Instruction> code = unrolled.program().threads().get(0).code();
    assertThat(code)
        .containsExactly(
            new Instruction.Choose(2, 2, HERE),
            new Instruction.Branch(Expr.register(2), 3, 2, HERE),
            new Instruction.End(HERE),
            new Instruction.Choose(2, 2, HERE),
            new Instruction.Branch(Expr.register(2), 6, 5, HERE),
            new Instruction.End(HERE),
            new Instruction.Assume(Expr.constant(0), HERE),
            new Instruction.End(HERE));
    assertThat(unrolled.positions().get(0).subList(0, 6)).containsExactly(0, 1, 2, 0, 1, 2);
    assertThat(Unrolling.hasLoops(loop)).isTrue();
    assertThat(Unrolling.hasLoops(unrolled.program())).isFalse();
  }

  @Test
  void leavesProgramsWithoutLoopsAlone() {
    Program straight = program(new Instruction.Choose(2, 2, HERE), new Instruction.End(HERE));
    assertThat(Unrolling.of(straight, 3).program()).isEqualTo(straight);
  }

  @Test
  void leavesLoopsInsideAtomicBlocks() {
    Program block =
        program(
            new Instruction.AtomicBegin(HERE),
            new Instruction.Choose(2, 2, HERE),
            new Instruction.Branch(Expr.register(2), 1, 3, HERE),
            new Instruction.AtomicEnd(HERE),
            new Instruction.End(HERE));
    assertThat(Unrolling.of(block, 1).program()).isEqualTo(block);
  }

  private static Program program(Instruction... code) {
    ThreadDecl thread = new ThreadDecl("t", List.of(code), List.of("argument", "self", "r"));
    return new Program(
        "p",
        List.of(),
        List.of(thread),
        List.of(new Program.ThreadStart(0, 0)),
        Pool.NONE,
        List.of());
  }
}
