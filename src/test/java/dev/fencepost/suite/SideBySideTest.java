// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fencepost.budget.Budget;
import dev.fencepost.check.CheckListener;
import dev.fencepost.source.InvalidInputException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class SideBySideTest {
  private static final int JOBS = 12;

  /** The jobs wait for each other: two at a time, or never. */
  @Test
  void runsJobsAtOnceAndGivesResultsInOrder() throws InvalidInputException {
    CyclicBarrier two = new CyclicBarrier(2);
    List<Callable<Integer>> jobs = new ArrayList<>();
    for (int i = 0; i < JOBS; i++) {
      int number = i;
      jobs.add(
          () -> {
            two.await(30, TimeUnit.SECONDS);
            return number;
          });
    }
    List<Integer> found = new ArrayList<>();
    SideBySide.run(jobs, 2, found::add);
    assertThat(found).hasSize(JOBS).isSorted();
  }

  @Test
  void eachJobHasItsShareOfMemory() throws InvalidInputException {
    List<Long> found = new ArrayList<>();
    Callable<Long> job = () -> Budget.current().bytes();
    Budget.current()
        .withBytes(90)
        .run(
            () -> {
              SideBySide.run(List.of(job, job, job), 3, found::add);
              return found;
            });
    assertThat(found).containsExactly(30L, 30L, 30L);
  }

  @Test
  void aJobThatFailsIsReportedAndEndsNoOther() {
    List<String> failed = new ArrayList<>();
    CheckListener listener =
        new CheckListener() {
          @Override
          public void failed(Throwable problem) {
            failed.add(problem.getMessage());
          }
        };
    List<Integer> found = new ArrayList<>();
    List<Callable<Integer>> jobs =
        List.of(
            () -> {
              throw new OutOfMemoryError("heap");
            },
            () -> 1,
            () -> {
              throw new IllegalStateException("defect");
            },
            () -> 2);
    assertThat(SideBySide.runAll(jobs, 2, found::add, listener)).isEqualTo(2);
    assertThat(found).containsExactly(1, 2);
    assertThat(failed).containsExactly("heap", "defect");
  }

  @Test
  void aRefusalIsThatOfTheJob() {
    Callable<Integer> job =
        () -> {
          throw new InvalidInputException("no such row");
        };
    assertThatThrownBy(() -> SideBySide.run(List.of(job), 2, number -> {}))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("no such row");
  }
}
