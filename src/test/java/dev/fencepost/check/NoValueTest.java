// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fencepost.source.InvalidInputException;
import dev.fencepost.verdict.Verdict;
import dev.fencepost.verdict.Warning;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs that end for want of a value violate nothing, and are not followed to their end. */
class NoValueTest {
  /** A program that accesses an object as another type, after some statements. */
  private static CheckTask task(String before) {
    String text =
        """
        #include <assert.h>
        #include <fencepost.h>
        int x, y;
        int main(void) {
          void *p = &x;
          %s
          *(char *)p = 1;
          assert(y == 0);
          return 0;
        }
        """
            .formatted(before);
    return CheckTask.of("model.c", "sc").withText(text);
  }

  /** Somebody asks to stop when the search is over. */
  private static CheckListener impatient() {
    AtomicBoolean over = new AtomicBoolean();
    return new CheckListener() {
      @Override
      public void note(Supplier<String> lines) {
        if (lines.get().contains("remained")) {
          over.set(true);
        }
      }

      @Override
      public boolean stopRequested() {
        return over.get();
      }
    };
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "while (y < 100) y++;"})
  void areNoViolationsWhereTheyAreNotExplained(String before) throws InvalidInputException {
    assertThat(Checker.check(task(before), impatient()).verdict())
        .isInstanceOf(Verdict.Inconclusive.class)
        .hasToString(Checker.check(task(before), CheckListener.NONE).verdict().toString());
  }

  /** The assertion in line 8 comes behind what has no value; the one in line 6 is violated. */
  @ParameterizedTest
  @ValueSource(strings = {"", "if (choose(2)) assert(0);"})
  void leaveUnknownWhatNoRunDoes(String before) throws InvalidInputException {
    assertThat(Vacuity.warnings(task(before), new Inputs(), CheckListener.NONE))
        .extracting(Warning::message)
        .containsExactly("what no run does is not known: the search is not complete");
  }

  @Test
  void emptyPoolsLeaveItUnknownToo() throws InvalidInputException {
    String text =
        """
        #include <assert.h>
        #include <stdlib.h>
        int main(void) { for (;;) { int *p = malloc(sizeof *p); assert(p != 0); } }
        """;
    CheckTask task = CheckTask.of("model.c", "sc").withText(text);

    assertThat(Checker.check(task, CheckListener.NONE).verdict())
        .isInstanceOf(Verdict.Inconclusive.class);
    assertThat(Vacuity.warnings(task, new Inputs(), CheckListener.NONE))
        .extracting(Warning::message)
        .containsExactly("what no run does is not known: the search is not complete");
  }
}
