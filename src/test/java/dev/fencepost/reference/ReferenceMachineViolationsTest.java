// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.reference;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fencepost.ir.Expr;
import dev.fencepost.ir.Expr.BinaryOperator;
import dev.fencepost.ir.Instruction;
import dev.fencepost.ir.MemoryLocation;
import dev.fencepost.ir.MemoryOrder;
import dev.fencepost.ir.Pool;
import dev.fencepost.ir.Program;
import dev.fencepost.ir.ThreadDecl;
import dev.fencepost.memorymodel.MemoryModel;
import dev.fencepost.property.CheckedProgram;
import dev.fencepost.property.Property;
import dev.fencepost.source.Origin;
import dev.fencepost.source.SourceSpan;
import dev.fencepost.transition.TransitionSystem.LimitException;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What fails, what blocks and what is only guessed, with known answers. */
class ReferenceMachineViolationsTest {
  private static final Origin HERE = Origin.of("");
  private static final Expr X = Expr.constant(Program.addressOf(0));
  private static final Expr Y = Expr.constant(Program.addressOf(1));

  private static MemoryModel model(String name) {
    return ReferenceModels.named(name);
  }

  private static void violations(Litmus litmus, String... expected) {
    for (MemoryModel model : ReferenceModels.all()) {
      ReferenceResult result = litmus.run(model);
      assertThat(result.violations()).as(model.name()).containsExactly(expected);
      assertThat(result.complete()).isTrue();
    }
  }

  @Test
  void mutexesExclude() {
    String[] safe = {
      "lock m; A; r1 = x; x = 1; L; unlock m", "lock m; A; r2 = x; x = 2; L; unlock m"
    };
    String[] bare = {"lock m; r1 = x; x = 1; unlock m", "lock m; r2 = x; x = 2; unlock m"};
    for (MemoryModel model : ReferenceModels.all()) {
      assertThat(Litmus.of("x m", safe).allows(model, "r1=0 r2=0")).isFalse();
    }
    assertThat(Litmus.of("x m", bare).allows(model("tso"), "r1=0 r2=0")).isFalse();
    assertThat(Litmus.of("x m", bare).allows(model("rmo-no"), "r1=0 r2=0")).isTrue();
    violations(Litmus.of("x m", safe));
  }

  @Test
  void mutexesAreHeldOnceAndGivenBackByTheHolder() {
    violations(Litmus.of("m", "lock m; lock m"), ReferenceExecution.LOCKED_TWICE);
    violations(Litmus.of("m", "unlock m"), ReferenceExecution.NOT_LOCKED);
    violations(Litmus.of("m", "lock m; unlock m; unlock m"), ReferenceExecution.NOT_LOCKED);
    violations(Litmus.of("m", "lock m", "lock m; unlock m"), "deadlock");
  }

  @Test
  void crossedLocksDeadlock() {
    Litmus crossed =
        Litmus.of(
            "m n",
            "lock m; A; lock n; A; L; unlock n; unlock m",
            "lock n; A; lock m; A; L; unlock m; unlock n");
    violations(crossed, "deadlock");
    violations(Litmus.of("m n", "lock m; A; lock n; L; unlock n; unlock m"));
  }

  @Test
  void assertionsFailOnlyWhereTheyAreReached() {
    violations(Litmus.of("x", "r1 = x; assert r1"), "assert r1");
    violations(Litmus.of("x", "r1 = x; exit r1; assert 0"));
    violations(Litmus.of("x", "r1 = x; assume r1; assert 0"));
    assertThat(Litmus.of("x", "r1 = x; exit r1; mark").run(model("rmo-v9")).marks()).isEmpty();
    assertThat(Litmus.of("x=1", "r1 = x; exit r1; mark").run(model("rmo-v9")).marks())
        .containsExactly("mark");
  }

  @Test
  void wrongAddressGuessesRaiseNoAlarm() {
    String forwarded = "r1 = p; *r1 = 1; r2 = x; assert r2; exit r2; mark";
    violations(Litmus.of("x p=&x", forwarded));
    for (MemoryModel model : ReferenceModels.all()) {
      assertThat(Litmus.of("x p=&x", forwarded).finals(model)).hasSize(1);
    }
    violations(Litmus.of("x p=0", "r1 = p; r2 = *r1"), ReferenceExecution.BAD_ADDRESS);
    violations(Litmus.of("x p=&x", "r1 = p; r2 = *r1"));
    violations(Litmus.of("x z p=&x", "r1 = p; r2 = *r1; x = 1; assume r2; assert 0"));
  }

  /** The bad address comes of a store that passed the access to it. */
  @Test
  void aBadAddressThatWasPassedOnAGuessIsFound() throws LimitException {
    String[] breaks = {"r1 = p; r2 = *r1; x = 1", "r3 = x; exit r3; p = 0"};
    String[] depends = {"r1 = p; r2 = *r1; r4 = *r2; x = 1", "r3 = x; exit r3; p = 0"};
    for (String[] threads : List.of(breaks, depends)) {
      Litmus litmus = Litmus.of("x y p=&y", threads);
      assertThat(litmus.violations(model("rmo-v9"))).contains(ReferenceExecution.BAD_ADDRESS);
      assertThat(litmus.run(model("rmo-v9")).violations()).contains(ReferenceExecution.BAD_ADDRESS);
    }
    assertThat(Litmus.of("x y p=&y", breaks).violations(model("rmo-no"))).isEmpty();
  }

