// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.fences;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fencepost.check.CheckListener;
import dev.fencepost.check.CheckTask;
import dev.fencepost.check.Inputs;
import dev.fencepost.fences.Goal.Outcome;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.suite.KnownResults;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SynthesisTest {
  @TempDir private Path folder;

  /** A mutator that leaves a dirty card alone while a refiner cleans it. */
  private static final String CARDS =
      """
      #include <pthread.h>
      #include <fencepost.h>
      static int field, card = 1, scanned;
      static void *mutator(void *unused) { field = 1; if (!card) card = 1; return 0; }
      static void *refiner(void *unused) { card = 0; scanned = field; return 0; }
      FENCEPOST_FINAL(no_card_is_lost, scanned || card)
      int main(void) {
        pthread_t m, r;
        pthread_create(&m, 0, mutator, 0);
        pthread_create(&r, 0, refiner, 0);
      }
      """;

  /** Asks to stop when the search is over and its run is not explained yet. */
  private static final class StopsBehindSearch implements CheckListener {
    private volatile boolean searched;

    @Override
    public void note(Supplier<String> lines) {
      searched |= lines.get().contains("remained:");
    }

    @Override
    public boolean stopRequested() {
      return searched;
    }
  }

  private FencesTask task() throws IOException {
    Path file = Files.writeString(folder.resolve("cards.c"), CARDS);
    CheckTask task = CheckTask.of(file.toString(), "armv8");
    return new FencesTask(List.of(task), Costs.USUAL, Ask.FENCES, false, 1);
  }

  private Goal goal() throws IOException, InvalidInputException {
    SearchSpace space = new SearchSpace(task(), new Inputs(), KnownResults.none());
    space.load();
    return space.goals().getFirst();
  }

  @Test
  void countOfStatesNeverFalls() throws IOException, InvalidInputException {
    List<Long> states = new ArrayList<>();
    Synthesis.run(task(), progress -> states.add(progress.work().states()));
    assertThat(states).isSorted();
    assertThat(states.getFirst()).isPositive().isLessThan(states.getLast());
  }

  @Test
  void runThatWasNotExplainedSaysNothingOfFences() throws IOException, InvalidInputException {
    Goal goal = goal();
    assertThat(goal.outcome(new BitSet(), new StopsBehindSearch()))
        .isInstanceOf(Outcome.Unknown.class);
    assertThat(goal.outcome(new BitSet(), CheckListener.NONE))
        .isInstanceOfSatisfying(
            Outcome.Fails.class, fails -> assertThat(fails.forbidding().isEmpty()).isFalse());
  }
}
