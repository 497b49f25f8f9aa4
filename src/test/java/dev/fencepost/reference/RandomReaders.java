// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.reference;

import static dev.fencepost.reference.RandomProgram.A;
import static dev.fencepost.reference.RandomProgram.B;
import static dev.fencepost.reference.RandomProgram.COUNTER;
import static dev.fencepost.reference.RandomProgram.POINTER;

import dev.fencepost.ir.Expr;
import dev.fencepost.ir.Expr.BinaryOperator;
import dev.fencepost.ir.FencePairs;
import dev.fencepost.ir.Instruction;
import dev.fencepost.ir.MemoryLocation;
import dev.fencepost.ir.MemoryOrder;
import dev.fencepost.ir.Program;
import dev.fencepost.property.CheckedProgram;
import dev.fencepost.property.Property;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Makes small programs for processors that run ahead: threads that write few cells in some order,
 * and threads that read them behind branches, fences, dependencies and in loops; seeded.
 */
public final class RandomReaders {
  private static final int CELLS = 3;
  private static final int[] REGISTERS = {A, B, POINTER};

  private final SplittableRandom random;

  /** Whether there are loops and assertions. */
  private final boolean loops;

  RandomReaders(long seed, boolean loops) {
    random = new SplittableRandom(seed);
    this.loops = loops;
  }

  RandomProgram next() {
    int threads = chance(75) ? 2 : 3;
    List<List<RandomStatement>> bodies = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      bodies.add(body(i == 0 || chance(30), (threads == 2 ? 3 : 2) + random.nextInt(4)));
    }
    return program(bodies);
  }

  /** A program of {@link #nextStraight}. */
  public static CheckedProgram straight(long seed) {
    return new RandomReaders(seed, false).nextStraight().checked();
  }

  /** Accesses and fences without a branch, many of which wait for others of their thread. */
  RandomProgram nextStraight() {
    int threads = chance(50) ? 2 : 3;
    List<List<RandomStatement>> bodies = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      List<RandomStatement> body = new ArrayList<>();
      for (int rest = (threads == 2 ? 4 : 3) + random.nextInt(2); rest > 0; rest--) {
        body.add(simple(straight()));
      }
      bodies.add(body);
    }
    return program(bodies);
  }

  private Instruction straight() {
    int dice = random.nextInt(100);
    if (dice < 15) {
      return new Instruction.Fence(pairs(), RandomStatement.NOWHERE);
    }
    return dice < 30 ? modification() : dice < 60 ? load() : store();
  }

  private static RandomProgram program(List<List<RandomStatement>> bodies) {
    int threads = bodies.size();
    for (List<RandomStatement> body : bodies) {
      body.add(simple(new Instruction.Assign(A, both(A, B, 4), RandomStatement.NOWHERE)));
      body.add(simple(new Instruction.Assign(A, both(A, POINTER, 16), RandomStatement.NOWHERE)));
    }
    List<MemoryLocation> cells = new ArrayList<>();
    for (int i = 0; i < CELLS; i++) {
      cells.add(MemoryLocation.of("xyz".substring(i, i + 1), 0));
    }
    return new RandomProgram(cells, 0, bodies, threads, List.of(new Property.DeadlockFree()));
  }

  private static Expr both(int first, int second, int factor) {
    Expr more =
        new Expr.Binary(BinaryOperator.MULTIPLY, Expr.register(second), Expr.constant(factor));
    return new Expr.Binary(BinaryOperator.ADD, Expr.register(first), more);
  }

  private boolean chance(int percent) {
    return random.nextInt(100) < percent;
  }

  private static RandomStatement simple(Instruction instruction) {
    return new RandomStatement.Simple(instruction);
  }

  private List<RandomStatement> body(boolean reads, int count) {
    List<RandomStatement> statements = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      statements.add(statement(reads));
    }
    return statements;
  }

  private RandomStatement statement(boolean reads) {
    int dice = random.nextInt(100);
    if (dice < 66) {
      return simple(chance(reads ? 80 : 20) ? load() : store());
    }
    if (dice < 73) {
      return simple(new Instruction.Fence(pairs(), RandomStatement.NOWHERE));
    }
    if (dice < 77) {
      return simple(modification());
    }
    if (dice < 96 || !loops) {
      return branch(reads);
    }
    Expr right = new Expr.Binary(BinaryOperator.NOT_EQUAL, value(), Expr.constant(2));
    return simple(new Instruction.Assert(right, "assertion", RandomStatement.NOWHERE));
  }

  private RandomStatement branch(boolean reads) {
    int dice = random.nextInt(10);
    if (dice < 7 || !reads || !loops) {
      Expr condition = new Expr.Binary(BinaryOperator.EQUAL, value(), Expr.constant(dice % 2));
      return new RandomStatement.If(condition, body(reads, random.nextInt(3)));
    }
    if (dice < 9) {
      Instruction load = load();
      Expr read = Expr.register(((Instruction.Load) load).target());
      return new RandomStatement.Until(List.of(simple(load)), read);
    }
    return new RandomStatement.Repeat(COUNTER, 2, body(reads, 1));
  }

  private int register() {
    return REGISTERS[random.nextInt(REGISTERS.length)];
  }

  private Expr value() {
    return Expr.register(register());
  }

  /** A cell; now and then one that hangs on a register, or only seems to. */
  private Expr address() {
    int cell = random.nextInt(CELLS);
    int dice = random.nextInt(10);
    if (dice < 7) {
      return Expr.constant(Program.addressOf(cell));
    }
    Expr read = value();
    Expr offset =
        dice == 7
            ? new Expr.Binary(BinaryOperator.AND, read, Expr.constant(1))
            : new Expr.Binary(BinaryOperator.XOR, read, read);
    return new Expr.Binary(
        BinaryOperator.ADD,
        Expr.constant(Program.addressOf(cell % 2)),
        new Expr.Binary(BinaryOperator.MULTIPLY, offset, Expr.constant(8)));
  }

  private Instruction load() {
    MemoryOrder order =
        chance(75) ? MemoryOrder.RELAXED : chance(50) ? MemoryOrder.ACQUIRE : MemoryOrder.SEQ_CST;
    return new Instruction.Load(
        register(), address(), order, chance(12), false, RandomStatement.NOWHERE);
  }

  private Instruction store() {
    MemoryOrder order = chance(55) ? MemoryOrder.RELAXED : MemoryOrder.RELEASE;
    Expr value = chance(70) ? Expr.constant(1 + random.nextInt(2)) : value();
    return new Instruction.Store(address(), value, order, false, RandomStatement.NOWHERE);
  }

  private Instruction modification() {
    if (chance(40)) {
      return new Instruction.StoreConditional(
          register(), address(), Expr.constant(1 + random.nextInt(2)), RandomStatement.NOWHERE);
    }
    MemoryOrder[] orders = MemoryOrder.values();
    MemoryOrder order = orders[random.nextInt(orders.length)];
    return chance(50)
        ? new Instruction.FetchAndModify(
            register(),
            Instruction.Modification.SWAP,
            address(),
            Expr.constant(2),
            8,
            true,
            order,
            List.of(),
            RandomStatement.NOWHERE)
        : new Instruction.CompareAndSwap(
            register(),
            Instruction.NO_TARGET,
            address(),
            Expr.constant(random.nextInt(2)),
            Expr.constant(1),
            order,
            MemoryOrder.RELAXED,
            false,
            List.of(),
            RandomStatement.NOWHERE);
  }

  private int pairs() {
    int[] common = {FencePairs.FULL, FencePairs.ACQUIRE, FencePairs.RELEASE};
    return common[random.nextInt(3)];
  }
}
