// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.reference;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fencepost.machine.order.LawOptions;
import dev.fencepost.machine.order.MachineOptions;
import dev.fencepost.machine.order.OrderRules;
import dev.fencepost.machine.step.CompiledMachine;
import dev.fencepost.machine.window.Code;
import dev.fencepost.machine.window.Opcode;
import dev.fencepost.memorymodel.InstanceClass;
import dev.fencepost.memorymodel.InstanceKind;
import dev.fencepost.memorymodel.MemoryModel;
import dev.fencepost.memorymodel.OrderTable;
import dev.fencepost.memorymodel.OrderTable.Rule;
import dev.fencepost.source.InvalidInputException;
import java.util.List;
import java.util.function.BiPredicate;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What the machine asks of its table of order, which reductions and the window bound rest on, is
 * what the memory model says pair by pair; for random models and random programs.
 */
class OrderRulesTest {
  private static final int MODELS = 40;

  private static final String ALL_TABLES =
      """
      model random ""
      multi-copy atomic
      law "1": a: access, f: fence[RR], b: load, a before f before b => address(a) < perform(b)
      law "2": a: load, f: fence[WW], b: store, a before f before b => address(a) < perform(b)
      law "3": a: load, b: store, a before b => address(a) < perform(b)
      law "4": c: branch, f: fence[WR], b: write, c before f before b => resolve(c) < perform(b)
      law "5": a: store[release], b: load, a before b, cell(a) = cell(b) => done(a) < perform(b)
      law "6": a: access[acquire], f: fence, b: store, a before f before b => done(a) < perform(b)
      law "7": a: load, b: write[release], a before b => done(a) < perform(b)
      law "8": a: rmw[acquire], b: store, a before b => done(a) < perform(b)
      """;

  private CompiledMachine machine;
  private OrderRules rules;
  private OrderTable order;
  private List<InstanceClass> accesses;

  static LongStream seeds() {
    long first = Long.getLong("fencepost.seed", 1) * 2_000_003;
    return LongStream.range(first, first + MODELS);
  }

  private void prepare(long seed) throws InvalidInputException {
    prepare(RandomModels.compile(new RandomModels(seed).next(seed % 3 == 0)), seed, LawOptions.ALL);
  }

  private void prepare(MemoryModel model, long seed, LawOptions laws) {
    RandomProgram plain = new RandomPrograms(seed).next();
    RandomProgram program = seed % 2 == 0 ? plain : plain.inStrongBlocks();
    machine = new CompiledMachine(program.checked(), model, new MachineOptions(6).withLaws(laws));
    rules = machine.rules;
    order = model.order();
    accesses = classes().filter(c -> c.kind() != InstanceKind.FENCE).toList();
  }

  private Stream<InstanceClass> classes() {
    return IntStream.range(0, machine.classes.count()).mapToObj(machine.classes::get);
  }

  private List<Code> accessCodes() {
    return Stream.of(machine.program.all).filter(Code::isAccess).toList();
  }

  private Rule target(InstanceClass earlier, InstanceClass later) {
    return machine.model.multiCopyAtomic() ? Rule.NEVER : order.targetRule(earlier, later);
  }

  private boolean keepsSameCell(InstanceClass earlier, InstanceClass later) {
    return order.rule(earlier, later) != Rule.NEVER || target(earlier, later) != Rule.NEVER;
  }

