// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.reference;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fencepost.memorymodel.MemoryModel;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The real machine against the reference machine, on random programs and every model that it knows.
 *
 * <p>{@code -Dfencepost.seed=N} for other programs, {@code -Dfencepost.full=true} for many. Left
 * out are programs with more states than the limit, and under speculation those that spin.
 */
class MachineAgreementTest {
  private static final boolean FULL = Boolean.getBoolean("fencepost.full");
  private static final int PROGRAMS =
      Integer.getInteger("fencepost.programs", FULL ? 100_000 : 1_500);
  private static final int WORKERS = FULL ? 2 : 1;
  private static final int STATES = 10_000;
  private static final int REPORTED = 3;

  private final long seed = Long.getLong("fencepost.seed", 1);
  private final AtomicInteger next = new AtomicInteger();
  private final AtomicInteger done = new AtomicInteger();
  private final AtomicInteger compared = new AtomicInteger();
  private final AtomicInteger leftOut = new AtomicInteger();
  private final List<String> differences = new ArrayList<>();

  @Test
  void bothMachinesFindTheSame(TestReporter reporter) throws InterruptedException {
    compare(reporter, PROGRAMS, RandomPrograms::next);
  }

  @Test
  void bothMachinesFindTheSameDeadlocks(TestReporter reporter) throws InterruptedException {
    compare(reporter, PROGRAMS / 5, RandomPrograms::nextOfWaits);
  }

  private void compare(
      TestReporter reporter, int programs, Function<RandomPrograms, RandomProgram> kind)
      throws InterruptedException {
    List<Thread> workers = new ArrayList<>();
    for (int i = 0; i < WORKERS; i++) {
      workers.add(Thread.ofPlatform().start(() -> work(programs, kind)));
    }
    for (Thread worker : workers) {
      worker.join();
    }
    assertThat(String.join("\n", differences)).isEmpty();
    reporter.publishEntry(
        String.format(
            Locale.ROOT,
            "%,d random programs of seed %d: %,d comparisons, %,d left out",
            done.get(),
            seed,
            compared.get(),
            leftOut.get()));
    assertThat(done.get()).as("programs that both machines ran").isEqualTo(programs);
    assertThat(compared.get()).isGreaterThan(programs);
  }

  /**
   * An error in an access whose address proves a guess wrong, marks that only fetch passes, two
   * errors in one instruction or atomic block; a violation behind guesses that never end, an
   * assumption that a run waits at, and strong accesses behind what holds back all others.
   */
  @ParameterizedTest
  @ValueSource(
      longs = {
        101_640, 102_500, 106_522, 107_350, 155_435, 120_902, 121_505, 126_976, 147_577, 168_178,
        170_830, 178_520, 178_563, 186_696, 187_559, 179_857, 189_313
      })
  void programsThatOnceDifferedAgree(long number) {
    RandomProgram program = new RandomPrograms(number).next();
    assertThat(difference(new MachineComparison(STATES), program)).isEmpty();
  }

  private void work(int programs, Function<RandomPrograms, RandomProgram> kind) {
    MachineComparison agreement = new MachineComparison(STATES);
    int number = next.getAndIncrement();
    while (number < programs && mayReportMore()) {
      int index = number;
      // A generator for each program, so that one can be made again without those before it.
      RandomProgram program = kind.apply(new RandomPrograms(seed * PROGRAMS + index));
      difference(agreement, program).ifPresent(found -> report(index, found));
      done.incrementAndGet();
      number = next.getAndIncrement();
    }
    compared.addAndGet(agreement.compared());
    leftOut.addAndGet(agreement.leftOut());
  }

  private static Optional<String> difference(MachineComparison agreement, RandomProgram program) {
    for (MemoryModel model : ReferenceModels.all()) {
      if (!agreement.difference(program, model).isEmpty()) {
        RandomProgram small = program.shrink(p -> !agreement.difference(p, model).isEmpty());
        return Optional.of(agreement.difference(small, model));
      }
    }
    return Optional.empty();
  }

  private synchronized boolean mayReportMore() {
    return differences.size() < REPORTED;
  }

  private synchronized void report(int index, String difference) {
    differences.add("program " + index + " of seed " + seed + ", " + difference);
  }
}
