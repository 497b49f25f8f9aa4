// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.reference;

import static dev.fencepost.reference.RandomProgram.A;
import static dev.fencepost.reference.RandomProgram.B;
import static dev.fencepost.reference.RandomProgram.CHILD;
import static dev.fencepost.reference.RandomProgram.COUNTER;
import static dev.fencepost.reference.RandomProgram.POINTER;

import dev.fencepost.ir.Expr;
import dev.fencepost.ir.Expr.BinaryOperator;
import dev.fencepost.ir.FencePairs;
import dev.fencepost.ir.Instruction;
import dev.fencepost.ir.MemoryLocation;
import dev.fencepost.ir.MemoryOrder;
import dev.fencepost.ir.Program;
import dev.fencepost.property.Property;
import dev.fencepost.source.Origin;
import dev.fencepost.source.SourceSpan;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Makes small programs in which every instruction occurs, most of them accesses; seeded. */
final class RandomPrograms {
  private static final Origin NOWHERE = RandomStatement.NOWHERE;

  /** The cells: two for numbers, a pointer to one of them, a strong cell, a mutex. */
  static final int X = 0;

  static final int P = 2;
  private static final int G = 3;
  private static final int M = 4;
  private static final int POOL = 4;

  private final SplittableRandom random;
  private final RandomExpressions expressions;

  /** What one program is made of: C11 orders, strong cells and the like are not in every one. */
  private boolean orders;

  private boolean rare;
  private int budget;

  RandomPrograms(long seed) {
    random = new SplittableRandom(seed);
    expressions = new RandomExpressions(random);
  }

