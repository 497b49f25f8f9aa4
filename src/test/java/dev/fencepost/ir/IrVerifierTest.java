// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.ir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.atIndex;

import dev.fencepost.source.Origin;
import java.util.List;
import org.junit.jupiter.api.Test;

class IrVerifierTest {
  private static final Origin HERE = Origin.of("here");

  private static Program program(Instruction... code) {
    ThreadDecl thread = new ThreadDecl("t", List.of(code), List.of("argument", "", "r"));
    return new Program(
        "test",
        List.of(MemoryLocation.of("x", 0)),
        List.of(thread),
        List.of(new Program.ThreadStart(0, 0)),
        Pool.NONE,
        List.of("mark"));
  }

  private static void refused(String problem, Instruction... code) {
    assertThatThrownBy(() -> IrVerifier.verify(program(code)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining(problem);
  }

  private static Instruction end() {
    return new Instruction.End(HERE);
  }

  private static Instruction assign(int register, Expr value) {
    return new Instruction.Assign(register, value, HERE);
  }

  @Test
  void acceptsWhatIsWellFormed() {
    assertThatCode(
            () ->
                IrVerifier.verify(
                    program(
                        new Instruction.AtomicBegin(HERE),
                        assign(2, Expr.register(0)),
                        new Instruction.Branch(Expr.register(2), 3, 3, HERE),
                        new Instruction.AtomicEnd(HERE),
                        end())))
        .doesNotThrowAnyException();
  }

  @Test
  void refusesTargetsRegistersMarksAndThreadsThatDoNotExist() {
    refused("target 7", new Instruction.Jump(7, HERE), end());
    refused("target -1", new Instruction.Branch(Expr.constant(1), 1, -1, HERE), end());
    refused("register 3", assign(3, Expr.constant(1)), end());
    refused("register -1", assign(Instruction.NO_TARGET, Expr.constant(1)), end());
    refused("register 9", assign(2, Expr.register(9)), end());
    refused("mark 1", new Instruction.Mark(1, HERE), end());
    refused("thread 1", new Instruction.Spawn(2, 1, Expr.constant(0), HERE), end());
  }

  @Test
  void refusesSelectsThatDoNotAssignToOneRegister() {
    Instruction select = new Instruction.Branch(Expr.register(0), 1, 2, true, false, HERE);
    refused("select", select, assign(2, Expr.constant(1)), end());
    refused("select", select, assign(2, Expr.constant(1)), assign(1, Expr.constant(1)), end());
  }

  @Test
  void refusesCodeThatRunsOffItsEnd() {
    refused("no code");
    refused("runs off the end", assign(2, Expr.constant(1)));
  }

  @Test
  void refusesPropertyExpressionsInCodeAndRegistersInProperties() {
    refused("contents of memory", assign(2, new Expr.Contents(Expr.constant(8))), end());
    refused("a mark", assign(2, new Expr.Reached(0)), end());
    assertThatThrownBy(() -> IrVerifier.verifyProperty(program(end()), Expr.register(0)))
        .hasMessageContaining("register");
    assertThatCode(
            () -> IrVerifier.verifyProperty(program(end()), new Expr.Contents(Expr.constant(8))))
        .doesNotThrowAnyException();
  }

  @Test
  void refusesAtomicBlocksThatAreNotInOrder() {
    Instruction begin = new Instruction.AtomicBegin(HERE);
    Instruction close = new Instruction.AtomicEnd(HERE);
    refused("ends inside", begin, end());
    refused("has not begun", close, end());
    refused("inside another", begin, begin, close, end());
    refused("joined", begin, new Instruction.Join(Expr.constant(1), HERE), close, end());
    refused(
        "one way",
        new Instruction.Branch(Expr.register(2), 1, 2, HERE),
        begin,
        assign(2, Expr.constant(1)),
        end());
  }

  @Test
  void aFailedAssertionMayEndAnAtomicBlock() {
    assertThat(
            new AtomicRegions(
                    List.of(
                        new Instruction.AtomicBegin(HERE),
                        new Instruction.Assert(Expr.constant(0), "never", HERE),
                        end()))
                .problems())
        .isEmpty();
  }

  @Test
  void fencesInsideAtomicBlocksAreDroppedAndTargetsFollow() {
    Instruction fence = new Instruction.Fence(FencePairs.FULL, HERE);
    List<Instruction> code =
        List.of(
            new Instruction.AtomicBegin(HERE),
            fence,
            new Instruction.Branch(Expr.register(2), 3, 4, HERE),
            assign(2, Expr.constant(1)),
            new Instruction.AtomicEnd(HERE),
            fence,
            end());
    List<Instruction> without = new AtomicRegions(code).withoutFencesInside();
    assertThat(without).hasSize(6).contains(fence, atIndex(4));
    assertThat(without.get(1)).isEqualTo(new Instruction.Branch(Expr.register(2), 2, 3, HERE));
  }
}
