// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.ir.footprint;

import dev.fencepost.budget.Budget;
import dev.fencepost.ir.Arithmetic;
import dev.fencepost.ir.Expr;
import dev.fencepost.ir.Instruction;
import dev.fencepost.ir.Program;
import dev.fencepost.ir.Registers;
import dev.fencepost.ir.ThreadDecl;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Leaves out those checks of pointers that no run fails: where the values that the registers of an
 * {@link Expr.Within} may hold are few, and each keeps the pointer in its object.
 */
public final class PointerChecks {
  /** How many values of registers are tried for one check. */
  private static final int MOST_TRIED = 4096;

  private final ValueAnalysis values;
  private int thread;
  private int pc;

  private PointerChecks(ValueAnalysis values) {
    this.values = values;
  }

  /** The program with those checks that some run may fail, as far as is known. */
  public static Program needed(Program program) {
    if (program.threads().stream().noneMatch(PointerChecks::checks)) {
      return program;
    }
    int count = program.threads().size();
    Optional<ValueAnalysis> values = ValueAnalysis.ofAll(program);
    if (values.isEmpty()) {
      return program;
    }
    PointerChecks checks = new PointerChecks(values.get());
    return program.withThreads(
        IntStream.range(0, count).mapToObj(i -> checks.of(i, program.threads().get(i))).toList());
  }

  private static boolean checks(ThreadDecl thread) {
    return thread.code().stream()
        .flatMap(instruction -> Registers.expressions(instruction).stream())
        .anyMatch(expr -> expr.has(Expr.Within.class::isInstance));
  }

  private ThreadDecl of(int number, ThreadDecl declaration) {
    thread = number;
    List<Instruction> code = new ArrayList<>();
    for (pc = 0; pc < declaration.code().size(); pc++) {
      Budget.ask();
      Instruction instruction = declaration.code().get(pc);
      code.add(values.isReached(number, pc) ? instruction.mapped(this::needed) : instruction);
    }
    return declaration.with(code);
  }

  private Expr needed(Expr expr) {
    return expr instanceof Expr.Within within && stays(within)
        ? needed(within.address())
        : expr.mapped(this::needed);
  }

  private boolean stays(Expr.Within within) {
    int[] registers = Registers.read(within).stream().toArray();
    long combinations = 1;
    for (int register : registers) {
      ValueSet set = values.register(thread, pc, register);
      combinations = set.isAny() ? Long.MAX_VALUE : combinations * set.size();
      if (combinations > MOST_TRIED) {
        return false;
      }
    }
    return stays(within, registers, 0, new HashMap<>());
  }

  /** Whether the pointer stays for all values of the registers from one on. */
  private boolean stays(Expr.Within within, int[] registers, int next, Map<Integer, Long> known) {
    if (next < registers.length) {
      int register = registers[next];
      for (long value : values.register(thread, pc, register).values()) {
        known.put(register, value);
        if (!stays(within, registers, next + 1, known)) {
          return false;
        }
      }
      return true;
    }
    Long address = Arithmetic.value(within.address(), known::get);
    Long pointer = Arithmetic.value(within.pointer(), known::get);
    return address == null || pointer == null || within.objects().stays(pointer, address);
  }
}
