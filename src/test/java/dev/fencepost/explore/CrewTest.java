// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.explore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class CrewTest {
  @Test
  void aFailureWaitsForTheOtherJobs() {
    CountDownLatch failed = new CountDownLatch(1);
    AtomicBoolean ended = new AtomicBoolean();
    try (Crew crew = new Crew()) {
      crew.start(
          () -> {
            failed.countDown();
            throw new IllegalArgumentException("broken");
          });
      Thread caller = Thread.currentThread();
      crew.start(
          () -> {
            await(failed, caller);
            ended.set(true);
          });
      assertThatThrownBy(crew::await).hasRootCauseMessage("broken");
    }
    assertThat(ended).isTrue();
  }

  /** Waits for the failure, and until the caller waits for the other jobs. */
  private static void await(CountDownLatch failed, Thread caller) {
    try {
      failed.await();
      while (caller.getState() != Thread.State.WAITING) {
        Thread.onSpinWait();
      }
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
