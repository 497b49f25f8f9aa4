// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.ir.footprint;

import dev.fencepost.budget.Budget;
import dev.fencepost.ir.Arithmetic;
import dev.fencepost.ir.CellKinds;
import dev.fencepost.ir.Expr;
import dev.fencepost.ir.Instruction;
import dev.fencepost.ir.ObjectBounds;
import dev.fencepost.ir.Program;
import dev.fencepost.ir.Registers;
import dev.fencepost.ir.ThreadDecl;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/**
 * Leaves out those checks of pointers that no run fails: where the values that the registers of an
 * {@link Expr.Within} or {@link Expr.Alike} may hold are few, and each keeps the pointer in its
 * object, or leads to a cell of the kind.
 */
public final class PointerChecks {
  /** How many values of registers are tried for one check. */
  private static final int MOST_TRIED = 4096;

  private final Program program;
  private final Optional<ValueAnalysis> known;
  private int thread;
  private int pc;

  private PointerChecks(Program program, Optional<ValueAnalysis> known) {
    this.program = program;
    this.known = known;
  }

  /** Looks at the checks of a program, and of conditions on its states. */
  public static PointerChecks of(Program program, List<Expr> conditions) {
    boolean some =
        program.threads().stream().anyMatch(PointerChecks::checks)
            || conditions.stream().anyMatch(expr -> expr.has(Expr.Alike.class::isInstance));
    Optional<ValueAnalysis> values = some ? ValueAnalysis.ofAll(program) : Optional.empty();
    UnknownCells.resolve(program, values);
    return new PointerChecks(program, values);
  }

  /** The program with those checks that some run may fail, as far as is known. */
  public Program needed() {
    if (known.isEmpty()) {
      return program;
    }
    int count = program.threads().size();
    return program.withThreads(
        IntStream.range(0, count).mapToObj(i -> of(i, program.threads().get(i))).toList());
  }

  /** A condition on states with those checks of kinds that some state may fail. */
  public Expr neededIn(Expr condition) {
    return condition instanceof Expr.Alike(Expr address, Expr.Constant(long other), var kinds)
            && isAlike(inStates(address), other, kinds)
        ? neededIn(address)
        : condition.mapped(this::neededIn);
  }

  private static boolean isAlike(ValueSet addresses, long other, CellKinds kinds) {
    return !addresses.isAny()
        && Arrays.stream(addresses.values()).allMatch(address -> kinds.alike(address, other));
  }

  /** What an expression over states may be. */
  private ValueSet inStates(Expr expr) {
    if (known.isEmpty()) {
      return ValueSet.ANY;
    }
    if (expr instanceof Expr.Contents contents) {
      return known.get().contents(inStates(contents.address()));
    }
    List<ValueSet> operands = new ArrayList<>();
    Expr above =
        expr.mapped(
            operand -> {
              operands.add(inStates(operand));
              return Expr.register(operands.size() - 1);
            });
    return AbstractExpr.evaluate(above, operands.toArray(ValueSet[]::new));
  }

  private static boolean checks(ThreadDecl thread) {
    return thread.code().stream()
        .flatMap(instruction -> Registers.expressions(instruction).stream())
        .anyMatch(expr -> expr.has(PointerChecks::isCheck));
  }

  private static boolean isCheck(Expr expr) {
    return expr instanceof Expr.Within || expr instanceof Expr.Alike;
  }

  private ThreadDecl of(int number, ThreadDecl declaration) {
    thread = number;
    ValueAnalysis values = known.orElseThrow();
    List<Instruction> code = new ArrayList<>();
    for (pc = 0; pc < declaration.code().size(); pc++) {
      Budget.ask();
      Instruction instruction = declaration.code().get(pc);
      code.add(values.isReached(number, pc) ? instruction.mapped(this::needed) : instruction);
    }
    return declaration.with(code);
  }

  private Expr needed(Expr expr) {
    boolean passes =
        switch (expr) {
          case Expr.Within(Expr address, Expr pointer, ObjectBounds objects) ->
              isAlways(expr, tried -> test(address, pointer, tried, objects::stays));
          case Expr.Alike(Expr address, Expr.Constant(long other), CellKinds kinds) ->
              isAlike(known.orElseThrow().value(thread, pc, address), other, kinds);
          case Expr.Alike(Expr address, Expr other, CellKinds kinds) ->
              isAlways(expr, tried -> test(address, other, tried, kinds::alike));
          default -> false;
        };
    return passes ? needed(expr.operands().getFirst()) : expr.mapped(this::needed);
  }

  /** What a check asks of an address and another one. */
  private interface Test {
    boolean passes(long address, long other);
  }

  private static boolean test(Expr first, Expr second, Map<Integer, Long> tried, Test test) {
    Long address = Arithmetic.value(first, tried::get);
    Long other = Arithmetic.value(second, tried::get);
    return address == null || other == null || test.passes(address, other);
  }

  private ValueSet register(int register) {
    return known.orElseThrow().register(thread, pc, register);
  }

  /** Whether a check passes for all values of its registers, if they are few. */
  private boolean isAlways(Expr check, Predicate<Map<Integer, Long>> passes) {
    int[] registers = Registers.read(check).stream().toArray();
    long combinations = 1;
    for (int register : registers) {
      ValueSet set = register(register);
      combinations = set.isAny() ? Long.MAX_VALUE : combinations * set.size();
      if (combinations > MOST_TRIED) {
        return false;
      }
    }
    return isAlways(passes, registers, 0, new HashMap<>());
  }

  /** Whether a check passes for all values of the registers from one on. */
  private boolean isAlways(
      Predicate<Map<Integer, Long>> passes, int[] registers, int next, Map<Integer, Long> tried) {
    if (next == registers.length) {
      return passes.test(tried);
    }
    int register = registers[next];
    for (long value : register(register).values()) {
      tried.put(register, value);
      if (!isAlways(passes, registers, next + 1, tried)) {
        return false;
      }
    }
    return true;
  }
}
