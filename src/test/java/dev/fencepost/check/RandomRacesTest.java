// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fencepost.check.RacingThreads.Kind;
import dev.fencepost.check.RacingThreads.Operation;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.verdict.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * Random threads with plain accesses beside atomics, of which many compare and fail: a race is
 * found where {@link RacingThreads} finds one. All atomics are sequentially consistent, so what has
 * no race under sc has none under a weaker model. There are no atomic stores there: one that comes
 * between two accesses orders them under sc, and not in C11.
 */
class RandomRacesTest {
  private static final long SEED = Long.getLong("fencepost.seed", 1);
  private static final int PROGRAMS = Boolean.getBoolean("fencepost.full") ? 6_000 : 200;
  private static final List<Kind> OF_C11 =
      List.of(
          Kind.READ,
          Kind.READ,
          Kind.READ,
          Kind.WRITE,
          Kind.LOAD,
          Kind.ADD,
          Kind.SWAP,
          Kind.SWAP,
          Kind.SWAP,
          Kind.WEAK_SWAP,
          Kind.SKIP_UNLESS);

  private final SplittableRandom random = new SplittableRandom(SEED);

  @Test
  void threadsRaceWhereTheirInterleavingsDo() throws InvalidInputException {
    int racing = 0;
    for (int i = 0; i < PROGRAMS; i++) {
      List<List<Operation>> threads = threads(List.of(Kind.values()));
      boolean races = RacingThreads.race(threads);
      assertThat(isFound(threads, "sc")).as(program(threads)).isEqualTo(races);
      racing += races ? 1 : 0;
    }
    assertThat(racing).isBetween(PROGRAMS / 5, 4 * PROGRAMS / 5);
  }

  @Test
  void threadsRaceUnderWeakerModelsWhereTheirInterleavingsDo() throws InvalidInputException {
    int racing = 0;
    for (int i = 0; i < PROGRAMS / 4; i++) {
      List<List<Operation>> threads = threads(OF_C11);
      boolean races = RacingThreads.race(threads);
      for (String model : List.of("x86", "pso-no", "armv8", "riscv", "power")) {
        assertThat(isFound(threads, model)).as(model + program(threads)).isEqualTo(races);
      }
      for (String model : List.of("x86", "armv8", "riscv", "power")) {
        assertThat(isWarnedOf(threads, model)).as(model + program(threads)).isEqualTo(races);
      }
      racing += races ? 1 : 0;
    }
    assertThat(racing).isBetween(PROGRAMS / 20, PROGRAMS / 5);
  }

  private static boolean isFound(List<List<Operation>> threads, String model)
      throws InvalidInputException {
    String program = program(threads);
    Fencepost check = Fencepost.checkText("test.c", program).model(model).threads(1);
    Verdict verdict = check.forbidRaces().run().verdict();
    assertThat(verdict).as(program).isNotInstanceOf(Verdict.Inconclusive.class);
    return verdict instanceof Verdict.Violated;
  }

  /** Whether a check that does not forbid races, and remembers steps, warns of one. */
  private static boolean isWarnedOf(List<List<Operation>> threads, String model)
      throws InvalidInputException {
    CheckResult result =
        Fencepost.checkText("test.c", program(threads)).model(model).threads(1).run();
    return result.warnings().stream().anyMatch(w -> w.message().contains("plain accesses race"));
  }

  private List<List<Operation>> threads(List<Kind> kinds) {
    List<List<Operation>> threads = new ArrayList<>();
    int count = 2 + random.nextInt(2);
    for (int thread = 0; thread < count; thread++) {
      List<Operation> code = new ArrayList<>();
      for (int left = 1 + random.nextInt(3); left > 0; left--) {
        Kind kind = kinds.get(random.nextInt(kinds.size()));
        code.add(operation(kind));
        if (kind == Kind.SKIP_UNLESS) {
          code.add(operation(random.nextBoolean() ? Kind.READ : Kind.SWAP));
        } else if (kind == Kind.LOAD_LINKED) {
          code.add(operation(Kind.STORE_CONDITIONAL));
        }
      }
      threads.add(code);
    }
    return threads;
  }

  private Operation operation(Kind kind) {
    return new Operation(
        kind,
        random.nextInt(RacingThreads.CELLS),
        random.nextInt(4) - 1,
        kind == Kind.SWAP_BOTH || kind == Kind.SKIP_UNLESS
            ? random.nextInt(2)
            : 1 + random.nextInt(2));
  }

  private static String program(List<List<Operation>> threads) {
    StringBuilder functions = new StringBuilder();
    StringBuilder starts = new StringBuilder();
    for (int thread = 0; thread < threads.size(); thread++) {
      String code =
          threads.get(thread).stream().map(RandomRacesTest::text).collect(Collectors.joining());
      functions.append(
          "static void *w%d(void *u) {\nint r = 0, e;\n%sreturn 0;\n}\n".formatted(thread, code));
      starts.append("pthread_create(&t[%d], 0, w%d, 0);\n".formatted(thread, thread));
    }
    return """
    #include <fencepost.h>
    #include <pthread.h>
    static int x, y, atomic;
    %sint main(void) {
    pthread_t t[%d];
    %s__atomic_load_n(&atomic, 5);
    return 0;
    }
    """
        .formatted(functions, threads.size(), starts);
  }

  private static String text(Operation operation) {
    String cell = operation.cell() == 0 ? "x" : "y";
    int with = operation.with();
    String expected =
        operation.expected() == Operation.REGISTER ? "r" : String.valueOf(operation.expected());
    String swap =
        "e = %s, r = __atomic_compare_exchange_n(&%s, &e, %d, %d, 5, 5);\n"
            .formatted(expected, cell, with, operation.kind() == Kind.WEAK_SWAP ? 1 : 0);
    return switch (operation.kind()) {
      case READ -> "r = %s;\n".formatted(cell);
      case WRITE -> "%s = %d;\n".formatted(cell, with);
      case LOAD -> "r = __atomic_load_n(&%s, 5);\n".formatted(cell);
      case STORE -> "__atomic_store_n(&%s, %d, 5);\n".formatted(cell, with);
      case ADD -> "r = __atomic_fetch_add(&%s, %d, 5);\n".formatted(cell, with);
      case SWAP, WEAK_SWAP -> swap;
      case SWAP_BOTH ->
          "r = cas2(&x, &y, %s, %d, %d, %d);\n".formatted(expected, with, with, with + 1);
      case SWAP_IN_BLOCK ->
          "__VERIFIER_atomic_begin();\n%s__VERIFIER_atomic_end();\n".formatted(swap);
      case LOAD_LINKED -> "r = load_linked(&%s);\n".formatted(cell);
      case STORE_CONDITIONAL -> "r = store_conditional(&%s, %d);\n".formatted(cell, with);
      case SKIP_UNLESS -> "if (r == %d)\n".formatted(with);
    };
  }
}