  @Test
  void anAccessPassesAnUnknownAddressOnlyOnAGuess() {
    Litmus litmus = Litmus.of("x y z", "r1 = x; r2 = y+r1; z = 1", "r3 = z; x = 1+r3");
    assertThat(litmus.allows(model("rmo-no"), "r1=1 r3=1")).isFalse();
    assertThat(litmus.allows(model("rmo-v9"), "r1=1 r3=1")).isTrue();
    Litmus same = Litmus.of("x y z p=&y", "r1 = p; r2 = *r1; y = 1", "r3 = y; p = &z");
    assertThat(same.allows(model("rmo-v9"), "r2=1")).isFalse();
  }

  private static ReferenceResult run(String model, List<Property> properties, Instruction... code) {
    List<Instruction[]> one = List.<Instruction[]>of(code);
    return run(model, properties, one);
  }

  private static ReferenceResult run(
      String model, List<Property> properties, List<Instruction[]> codes) {
    List<MemoryLocation> cells = List.of(MemoryLocation.of("x", 0), MemoryLocation.of("y", 3));
    List<String> registers = List.of("arg", "self", "a", "b");
    List<ThreadDecl> threads =
        codes.stream().map(code -> new ThreadDecl("main", List.of(code), registers)).toList();
    Program program =
        new Program(
            "p",
            cells,
            threads,
            IntStream.range(0, codes.size()).mapToObj(i -> new Program.ThreadStart(i, 5)).toList(),
            new Pool(2, List.of(), true, false),
            List.of());
    CheckedProgram checked = new CheckedProgram(program, properties);
    return new ReferenceMachine(checked, model(model), ReferenceMachine.NO_BOUND).explore(10_000);
  }

  private static Instruction store(Expr address, Expr value) {
    return new Instruction.Store(address, value, MemoryOrder.RELAXED, false, HERE);
  }

  private static Instruction load(int target, Expr address) {
    return new Instruction.Load(target, address, MemoryOrder.RELAXED, false, false, HERE);
  }

  @Test
  void errorsInExpressions() {
    Expr quotient = new Expr.Binary(BinaryOperator.DIVIDE, Expr.constant(1), Expr.register(2));
    Instruction end = new Instruction.End(HERE);
    assertThat(run("tso", List.of(), load(2, X), store(Y, quotient), end).violations())
        .containsExactly(ReferenceExpressions.DIVISION_BY_ZERO);
    assertThat(run("tso", List.of(), load(2, Y), store(Y, quotient), end).finals())
        .containsExactly(List.of(0L, 0L, 0L, 0L));
    Expr index = new Expr.Index(Expr.register(2), 3, "a");
    assertThat(run("rmo-v9", List.of(), load(2, Y), store(Y, index), end).violations())
        .containsExactly(ReferenceExpressions.OUT_OF_BOUNDS);
  }

  @Test
  void blocksRunInOneStep() {
    Property equal =
        new Property.Invariant(
            "equal",
            new Expr.Binary(
                BinaryOperator.EQUAL,
                new Expr.Binary(BinaryOperator.ADD, new Expr.Contents(X), new Expr.Contents(Y)),
                Expr.constant(3)),
            SourceSpan.NONE);
    Instruction[] block = {
      new Instruction.AtomicBegin(HERE),
      new Instruction.Choose(2, 3, HERE),
      new Instruction.Assume(Expr.register(2), HERE),
      store(X, Expr.register(2)),
      store(Y, new Expr.Binary(BinaryOperator.SUBTRACT, Expr.constant(3), Expr.register(2))),
      new Instruction.AtomicEnd(HERE),
      new Instruction.End(HERE)
    };
    ReferenceResult result = run("rmo-v9", List.of(equal), block);
    assertThat(result.violations()).isEmpty();
    assertThat(result.finals()).isEqualTo(Set.of(List.of(1L, 2L, 0L, 0L), List.of(2L, 1L, 0L, 0L)));
  }

  @Test
  void aBlockThatCannotBeTakenIsNoDeadlock() {
    Instruction[] block = {
      new Instruction.AtomicBegin(HERE),
      new Instruction.Assume(Expr.constant(0), HERE),
      new Instruction.AtomicEnd(HERE),
      new Instruction.End(HERE)
    };
    ReferenceResult result = run("sc", List.of(new Property.DeadlockFree()), block);
    assertThat(result.violations()).isEmpty();
    assertThat(result.finals()).isEmpty();
  }

  @Test
  void threadsThatWaitForOneAnotherBesideABlockAreDeadlocked() {
    Instruction[] block = {
      new Instruction.AtomicBegin(HERE),
      new Instruction.Assume(Expr.constant(0), HERE),
      new Instruction.AtomicEnd(HERE),
      new Instruction.End(HERE)
    };
    Instruction[] joinsTheBlock = {
      new Instruction.Join(Expr.constant(0), HERE), new Instruction.End(HERE)
    };
    Instruction[] joinsItself = {
      new Instruction.Join(Expr.constant(1), HERE), new Instruction.End(HERE)
    };
    List<Property> properties = List.of(new Property.DeadlockFree());
    assertThat(run("sc", properties, List.of(block, joinsTheBlock)).violations()).isEmpty();
    assertThat(run("sc", properties, List.of(block, joinsItself)).violations())
        .containsExactly("deadlock");
  }

  @Test
  void theArgumentAndThePoolAreThere() {
    Instruction[] code = {
      new Instruction.Allocate(2, Expr.constant(1), HERE),
      new Instruction.Allocate(2, Expr.constant(1), HERE),
      store(Expr.register(2), Expr.register(ThreadDecl.ARGUMENT)),
      new Instruction.End(HERE)
    };
    assertThat(run("pso-no", List.of(), code).finals()).containsExactly(List.of(0L, 3L, 0L, 5L));
  }
}