  /** Whether it holds if the instruction succeeds and if it fails. */
  private boolean always(Code code, Predicate<InstanceClass> holds) {
    return holds.test(machine.classes.get(code.instanceClass))
        && holds.test(machine.classes.get(code.failureClass));
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void accessesToACellAreInOrderByEitherTable(long seed) throws InvalidInputException {
    prepare(seed);
    for (InstanceClass earlier : accesses) {
      for (InstanceClass later : accesses) {
        assertThat(rules.ordersSameCell(number(earlier), number(later)))
            .as("%s before %s", earlier, later)
            .isEqualTo(keepsSameCell(earlier, later));
      }
    }
  }

  private long bit(InstanceClass wanted) {
    return 1L << number(wanted);
  }

  private int number(InstanceClass wanted) {
    return (int) classes().takeWhile(c -> !c.equals(wanted)).count();
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void laterAccessesPassByWhatTheTableLeavesOpen(long seed) throws InvalidInputException {
    prepare(seed);
    comparePasses();
  }

  private void comparePasses() {
    long fences = classes().filter(c -> c.kind() == InstanceKind.FENCE).mapToLong(this::bit).sum();
    for (Code code : accessCodes()) {
      assertThat(rules.passes(code, fences)).isFalse();
      assertThat(rules.passesElsewhere(code, fences)).isFalse();
      for (InstanceClass later : accesses) {
        long bit = bit(later);
        boolean forwarded =
            later.kind() == InstanceKind.LOAD
                && (code.opcode == Opcode.LOAD || code.opcode == Opcode.STORE);
        assertThat(rules.passes(code, bit))
            .as("%s passes %s", later, code.instruction)
            .isEqualTo(!forwarded && !always(code, c -> keepsSameCell(c, later)));
        assertThat(rules.passesElsewhere(code, bit))
            .as("%s passes %s elsewhere", later, code.instruction)
            .isEqualTo(
                later.kind() != InstanceKind.LOAD
                    && !always(code, c -> order.rule(c, later) == Rule.ALWAYS));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void onlyWhatOrdersAllAccessesEmptiesTheWindow(long seed) throws InvalidInputException {
    prepare(seed);
    for (Code code : machine.program.all) {
      if (code.opcode == Opcode.FENCE) {
        InstanceClass fence = machine.classes.get(code.instanceClass);
        assertThat(rules.emptiesWindow(code))
            .as("%s", code.instruction)
            .isEqualTo(all((a, b) -> order.fenceRule(fence, a, b) == Rule.ALWAYS));
      } else if (code.isAccess()) {
        assertThat(rules.emptiesWindow(code))
            .as("%s", code.instruction)
            .isEqualTo(
                always(
                    code,
                    c ->
                        all(
                            (a, b) ->
                                order.rule(a, c) == Rule.ALWAYS
                                    && order.rule(c, b) == Rule.ALWAYS)));
      }
    }
  }

  private boolean all(BiPredicate<InstanceClass, InstanceClass> holds) {
    return accesses.stream().allMatch(a -> accesses.stream().allMatch(b -> holds.test(a, b)));
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void storesToACellAndTargetsAreAskedForAllPairs(long seed) throws InvalidInputException {
    prepare(seed);
    assertThat(rules.keepsStoresToACell())
        .isEqualTo(all((a, b) -> !isOfStores(a, b) || keepsSameCell(a, b)));
    assertThat(rules.ordersCellsByTarget())
        .isEqualTo(!all((a, b) -> target(a, b) != Rule.ALWAYS || order.rule(a, b) == Rule.ALWAYS));
    for (Code code : accessCodes()) {
      InstanceClass success = machine.classes.get(code.instanceClass);
      InstanceClass failure = machine.classes.get(code.failureClass);
      assertThat(rules.guessesOutcome(code))
          .isEqualTo(
              code.opcode == Opcode.CAS
                  && !all((a, b) -> order.rule(success, a) == order.rule(failure, a)));
    }
  }

  /** Addresses, branches and fences too, under a model that has laws about all of them. */
  @ParameterizedTest
  @MethodSource("seeds")
  void eachTableHasWhatTheLawsSayOfItsPairs(long seed) throws InvalidInputException {
    prepare(RandomModels.compile(ALL_TABLES), seed, LawOptions.ALL);
    comparePasses();
    for (InstanceClass later : accesses) {
      for (InstanceClass earlier : accesses) {
        assertThat(rules.always(number(earlier), number(later)))
            .isEqualTo(order.rule(earlier, later) == Rule.ALWAYS);
      }
      assertThat(rules.heldBack(bits(c -> c.equals(later))))
          .isEqualTo(bits(c -> order.rule(later, c) == Rule.ALWAYS));
    }
    assertThat(rules.loads()).isEqualTo(bits(c -> c.kind() == InstanceKind.LOAD));
    assertThat(rules.classes()).isEqualTo(machine.classes.count());
    for (Code code : machine.program.all) {
      if (code.opcode == Opcode.FENCE) {
        compareFence(code);
      } else if (code.isAccess()) {
        InstanceClass access = machine.classes.get(code.instanceClass);
        assertThat(rules.acquires(code)).isEqualTo(access.attributes().contains("acquire"));
        assertThat(rules.keepsFromLoads(code))
            .isEqualTo(
                accesses.stream()
                    .anyMatch(
                        c ->
                            c.kind() == InstanceKind.LOAD
                                && order.rule(access, c) == Rule.SAME_CELL));
      }
    }
  }

  private void compareFence(Code code) {
    InstanceClass fence = machine.classes.get(code.instanceClass);
    InstanceClass branch = new InstanceClass(InstanceKind.BRANCH, List.of());
    long awaited = 0;
    for (InstanceClass later : accesses) {
      long addresses = bits(c -> order.awaitsAddress(c, later, fence));
      awaited |= addresses;
      assertThat(rules.fencedAddresses(code, number(later))).isEqualTo(addresses);
      assertThat(rules.fenced(code, number(later)))
          .isEqualTo(bits(c -> order.fenceRule(fence, c, later) == Rule.ALWAYS));
    }
    assertThat(rules.countsAddresses(code)).isEqualTo(awaited != 0);
    assertThat(rules.behindBranches(code))
        .isEqualTo(bits(c -> order.fenceRule(fence, branch, c) != Rule.NEVER));
  }

  /** The classes of accesses for which it holds, as bits. */
  private long bits(Predicate<InstanceClass> holds) {
    return accesses.stream().filter(holds).mapToLong(this::bit).sum();
  }

  /** Two read-modify-writes are ordered by themselves; plain and release stores are not alike. */
  @ParameterizedTest
  @MethodSource("seeds")
  void onlyPairsWithAStoreAreAskedFor(long seed) throws InvalidInputException {
    for (String kinds : List.of("a: store, b: write", "a: store[release], b: store[release]")) {
      String text =
          """
          model random ""
          multi-copy atomic
          law "1": %s, a before b, cell(a) = cell(b) => done(a) < perform(b)
          law "2": a: write, b: store[!release], a before b, cell(a) = cell(b)
              => done(a) < perform(b)
          law "3": a: rmw, b: store, a before b, cell(a) = cell(b) => done(a) < perform(b)
          """
              .formatted(kinds);
      prepare(RandomModels.compile(text), seed, LawOptions.ALL);
      assertThat(rules.keepsStoresToACell())
          .isEqualTo(all((a, b) -> !isOfStores(a, b) || keepsSameCell(a, b)));
    }
  }

  /** Without guards only what waits for all before it by itself does. */
  @ParameterizedTest
  @MethodSource("seeds")
  void withoutGuardsBlocksAndStartsEmptyTheWindow(long seed) throws InvalidInputException {
    for (boolean guards : List.of(true, false)) {
      prepare(RandomModels.compile(ALL_TABLES), seed, new LawOptions(guards, true, true));
      for (Code code : machine.program.all) {
        boolean waits =
            code.opcode == Opcode.SPAWN
                || code.opcode == Opcode.ATOMIC_BEGIN && !code.isStrongBlock();
        if (!guards || code.opcode == Opcode.ATOMIC_BEGIN || code.opcode == Opcode.SPAWN) {
          assertThat(rules.emptiesWindow(code)).as("%s", code.instruction).isEqualTo(waits);
        }
      }
    }
  }

  private static boolean isOfStores(InstanceClass a, InstanceClass b) {
    return a.kind() != InstanceKind.LOAD
        && b.kind() != InstanceKind.LOAD
        && (a.kind() == InstanceKind.STORE || b.kind() == InstanceKind.STORE);
  }
}
