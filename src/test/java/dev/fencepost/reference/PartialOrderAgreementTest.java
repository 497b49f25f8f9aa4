// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.reference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.fencepost.ir.Expr;
import dev.fencepost.ir.Expr.BinaryOperator;
import dev.fencepost.ir.Program;
import dev.fencepost.machine.RelaxedMachine;
import dev.fencepost.machine.order.MachineOptions;
import dev.fencepost.memorymodel.BuiltInModels;
import dev.fencepost.memorymodel.MemoryModel;
import dev.fencepost.property.CheckedProgram;
import dev.fencepost.property.Property;
import dev.fencepost.reduction.CheckedReduction;
import dev.fencepost.reduction.PartialOrderReduction;
import dev.fencepost.reduction.StepByStep;
import dev.fencepost.source.SourceSpan;
import dev.fencepost.transition.TransitionSystem.LimitException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The machine with partial-order reduction against itself without, on random programs and every
 * model: the same final states and verdict, and the same marks where nothing is violated. {@code
 * -Dfencepost.seed=N} for other programs, {@code -Dfencepost.full=true} for many, {@code
 * -Dfencepost.programs=N} for so many. Left out are programs with more states than the limit.
 */
class PartialOrderAgreementTest {
  private static final boolean FULL = Boolean.getBoolean("fencepost.full");
  private static final int PROGRAMS = Integer.getInteger("fencepost.programs", FULL ? 3_000 : 120);
  private static final List<MemoryModel> MODELS =
      Stream.of(
              "sc",
              "tso",
              "pso-no",
              "rmo-full",
              "rmo-no",
              "tso-nmca",
              "rmo-nmca-no",
              "armv8",
              "riscv")
          .map(name -> BuiltInModels.named(name).orElseThrow())
          .toList();
  private static final int STATES = FULL ? 5_000 : 2_000;

  /** So many of the first programs are also searched step by step, with the checker. */
  private static final int CHECKED = FULL ? 200 : 40;

  private static final int CHECKED_STATES = 500;
  private static final int WINDOW = 64;

  private long plainStates;
  private long reducedStates;
  private boolean watches;
  private int compared;
  private int comparedPrograms;

  @Test
  void reductionChangesNoOutcome() {
    long seed = Long.getLong("fencepost.seed", 1);
    for (int i = 0; i < PROGRAMS; i++) {
      RandomPrograms programs = new RandomPrograms(seed * PROGRAMS + i);
      RandomReaders readers = new RandomReaders(seed * PROGRAMS + i, i % 2 == 0);
      RandomProgram program =
          switch (i % 6) {
            case 0 -> programs.next();
            case 1 -> programs.nextOfFewAccesses();
            case 2, 3 -> readers.next();
            default -> readers.nextStraight();
          };
      watches = i / 6 % 2 == 0;
      int before = compared;
      for (MemoryModel model : MODELS) {
        if (!difference(program, model).isEmpty()) {
          RandomProgram small = program.shrink(p -> !difference(p, model).isEmpty());
          assertThat("program " + i + ": " + difference(small, model)).isEmpty();
        }
        if (i < CHECKED) {
          check(program, model);
        }
      }
      comparedPrograms += compared > before ? 1 : 0;
    }
    if (FULL) {
      System.out.printf(
          "partial order: %d of %d programs, %d runs, %d states, %d reduced%n",
          comparedPrograms, PROGRAMS, compared, plainStates, reducedStates);
    }
    assertThat(comparedPrograms).isGreaterThan(PROGRAMS / 2);
    assertThat(reducedStates).isLessThan(plainStates);
  }

  /**
   * The program, every other one with an invariant over two cells, which sees in what order they
   * are written; where there is one memory to look at.
   */
  private CheckedProgram checked(RandomProgram program, MemoryModel model) {
    CheckedProgram checked = program.checked();
    if (!watches || !model.multiCopyAtomic()) {
      return checked;
    }
    List<Property> properties = new ArrayList<>(checked.properties());
    Expr first = compared(0, BinaryOperator.EQUAL);
    Expr second = compared(1, BinaryOperator.NOT_EQUAL);
    Expr either = new Expr.Binary(BinaryOperator.OR, first, second);
    properties.add(new Property.Invariant("order", either, SourceSpan.NONE));
    return new CheckedProgram(checked.program(), properties);
  }

  private static Expr compared(int cell, BinaryOperator operator) {
    Expr contents = new Expr.Contents(Expr.constant(Program.addressOf(cell)));
    return new Expr.Binary(operator, contents, Expr.constant(1));
  }

  private void check(RandomProgram program, MemoryModel model) {
    RelaxedMachine machine =
        new RelaxedMachine(checked(program, model), model, new MachineOptions(WINDOW));
    // Where loads run ahead, steps commute up to what a load knows and when.
    if (machine.actions().isEmpty() || model.traits().runsAhead()) {
      return;
    }
    RealMachine checked =
        new RealMachine(
            checked(program, model),
            machine,
            same -> new CheckedReduction(new StepByStep(same.actions().orElseThrow()), same));
    Throwable thrown = catchThrowable(() -> checked.explore(CHECKED_STATES));
    assertThat(thrown == null || thrown instanceof LimitException)
        .as("%s, %s: %s", model.name(), thrown, program)
        .isTrue();
  }

  private String difference(RandomProgram program, MemoryModel model) {
    try {
      RelaxedMachine machine =
          new RelaxedMachine(checked(program, model), model, new MachineOptions(WINDOW));
      if (machine.actions().isEmpty()) {
        return "";
      }
      ReferenceResult plain =
          new RealMachine(checked(program, model), machine, same -> same).explore(STATES);
      if (!plain.complete()) {
        return "";
      }
      ReferenceResult reduced =
          new RealMachine(
                  checked(program, model),
                  machine,
                  system -> new PartialOrderReduction(system.actions().orElseThrow()))
              .explore(STATES);
      compared++;
      plainStates += plain.states();
      reducedStates += reduced.states();
      return agree(plain, reduced)
          ? ""
          : String.format(
              "%s:%n%s%n  plain   %s%n  reduced %s%n", model.name(), program, plain, reduced);
    } catch (LimitException e) {
      return "";
    }
  }

  private static boolean agree(ReferenceResult plain, ReferenceResult reduced) {
    boolean violated = !plain.violations().isEmpty();
    return reduced.complete()
        && reduced.finals().equals(plain.finals())
        && plain.violations().containsAll(reduced.violations())
        && violated == !reduced.violations().isEmpty()
        && (violated || reduced.marks().equals(plain.marks()));
  }
}
