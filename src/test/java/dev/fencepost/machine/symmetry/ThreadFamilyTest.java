// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.symmetry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fencepost.machine.StartedMachine;
import dev.fencepost.machine.step.CompiledMachine;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.transition.TransitionSystem.LimitException;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Threads are alike if they use their numbers to find cells of their own, and for nothing else. */
class ThreadFamilyTest {

  /** Two workers, with the numbers 0 and 1, that do something with arrays of two elements. */
  private static String workers(String work, String property) {
    return """
    #include <fencepost.h>
    #include <pthread.h>
    #include <stdint.h>
    static int a[2]; static int b[2]; static int shared; static pthread_mutex_t lock;
    static void *worker(void *number) {
      int self = (int)(intptr_t)number; int r = 0; (void)r; (void)self;
      %s
      return 0;
    }
    %s
    int main(void) {
      pthread_t t0, t1;
      pthread_create(&t0, 0, worker, (void *)0);
      pthread_create(&t1, 0, worker, (void *)1);
      return 0;
    }
    """
        .formatted(work, property);
  }

  private static List<ThreadFamily> families(StartedMachine started) {
    CompiledMachine machine = started.machine();
    return ThreadFamily.of(machine.program, machine.checked.footprints(), machine.observed);
  }

  private static List<ThreadFamily> families(String work, String property)
      throws InvalidInputException, LimitException {
    return families(StartedMachine.ofC("tso", workers(work, property)));
  }

  @Test
  void membersHaveTheirArgumentsAndCellsThatCorrespond() throws Exception {
    StartedMachine started =
        StartedMachine.ofC(
            "tso", workers("b[self] = 1; r = a[self]; shared = r; b[self] = r;", ""));
    List<ThreadFamily> found = families(started);
    assertThat(found).hasSize(1);
    ThreadFamily family = found.getFirst();
    assertThat(family.members).as("main is thread 0").containsExactly(1, 2);
    assertThat(family.arguments).containsExactly(0, 1);
    assertThat(family.cells[0]).containsExactly(started.cell("b[0]"), started.cell("a[0]"));
    assertThat(family.cells[1]).containsExactly(started.cell("b[1]"), started.cell("a[1]"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "b[self] = choose(2); if (b[self]) a[self] = 2;",
        "shared = 1; r = shared;",
        "a[self] = choose(2); fence();",
        "r = __sync_fetch_and_add(&shared, 1); a[self] = r;",
      })
  void numbersThatOnlyFindCellsMakeAFamily(String work) throws Exception {
    assertThat(families(work, "")).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        // the number is a value
        "a[self] = self;",
        "if (self) shared = 1;",
        "a[choose(2)] = 1; r = self; shared = r;",
        // a cell is found by more than the number, or is that of the other
        "a[(self + choose(2)) % 2] = 1;",
        "a[self] = 1; r = a[0];",
        "a[self] = 1; r = a[1 - self];",
        "a[self] = 1; a[shared] = 1;",
        // an instruction that knows the thread
        "pthread_mutex_lock(&lock); a[self] = 1; pthread_mutex_unlock(&lock);",
      })
  void numbersThatTellMoreMakeNone(String work) throws Exception {
    assertThat(families(work, "")).isEmpty();
  }

  @Test
  void cellsThatAPropertyReadsAreNotExchanged() throws Exception {
    String work = "a[self] = 1; shared = 1;";
    assertThat(families(work, "FENCEPOST_INVARIANT(mine, a[0] < 2)")).isEmpty();
    assertThat(families(work, "FENCEPOST_FINAL(ours, shared == 1)"))
        .as("a cell of all is no cell of a member")
        .hasSize(1);
  }

  @Test
  void oneThreadIsNoFamily() throws Exception {
    String text = workers("a[self] = 1;", "");
    String second = "pthread_create(&t1, 0, worker, (void *)1);";
    assertThat(text).contains(second);
    assertThat(families(StartedMachine.ofC("tso", text.replace(second, "(void)t1;")))).isEmpty();
  }

  @Test
  void threadsThatGetTheSameNumberShareNoCellsOfTheirOwn() throws Exception {
    String text = workers("a[self] = 1;", "").replace("(void *)1", "(void *)0");
    assertThat(families(StartedMachine.ofC("tso", text))).isEmpty();
  }

  @Test
  void cellsAreBitsToo() throws Exception {
    StartedMachine started = StartedMachine.ofC("tso", workers("a[self] = b[self];", ""));
    ThreadFamily family = families(started).getFirst();
    for (int member = 0; member < 2; member++) {
      long bits = Arrays.stream(family.cells[member]).mapToLong(cell -> 1L << cell).sum();
      assertThat(family.bits[member]).containsExactly(bits);
    }
  }
}