  RandomProgram next() {
    orders = chance(25);
    rare = chance(40);
    int threads = chance(70) ? 2 : 3;
    boolean spawn = rare && chance(15);
    List<List<RandomStatement>> bodies = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      budget = threads == 2 ? 2 + random.nextInt(3) : 1 + random.nextInt(3);
      bodies.add(body(budget));
    }
    if (spawn) {
      addSpawn(bodies, threads - 1);
    }
    int initial = spawn ? threads - 1 : threads;
    return new RandomProgram(cells(), POOL, bodies, initial, properties());
  }

  /** Three or four threads with few accesses; the first may start all others, and join some. */
  RandomProgram nextOfFewAccesses() {
    orders = chance(10);
    rare = chance(10);
    boolean starts = chance(50);
    int threads = 3 + random.nextInt(2);
    List<RandomStatement> first = new ArrayList<>(starts ? List.of() : fewAccesses());
    List<List<RandomStatement>> bodies = new ArrayList<>(List.of(first));
    for (int i = 1; i < threads; i++) {
      bodies.add(fewAccesses());
      if (starts) {
        first.addAll(chance(40) ? fewAccesses() : List.of());
        first.add(simple(new Instruction.Spawn(CHILD, i, Expr.constant(i), NOWHERE)));
      }
      if (starts && chance(30)) {
        first.add(simple(new Instruction.Join(Expr.register(CHILD), NOWHERE)));
      }
    }
    first.addAll(starts && chance(40) ? fewAccesses() : List.of());
    return new RandomProgram(cells(), POOL, bodies, starts ? 1 : threads, properties());
  }

  /** Three threads that wait for each other, for mutexes, and in atomic blocks for a value. */
  RandomProgram nextOfWaits() {
    List<List<RandomStatement>> bodies = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      List<RandomStatement> body = new ArrayList<>();
      for (int left = 1 + random.nextInt(3); left > 0; left--) {
        body.add(wait(i));
      }
      if (chance(50)) {
        body.add(simple(new Instruction.Unlock(RandomExpressions.cell(M), NOWHERE)));
      }
      bodies.add(body);
    }
    return new RandomProgram(cells(), POOL, bodies, 3, List.of(new Property.DeadlockFree()));
  }

  private RandomStatement wait(int thread) {
    return switch (random.nextInt(6)) {
      case 0 -> {
        int other = (thread + 1 + random.nextInt(2)) % 3;
        yield simple(new Instruction.Join(Expr.constant(other), NOWHERE));
      }
      case 1, 2 ->
          simple(new Instruction.Lock(RandomExpressions.cell(chance(70) ? M : X + 1), NOWHERE));
      case 3 ->
          simple(
              new Instruction.Store(
                  RandomExpressions.cell(X),
                  Expr.constant(1),
                  MemoryOrder.RELAXED,
                  false,
                  NOWHERE));
      default ->
          new RandomStatement.Atomic(
              List.of(
                  simple(load(A, RandomExpressions.cell(X), false)),
                  simple(new Instruction.Assume(Expr.register(A), NOWHERE))));
    };
  }

  private List<RandomStatement> fewAccesses() {
    List<RandomStatement> statements = new ArrayList<>();
    for (int i = 1 + random.nextInt(2); i > 0; i--) {
      Expr cell = Expr.constant(Program.addressOf(X + random.nextInt(2)));
      if (chance(15)) {
        budget = 1;
        add(statements);
      } else if (chance(55)) {
        int target = chance(50) ? A : B;
        statements.add(
            simple(new Instruction.Load(target, cell, MemoryOrder.RELAXED, false, false, NOWHERE)));
      } else {
        Expr value = Expr.constant(1 + random.nextInt(2));
        statements.add(
            simple(new Instruction.Store(cell, value, MemoryOrder.RELAXED, false, NOWHERE)));
      }
    }
    return statements;
  }

  private static List<MemoryLocation> cells() {
    return List.of(
        MemoryLocation.of("x", 0),
        MemoryLocation.of("y", 0),
        new MemoryLocation("p", Program.addressOf(X), false, true),
        new MemoryLocation("g", 0, true, false),
        MemoryLocation.of("m", 0),
        MemoryLocation.gap());
  }

  private void addSpawn(List<List<RandomStatement>> bodies, int decl) {
    List<RandomStatement> creator = new ArrayList<>(bodies.getFirst());
    int at = random.nextInt(creator.size() + 1);
    creator.add(at, simple(new Instruction.Spawn(CHILD, decl, expressions.value(), NOWHERE)));
    if (chance(50)) {
      int later = at + 1 + random.nextInt(creator.size() - at);
      creator.add(later, simple(new Instruction.Join(Expr.register(CHILD), NOWHERE)));
    }
    bodies.set(0, creator);
  }

  private List<Property> properties() {
    List<Property> properties = new ArrayList<>(List.of(new Property.DeadlockFree()));
    Expr cell = new Expr.Contents(expressions.cellAddress());
    if (chance(12)) {
      Expr low = new Expr.Binary(BinaryOperator.LESS, cell, Expr.constant(2));
      properties.add(new Property.FinalCondition("final", low, SourceSpan.NONE));
    }
    if (chance(12)) {
      Expr low = new Expr.Binary(BinaryOperator.LESS, cell, Expr.constant(2));
      Expr other = chance(50) ? new Expr.Reached(0) : new Expr.Contents(expressions.cellAddress());
      Expr either = new Expr.Binary(BinaryOperator.OR, low, other);
      properties.add(new Property.Invariant("invariant", either, SourceSpan.NONE));
    }
    return properties;
  }

  private boolean chance(int percent) {
    return random.nextInt(100) < percent;
  }

  private static RandomStatement simple(Instruction instruction) {
    return new RandomStatement.Simple(instruction);
  }

  private List<RandomStatement> body(int count) {
    List<RandomStatement> statements = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      add(statements);
    }
    return statements;
  }

  private void add(List<RandomStatement> to) {
    int dice = random.nextInt(100);
    if (dice < 56) {
      to.addAll(access());
    } else if (dice < 64) {
      to.add(simple(new Instruction.Fence(pairs(), NOWHERE)));
    } else if (dice < 74) {
      to.add(modification());
    } else if (dice < 82) {
      to.add(structure());
    } else if (dice < 91 || !rare) {
      to.add(local());
    } else {
      to.addAll(rare());
    }
  }

  /** A load or a store; through the pointer it takes two loads. */
  private List<RandomStatement> access() {
    List<RandomStatement> found = new ArrayList<>();
    Expr address = expressions.address();
    if (chance(15)) {
      found.add(simple(load(POINTER, RandomExpressions.cell(P), false)));
      address = Expr.register(POINTER);
    }
    if (chance(50)) {
      found.add(simple(load(expressions.register(), address, chance(6))));
    } else {
      found.add(
          simple(
              new Instruction.Store(
                  address, expressions.valueFor(address), order(), false, NOWHERE)));
    }
    return found;
  }

  private Instruction load(int target, Expr address, boolean linked) {
    return new Instruction.Load(target, address, order(), linked, false, NOWHERE);
  }

  private RandomStatement modification() {
    int target = expressions.register();
    return simple(
        switch (random.nextInt(5)) {
          case 0, 1 -> compareAndSwap(target);
          case 2 ->
              new Instruction.FetchAndModify(
                  target,
                  modificationKind(),
                  expressions.address(),
                  expressions.value(),
                  8,
                  chance(50),
                  order(),
                  List.of(),
                  NOWHERE);
          case 3 ->
              new Instruction.StoreConditional(
                  target,
                  expressions.address(),
                  expressions.value(),
                  MemoryOrder.RELAXED,
                  chance(30),
                  List.of(),
                  NOWHERE);
          default ->
              new Instruction.DoubleCompareAndSwap(
                  target,
                  RandomExpressions.cell(0),
                  expressions.address(RandomExpressions.cell(1)),
                  expressions.small(),
                  expressions.small(),
                  expressions.value(),
                  expressions.value(),
                  List.of(),
                  NOWHERE);
        });
  }

  private Instruction compareAndSwap(int target) {
    MemoryOrder success = order();
    MemoryOrder failure =
        chance(50) && success != MemoryOrder.RELEASE && success != MemoryOrder.ACQ_REL
            ? success
            : MemoryOrder.RELAXED;
    return new Instruction.CompareAndSwap(
        target,
        chance(20) ? (target == A ? B : A) : Instruction.NO_TARGET,
        expressions.address(),
        expressions.small(),
        expressions.value(),
        success,
        failure,
        chance(15),
        List.of(),
        NOWHERE);
  }

  private Instruction.Modification modificationKind() {
    Instruction.Modification[] kinds = Instruction.Modification.values();
    return kinds[random.nextInt(kinds.length)];
  }

  private RandomStatement structure() {
    int count = 1 + random.nextInt(2);
    return switch (random.nextInt(8)) {
      case 0, 1, 2 -> new RandomStatement.If(expressions.condition(), body(count));
      case 3 -> new RandomStatement.If(expressions.condition(), List.of());
      case 4 -> new RandomStatement.Repeat(COUNTER, 2, body(1));
      case 5 -> spin();
      default -> atomic(count);
    };
  }

  /** Waits for a value, or tries a CAS again and again; nothing that lets the window grow. */
  private RandomStatement spin() {
    int target = expressions.register();
    Instruction tried =
        chance(50) ? load(target, expressions.cellAddress(), false) : compareAndSwap(target);
    return new RandomStatement.Until(List.of(simple(tried)), Expr.register(target));
  }

  private RandomStatement atomic(int count) {
    List<RandomStatement> inside = new ArrayList<>();
    if (chance(40)) {
      inside.add(simple(load(A, expressions.cellAddress(), false)));
      inside.add(simple(new Instruction.Assume(expressions.condition(), NOWHERE)));
    }
    for (int i = 0; i < count; i++) {
      if (chance(75)) {
        inside.addAll(access());
      } else {
        inside.add(chance(60) ? modification() : local());
      }
    }
    return new RandomStatement.Atomic(inside);
  }

  private RandomStatement local() {
    return simple(
        switch (random.nextInt(6)) {
          case 0, 1 -> new Instruction.Assign(expressions.register(), expressions.value(), NOWHERE);
          case 2 -> new Instruction.Choose(expressions.register(), 2, NOWHERE);
          case 3 -> new Instruction.Assert(expressions.condition(), "assertion", NOWHERE);
          case 4 -> new Instruction.Mark(random.nextInt(2), NOWHERE);
          default ->
              chance(50)
                  ? new Instruction.Assume(expressions.condition(), NOWHERE)
                  : new Instruction.Assert(expressions.condition(), "assertion", NOWHERE);
        });
  }

  private List<RandomStatement> rare() {
    return switch (random.nextInt(6)) {
      case 0, 1 ->
          List.of(
              simple(
                  new Instruction.Store(
                      RandomExpressions.cell(G),
                      expressions.value(),
                      MemoryOrder.RELAXED,
                      true,
                      NOWHERE)));
      case 2, 3 ->
          List.of(
              simple(
                  new Instruction.Load(
                      expressions.register(),
                      RandomExpressions.cell(G),
                      MemoryOrder.RELAXED,
                      false,
                      true,
                      NOWHERE)));
      case 4 -> {
        Instruction store =
            new Instruction.Store(
                Expr.register(POINTER), expressions.value(), order(), false, NOWHERE);
        Expr size = Expr.constant(1);
        yield List.of(simple(new Instruction.Allocate(POINTER, size, NOWHERE)), simple(store));
      }
      default -> locked();
    };
  }

  private List<RandomStatement> locked() {
    List<RandomStatement> statements = new ArrayList<>();
    if (chance(90)) {
      statements.add(simple(new Instruction.Lock(RandomExpressions.cell(M), NOWHERE)));
    }
    if (chance(70)) {
      statements.add(simple(new Instruction.Fence(FencePairs.ACQUIRE, NOWHERE)));
    }
    statements.addAll(access());
    if (chance(70)) {
      statements.add(simple(new Instruction.Fence(FencePairs.RELEASE, NOWHERE)));
    }
    if (chance(90)) {
      statements.add(simple(new Instruction.Unlock(RandomExpressions.cell(M), NOWHERE)));
    }
    return statements;
  }

  private int pairs() {
    int[] common = {FencePairs.FULL, FencePairs.ACQUIRE, FencePairs.RELEASE};
    return chance(70) ? common[random.nextInt(3)] : 1 + random.nextInt(15);
  }

  private MemoryOrder order() {
    MemoryOrder[] all = MemoryOrder.values();
    return orders && chance(60) ? all[random.nextInt(all.length)] : MemoryOrder.RELAXED;
  }
}
