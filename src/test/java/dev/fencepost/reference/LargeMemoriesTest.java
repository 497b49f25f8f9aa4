// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.reference;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fencepost.ir.Expr;
import dev.fencepost.ir.Instruction;
import dev.fencepost.ir.MemoryLocation;
import dev.fencepost.ir.MemoryOrder;
import dev.fencepost.ir.Pool;
import dev.fencepost.ir.Program;
import dev.fencepost.ir.ThreadDecl;
import dev.fencepost.memorymodel.BuiltInModels;
import dev.fencepost.property.CheckedProgram;
import dev.fencepost.source.Origin;
import dev.fencepost.transition.TransitionSystem.LimitException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** States keep their memories, however many bytes these take: each length has another form. */
class LargeMemoriesTest {
  private static final Origin NOWHERE = RandomStatement.NOWHERE;
  private static final long LARGE = Long.MIN_VALUE / 2;
  private static final int MEMORIES = 4;

  @ParameterizedTest
  @ValueSource(ints = {3, 5, 400, 450, 52_000, 53_000})
  void everyCellIsAsItWas(int cells) throws LimitException {
    ReferenceResult result =
        new RealMachine(program(cells), BuiltInModels.named("tso-nmca").orElseThrow(), 6)
            .explore(1_000);
    List<Long> expected = new ArrayList<>();
    for (int cell = 0; cell < cells; cell++) {
      expected.add(cell == 0 ? Program.addressOf(1) : cell == 1 ? 5 : LARGE - cell);
    }
    assertThat(result.complete()).isTrue();
    assertThat(result.finals().equals(Set.of(expected))).as("final state").isTrue();
  }

  /** Threads of which the first stores to a cell that it finds the address of in memory. */
  private static CheckedProgram program(int cells) {
    List<MemoryLocation> memory = new ArrayList<>();
    for (int cell = 0; cell < cells; cell++) {
      long initial = cell == 0 ? Program.addressOf(1) : LARGE - cell;
      memory.add(new MemoryLocation("c" + cell, initial, false, cell == 0));
    }
    List<ThreadDecl> threads = new ArrayList<>();
    List<Program.ThreadStart> starts = new ArrayList<>();
    for (int i = 0; i < MEMORIES; i++) {
      threads.add(new ThreadDecl("P" + i, code(i), List.of("argument", "self", "r")));
      starts.add(new Program.ThreadStart(i, i));
    }
    Program program = new Program("large", memory, threads, starts, Pool.NONE, List.of());
    return new CheckedProgram(program, List.of());
  }

  private static List<Instruction> code(int thread) {
    Instruction end = new Instruction.End(NOWHERE);
    Expr first = Expr.constant(Program.addressOf(0));
    return thread > 0
        ? List.of(end)
        : List.of(
            new Instruction.Load(2, first, MemoryOrder.RELAXED, false, false, List.of(), NOWHERE),
            new Instruction.Store(
                Expr.register(2), Expr.constant(5), MemoryOrder.RELAXED, false, NOWHERE),
            end);
  }
}
