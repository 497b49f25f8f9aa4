// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.budget;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fencepost.budget.Budget.Limit;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class BudgetTest {
  private static final int MANY = 1_000;

  private final AtomicLong clock = new AtomicLong(Long.MAX_VALUE - 5);
  private final Budget unlimited = new Budget(clock::get);

  private static int askOften() {
    for (int i = 0; i < MANY; i++) {
      Budget.ask();
    }
    return MANY;
  }

  @Test
  void endsWorkAtItsDeadline() {
    Budget second = unlimited.withTime(Duration.ofSeconds(1));
    clock.addAndGet(999_999_999L);
    assertThat(second.run(BudgetTest::askOften)).isEqualTo(MANY);
    clock.incrementAndGet();
    assertThat(second.reached()).contains(Limit.TIME);
    assertThatThrownBy(() -> second.run(BudgetTest::askOften))
        .isInstanceOfSatisfying(
            OutOfBudget.class, problem -> assertThat(problem.limit()).isEqualTo(Limit.TIME));
    assertThat(second.withoutTime().run(BudgetTest::askOften)).isEqualTo(MANY);
  }

  @Test
  void aBudgetInsideAnotherHasNoMoreTime() {
    Budget inner = unlimited.withTime(Duration.ofSeconds(1)).withTime(Duration.ofSeconds(2));
    clock.addAndGet(1_500_000_000L);
    assertThat(inner.reached()).contains(Limit.TIME);
    assertThat(unlimited.withTime(Duration.ofSeconds(Long.MAX_VALUE)).reached()).isEmpty();
  }

  @Test
  void endsWorkThatNobodyWants() {
    boolean[] wanted = {true};
    Budget inner = unlimited.withStop(() -> !wanted[0]).withStop(() -> false);
    assertThat(inner.reached()).isEmpty();
    wanted[0] = false;
    assertThat(inner.reached()).contains(Limit.REQUEST);
  }

  @Test
  void refusesBuffersThatAreTooLarge() {
    Budget small = unlimited.withBytes(1_000).withBytes(2_000);
    assertThatThrownBy(
            () ->
                small.run(
                    () -> {
                      Budget.askFor(1_001);
                      return 0;
                    }))
        .isInstanceOfSatisfying(
            OutOfBudget.class, problem -> assertThat(problem.limit()).isEqualTo(Limit.MEMORY));
  }

  @Test
  void liveObjectsCountAndGarbageDoesNot() {
    Budget small = unlimited.withBytes(1);
    byte[][] kept = new byte[300][];
    for (int i = 0; i < kept.length; i++) {
      kept[i] = new byte[1 << 20];
      kept[i][i] = 1;
    }
    clock.addAndGet(Duration.ofMinutes(1).toNanos());
    assertThat(small.reached()).contains(Limit.MEMORY);
    assertThat(kept[299][299]).isEqualTo((byte) 1);
  }

  @Test
  void belongsToTheThreadsThatTheWorkStarts() throws InterruptedException {
    Budget own = unlimited.withBytes(77);
    long[] seen = new long[1];
    Thread thread =
        own.run(
            () -> {
              Thread started = new Thread(() -> seen[0] = Budget.current().bytes());
              started.start();
              return started;
            });
    thread.join();
    assertThat(seen[0]).isEqualTo(77);
    assertThat(Budget.current().bytes()).isEqualTo(Budget.usualBytes());
  }

  @Test
  void workSideBySideSharesTheMemory() {
    Budget part = unlimited.withBytes(1_000).sharedBy(4);
    assertThat(part.bytes()).isEqualTo(250);
    assertThat(part.withBytes(300).bytes()).isEqualTo(250);
  }
}
