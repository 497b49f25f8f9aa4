// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.c;

import dev.fencepost.ir.Arithmetic;
import dev.fencepost.ir.ControlFlow;
import dev.fencepost.ir.Expr;
import dev.fencepost.ir.Instruction;
import dev.fencepost.ir.Registers;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

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

  private SpawnLoops(List<Instruction> code) {
    this.code = code;
  }

  /** The code as it is where no thread is started behind a branch, or the way is too long. */
  static List<Instruction> writtenOut(List<Instruction> code) {
    int branch = 0;
    while (branch < code.size() && !(code.get(branch) instanceof Instruction.Branch)) {
      branch++;
    }
    boolean late = code.stream().skip(branch).anyMatch(Instruction.Spawn.class::isInstance);
    return late ? new SpawnLoops(code).run() : code;
  }

  private List<Instruction> run() {
    int at = 0;
    for (int steps = 0; steps < LIMIT; steps++) {
      switch (code.get(at)) {
        case Instruction.Jump jump -> at = jump.to();
        case Instruction.Branch branch -> {
          OptionalLong condition = value(branch.condition());
          if (condition.isEmpty() || !startsThreads(at)) {
            writeRest(at);
            return written;
          }
          at = condition.getAsLong() != 0 ? branch.whenTrue() : branch.whenFalse();
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
    return reachable(from).stream().anyMatch(at -> code.get(at) instanceof Instruction.Spawn);
  }

  private BitSet reachable(int from) {
    BitSet reached = new BitSet();
    Deque<Integer> open = new ArrayDeque<>(List.of(from));
    while (!open.isEmpty()) {
      int at = open.remove();
      if (!reached.get(at)) {
        reached.set(at);
        IntStream.of(ControlFlow.successors(code.get(at), at)).forEach(open::add);
      }
    }
    return reached;
  }

  /** Writes what may still be reached from a position, in its order. */
  private void writeRest(int from) {
    BitSet reached = reachable(from);
    boolean follows = reached.nextSetBit(0) == from;
    int first = written.size() + (follows ? 0 : 1);
    IntUnaryOperator moved = at -> first + reached.get(0, at).cardinality();
    if (!follows) {
      written.add(new Instruction.Jump(moved.applyAsInt(from), code.get(from).origin()));
    }
    reached.stream().forEach(at -> written.add(moved(code.get(at), moved)));
  }

  private static Instruction moved(Instruction instruction, IntUnaryOperator moved) {
    return switch (instruction) {
      case Instruction.Jump jump ->
          new Instruction.Jump(moved.applyAsInt(jump.to()), jump.origin());
      case Instruction.Branch branch ->
          branch.to(moved.applyAsInt(branch.whenTrue()), moved.applyAsInt(branch.whenFalse()));
      case Instruction other -> other;
    };
  }

  private void write(Instruction instruction) {
    OptionalLong known = OptionalLong.empty();
    if (instruction instanceof Instruction.Assign assign) {
      known = value(assign.value());
    }
    written.add(
        instruction instanceof Instruction.Spawn spawn && value(spawn.argument()).isPresent()
            ? new Instruction.Spawn(
                spawn.target(),
                spawn.thread(),
                Expr.constant(value(spawn.argument()).getAsLong()),
                spawn.origin())
            : instruction);
    for (int register : Registers.written(instruction)) {
      constants.remove(register);
      known.ifPresent(value -> constants.put(register, value));
    }
  }

  /** The value of an expression, where it has one and that can be seen. */
  private OptionalLong value(Expr expr) {
    return switch (expr) {
      case Expr.Constant(long value) -> OptionalLong.of(value);
      case Expr.Register(int index) when constants.containsKey(index) ->
          OptionalLong.of(constants.get(index));
      case Expr.Unary unary -> {
        OptionalLong operand = value(unary.operand());
        yield operand.isEmpty()
            ? operand
            : OptionalLong.of(Arithmetic.unary(unary.operator(), operand.getAsLong()));
      }
      case Expr.Binary binary -> {
        OptionalLong left = value(binary.left());
        OptionalLong right = value(binary.right());
        boolean known =
            left.isPresent()
                && right.isPresent()
                && Arithmetic.isDefined(binary.operator(), right.getAsLong());
        yield known
            ? OptionalLong.of(
                Arithmetic.binary(binary.operator(), left.getAsLong(), right.getAsLong()))
            : OptionalLong.empty();
      }
      case Expr.Convert convert -> {
        OptionalLong operand = value(convert.operand());
        yield operand.isEmpty()
            ? operand
            : OptionalLong.of(
                Arithmetic.convert(convert.bits(), convert.signed(), operand.getAsLong()));
      }
      case Expr other -> OptionalLong.empty();
    };
  }
}
