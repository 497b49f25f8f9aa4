// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.c;

import dev.fencepost.ir.Arithmetic;
import dev.fencepost.ir.ControlFlow;
import dev.fencepost.ir.Expr;
import dev.fencepost.ir.Instruction;
import dev.fencepost.ir.Registers;
import dev.fencepost.source.Origin;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Writes out the way of {@code main} to the last thread that it starts, as far as every branch is
 * known: a loop that starts a fixed number of threads then starts each at a place of its own, with
 * an argument that can be seen.
 */
final class SpawnLoops {
  private static final int LIMIT = 1_000;

  private final List<Instruction> code;
  private final List<Instruction> written = new ArrayList<>();
  private final Map<Integer, Long> constants = new HashMap<>();

  private final LocalVariables locals;

  private SpawnLoops(List<Instruction> code, LocalVariables locals) {
    this.code = code;
    this.locals = locals;
  }

  /** The code as it is where no thread is started behind a branch, or the way is too long. */
  static List<Instruction> writtenOut(List<Instruction> code, LocalVariables locals) {
    int branch = 0;
    while (branch < code.size() && !(code.get(branch) instanceof Instruction.Branch)) {
      branch++;
    }
    boolean late = code.stream().skip(branch).anyMatch(Instruction.Spawn.class::isInstance);
    return late ? new SpawnLoops(code, locals).run() : code;
  }

  private List<Instruction> run() {
    int at = 0;
    for (int steps = 0; steps < LIMIT; steps++) {
      switch (code.get(at)) {
        case Instruction.Jump jump -> at = jump.to();
        case Instruction.Branch branch -> {
          Long condition = value(branch.condition());
          if (condition == null || !startsThreads(at)) {
            writeRest(at);
            return written;
          }
          compute(branch.condition(), condition, branch.origin());
          at = condition != 0 ? branch.whenTrue() : branch.whenFalse();
        }
        case Instruction.End end -> {
          written.add(end);
          return written;
        }
        case Instruction other -> {
          write(other);
          at++;
        }
      }
    }
    return code;
  }

  private boolean startsThreads(int from) {
    return ControlFlow.reachable(code, from).stream()
        .anyMatch(at -> code.get(at) instanceof Instruction.Spawn);
  }

  /** Writes what may still be reached from a position, in its order. */
  private void writeRest(int from) {
    BitSet reached = ControlFlow.reachable(code, from);
    boolean follows = reached.nextSetBit(0) == from;
    int first = written.size() + (follows ? 0 : 1);
    IntUnaryOperator moved = at -> first + reached.get(0, at).cardinality();
    if (!follows) {
      written.add(new Instruction.Jump(moved.applyAsInt(from), code.get(from).origin()));
    }
    reached.stream().forEach(at -> written.add(code.get(at).moved(moved)));
  }

  /** Computes what is known all the same, where a pointer in it may leave its object. */
  private void compute(Expr expr, long known, Origin origin) {
    if (isChecked(expr)) {
      Expr holds = new Expr.Binary(Expr.BinaryOperator.EQUAL, expr, Expr.constant(known));
      written.add(new Instruction.Assume(holds, origin));
    }
  }

  private static boolean isChecked(Expr expr) {
    return expr instanceof Expr.Within
        || expr instanceof Expr.Alike
        || expr.operands().stream().anyMatch(SpawnLoops::isChecked);
  }

  private void write(Instruction instruction) {
    Long known = instruction instanceof Instruction.Assign assign ? value(assign.value()) : null;
    Instruction shown =
        instruction instanceof Instruction.Spawn spawn ? started(spawn) : instruction;
    written.add(shown);
    if (locals.begun(instruction) instanceof CallFrame.Binding.InRegister(int register)) {
      constants.remove(register);
    }
    for (int register : Registers.written(instruction)) {
      if (known == null) {
        constants.remove(register);
      } else {
        constants.put(register, known);
      }
    }
  }

  private Instruction started(Instruction.Spawn spawn) {
    Long argument = value(spawn.argument());
    if (argument != null) {
      compute(spawn.argument(), argument, spawn.origin());
    }
    Expr shown =
        argument == null
            ? spawn.argument()
            : locals.addresses().computed(argument, spawn.argument());
    return new Instruction.Spawn(
        spawn.target(), spawn.thread(), shown, spawn.attributes(), spawn.origin());
  }

  private @Nullable Long value(Expr expr) {
    return Arithmetic.value(expr, constants::get);
  }
}
