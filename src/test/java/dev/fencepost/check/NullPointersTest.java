// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.fencepost.source.InvalidInputException;
import dev.fencepost.verdict.Verdict;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is computed from a null pointer, or made of a number, is no pointer to an object. */
class NullPointersTest {
  private static final String OBJECTS =
      """
      #include <assert.h>
      #include <stddef.h>
      #include <stdlib.h>
      #include <stdatomic.h>
      struct s { int a, b; };
      int x[4];
      struct s v;
      int *p, i = 1;
      struct s *r;
      """;

  private static Verdict verdict(String body, String model) throws InvalidInputException {
    String text = OBJECTS + "int main(void) { x[1] = 8; v.b = 1; " + body + " return 0; }\n";
    return Checker.check(CheckTask.of("null.c", model).withText(text), CheckListener.NONE)
        .verdict();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "p[1] = 3;",
        "return *(p + i);",
        "int *q = NULL; return q[1];",
        "int *q = NULL; q += 2; *q = 1;",
        "int *q = (int *)NULL + 1; *q = 3;",
        "*((int *)0 + 1) = 3;",
        "((int *)0)[1] = 3;",
        "int *q = &((int *)0)[2]; *q = 3;",
        "int *q = &((struct s *)0)->b; *q = 3;",
        "((struct s *)0)->b = 3;",
        "r->b = 3;",
        "int *q = &r->b; return *q;",
        "*(int *)8 = 3;",
        "p = (int *)16; return *p;",
        "atomic_store((_Atomic int *)(p + 1), 3);",
      })
  void areNoPlaces(String body) throws InvalidInputException {
    for (String model : new String[] {"sc", "armv8", "power"}) {
      assertThat(verdict(body, model)).as(model).isInstanceOf(Verdict.Violated.class);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "assert((size_t)&((struct s *)0)->b == offsetof(struct s, b));",
        "int *end = (int *)1; assert(p != end); p = end; assert(p == (int *)1);",
        "int *q = p + 0; assert(q == NULL);",
        "p = (int *)-1; assert(p != x);",
      })
  void areNumbersStill(String body) throws InvalidInputException {
    assertThat(verdict(body, "sc")).isInstanceOf(Verdict.Holds.class);
  }

  /** The header of a block stands before it; before the first object stands nothing. */
  @ParameterizedTest
  @ValueSource(strings = {"p = x; free(p);", "free(&x[0]);", "free(&x[1]);"})
  void areNotWhatIsFreedWithoutAHeader(String body) throws InvalidInputException {
    for (String model : new String[] {"sc", "rmo-v9", "armv8", "power"}) {
      Verdict verdict = verdict(body, model);
      assertThat(((Verdict.Violated) verdict).trace().failure().message())
          .as(model)
          .startsWith("malloc gave what is freed");
    }
  }

  @Test
  void beginNoObjects() {
    String text = OBJECTS + "int *q = (int *)0 + 1; int main(void) { return x[1] + *q; }\n";

    assertThat(
            catchThrowable(
                () ->
                    Checker.check(CheckTask.of("null.c", "sc").withText(text), CheckListener.NONE)))
        .hasMessageContaining("this pointer leaves its object");
  }
}
