// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.reference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fencepost.frontend.c.CFrontEnd;
import dev.fencepost.memorymodel.BuiltInModels;
import dev.fencepost.memorymodel.MemoryModel;
import dev.fencepost.property.CheckedProgram;
import dev.fencepost.property.Property;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.source.preprocess.SourceUnit;
import dev.fencepost.transition.TransitionSystem.LimitException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What was freed may be neither used nor freed again: both machines agree on when that happens. */
class FreedMemoryTest {
  private static final int MOST_STATES = 60_000;
  private static final List<String> MODELS = List.of("sc", "tso", "pso-no", "rmo-no");

  private static final List<String> STATEMENTS =
      List.of(
          "p->a = 1;",
          "p->b = 2;",
          "r = p->a;",
          "r = q->b;",
          "q->a = 3;",
          "free(p);",
          "free(q);",
          "flag = 1;",
          "if (flag) r = p->b;",
          "if (flag) free(p);",
          "__atomic_fetch_add(&p->a, 1, 0);",
          "{ int e = 0; __atomic_compare_exchange_n(&q->a, &e, 5, 0, 5, 5); }",
          "__atomic_store_n(&flag, 1, 3);",
          "while (__atomic_load_n(&flag, 2) == 0) ;",
          "__VERIFIER_atomic_begin(); p->a = p->b + 1; __VERIFIER_atomic_end();",
          "__VERIFIER_atomic_begin(); free(q); __VERIFIER_atomic_end();",
          "q = p;");

  /** True of every value that is written, so false only where there is none. */
  private static final List<String> PROPERTIES =
      List.of(
          "",
          "int fencepost_invariant_small(void) { return !p || p->a < 9; }",
          "int fencepost_final_last(void) { return q->b < 9; }",
          "int fencepost_final_either(void) { return !flag || p->b < 9; }");

  private static String text(String first, String second) {
    return text(first, second, "");
  }

  private static String text(String first, String second, String property) {
    return """
    #include <pthread.h>
    #include <stdlib.h>
    struct object { int a, b; };
    static struct object *p, *q;
    static int flag;
    static void *one(void *unused) { int r = 0; %s return 0; }
    static void *two(void *unused) { int r = 0; %s return 0; }
    %s
    int main(void) {
      pthread_t t, u;
      p = malloc(sizeof *p);
      q = malloc(sizeof *q);
      pthread_create(&t, 0, one, 0);
      pthread_create(&u, 0, two, 0);
      return 0;
    }
    """
        .formatted(first, second, property);
  }

  private static ReferenceResult real(String text, String model)
      throws InvalidInputException, LimitException {
    CheckedProgram program = CFrontEnd.translate(SourceUnit.of("freed.c", text));
    return new RealMachine(program, BuiltInModels.named(model).orElseThrow(), 64)
        .explore(MOST_STATES);
  }

  /** Whether the reference machine came to an end; then both must agree. */
  private static boolean agree(String text, String name)
      throws InvalidInputException, LimitException {
    CheckedProgram program = CFrontEnd.translate(SourceUnit.of("freed.c", text));
    MemoryModel model = BuiltInModels.named(name).orElseThrow();
    ReferenceResult reference =
        new ReferenceMachine(program, model, ReferenceMachine.NO_BOUND).explore(MOST_STATES);
    if (!reference.complete()) {
      return false;
    }
    ReferenceResult real = real(text, name);
    assertThat(real.violations().isEmpty())
        .as(name + ": " + reference.violations() + text)
        .isEqualTo(reference.violations().isEmpty());
    if (reference.violations().isEmpty()) {
      assertThat(real.finals()).as(name + text).isEqualTo(reference.finals());
    }
    return true;
  }

  @Test
  void bothMachinesAgreeOnRandomPrograms() throws InvalidInputException, LimitException {
    Random random = new Random(Long.getLong("fencepost.seed", 1));
    int compared = 0;
    for (int i = 0; i < 120; i++) {
      StringBuilder one = new StringBuilder();
      StringBuilder two = new StringBuilder();
      for (int j = 0; j < 3; j++) {
        one.append(STATEMENTS.get(random.nextInt(STATEMENTS.size()))).append(' ');
        two.append(STATEMENTS.get(random.nextInt(STATEMENTS.size()))).append(' ');
      }
      String property = PROPERTIES.get(random.nextInt(PROPERTIES.size()));
      String text = text(one.toString(), two.toString(), property);
      compared += agree(text, MODELS.get(i % 4)) ? 1 : 0;
    }
    assertThat(compared).isGreaterThan(60);
  }

  private static Set<String> violations(String first, String second, String model)
      throws InvalidInputException, LimitException {
    return real(text(first, second), model).violations();
  }

  @ParameterizedTest
  @ValueSource(strings = {"sc", "tso", "pso-no", "rmo-no", "armv8", "riscv", "rmo-nmca-no"})
  void usesBehindAFreeAreViolations(String model) throws InvalidInputException, LimitException {
    assertThat(violations("free(p); r = p->a;", "", model)).isNotEmpty();
    assertThat(violations("free(p); p->b = 1;", "", model)).isNotEmpty();
    assertThat(violations("free(p);", "p->b = 1;", model)).isNotEmpty();
    assertThat(violations("free(p); free(p);", "", model)).isNotEmpty();
    assertThat(violations("free(p + 1);", "", model)).isNotEmpty();
    assertThat(violations("free(&flag);", "", model)).isNotEmpty();
    assertThat(violations("free(p); q->a = 1; free(0);", "r = q->b;", model)).isEmpty();
    assertThat(violations("p->a = 1; free(p);", "free(q);", model)).isEmpty();
  }

  /** Nobody writes q: a run in which it could have been read before flag was written is dropped. */
  @ParameterizedTest
  @ValueSource(strings = {"armv8", "riscv"})
  void loadsThatCouldHaveReadBeforeAreNoDeadlock(String model)
      throws InvalidInputException, LimitException {
    String text = text("flag = 1;", "if (q) r = flag; if (r) free(q);");
    CheckedProgram program = CFrontEnd.translate(SourceUnit.of("freed.c", text));
    List<Property> properties = new ArrayList<>(program.properties());
    properties.add(new Property.DeadlockFree());
    CheckedProgram checked = new CheckedProgram(program.program(), properties);
    MemoryModel processor = BuiltInModels.named(model).orElseThrow();
    ReferenceResult found = new RealMachine(checked, processor, 64).explore(MOST_STATES);
    assertThat(found.violations()).isEmpty();
    assertThat(found.finals()).isNotEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"sc", "tso", "pso-no", "rmo-no", "armv8", "riscv", "power"})
  void propertiesOfFreedMemoryAreFalse(String model) throws InvalidInputException, LimitException {
    for (String property : PROPERTIES.subList(1, PROPERTIES.size())) {
      String freed = text("free(p); free(q); flag = 1;", "", property);
      assertThat(real(freed, model).violations()).as(property).isNotEmpty();
      String kept = text("p->a = 1; flag = 1;", "r = q->b;", property);
      assertThat(real(kept, model).violations()).as(property).isEmpty();
    }
  }

  /** The store may take effect behind the flag, and so behind the free. */
  @Test
  void aStoreThatIsUnderWayMeetsTheFree() throws InvalidInputException, LimitException {
    String uses = "p->a = 1; flag = 1;";
    String frees = "if (flag) free(p);";

    assertThat(violations(uses, frees, "tso")).isEmpty();
    assertThat(violations(uses, frees, "pso-no")).isNotEmpty();
    assertThat(violations(uses, frees, "armv8")).isNotEmpty();
  }

  /** A block takes its cells, and one for its header where blocks are freed. */
  @ParameterizedTest
  @CsvSource({"4, 2, 2, ''", "3, 3, 0, ''", "6, 2, 2, free(p);", "5, 1, 2, free(p);"})
  void aPoolHasRoomForSoManyCells(int pool, int first, int second, String after)
      throws InvalidInputException, LimitException {
    assertThat(allocating(pool, first, second, after).violations()).isEmpty();
    assertThatThrownBy(() -> allocating(pool - 1, first, second, after))
        .isInstanceOf(LimitException.class)
        .hasMessageContaining("malloc asks for more than its pool of " + (pool - 1) + " cells");
  }

  private static ReferenceResult allocating(int pool, int first, int second, String after)
      throws InvalidInputException, LimitException {
    String text =
        """
        #define FENCEPOST_POOL %d
        #include <stdlib.h>
        int main(void) {
          int *p = malloc(%d * sizeof *p), *q = malloc(%d * sizeof *q);
          %s
          return 0;
        }
        """
            .formatted(pool, first, second, after);
    return real(text, "sc");
  }
}
