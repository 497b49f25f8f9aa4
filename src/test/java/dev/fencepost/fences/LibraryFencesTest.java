// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.fences;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fencepost.LongTest;
import dev.fencepost.check.CheckListener;
import dev.fencepost.check.CheckTask;
import dev.fencepost.check.Checker;
import dev.fencepost.check.Inputs;
import dev.fencepost.check.LoadedSource;
import dev.fencepost.fences.FencesResult.Ending;
import dev.fencepost.source.InvalidInputException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The fences that the collectors of the library lack. */
class LibraryFencesTest {
  private static final List<String> RELAXED =
      List.of("tso", "pso-full", "pso-no", "rmo-full", "rmo-no");

  @TempDir Path folder;
  private final Inputs inputs = new Inputs();

  private static List<CheckTask> checks(String file, List<String> models) {
    List<CheckTask> checks = new ArrayList<>();
    for (String scenario : List.of("WR", "RW")) {
      for (String model : models) {
        checks.add(CheckTask.of("library/gc/" + file, model).withDefine("SCENARIO", scenario));
      }
    }
    return checks;
  }

  /** The fences of the only cheapest answer, whose patched source is checked once more. */
  private List<String> fences(String file, List<String> models) throws InvalidInputException {
    return fences(new FencesTask(checks(file, models), Costs.USUAL, Ask.FENCES, false, 1));
  }

  private List<String> fences(FencesTask task) throws InvalidInputException {
    FencesResult result = Synthesis.run(task, FencesListener.NONE);
    assertThat(result.ending()).isInstanceOf(Ending.Complete.class);
    Answer answer = result.answers().getFirst();
    for (CheckTask check : task.checks()) {
      LoadedSource patched = LoadedSource.patched(check, answer.patch().texts());
      Checker.check(check, patched, inputs.model(check.model()), CheckListener.NONE).assertHolds();
    }
    new PatchCompiler(folder).compile(answer.patch(), task.checks().getFirst());
    return answer.choices().stream()
        .map(
            choice ->
                choice.kind().text()
                    + " "
                    + choice.site().function()
                    + ": "
                    + choice.site().statement().replaceFirst("\\{.*", "").strip())
        .toList();
  }

  @Test
  void stoplessNeedsOneReleaseFence() throws InvalidInputException {
    assertThat(fences("stopless/stopless.c", RELAXED))
        .containsExactly(
            "fence_release() narrow_field: if (cas(&wide_field[field], seen,"
                + " WIDE_FIELD(WIDE_VALUE(seen), IN_COPY))) break;");
  }

  @Test
  void staccatoNeedsAReleaseFenceInTheYieldpoint() throws InvalidInputException {
    assertThat(fences("staccato/staccato.c", RELAXED))
        .containsExactly("fence_release() answer_handshake: handshake_request[request] = 0;");
  }

  @Test
  void cloverNeedsOneFenceBeforeTheCas() throws InvalidInputException {
    for (String file : List.of("clover/clover-fix.c", "clover/clover-fix-alpha1.c")) {
      assertThat(fences(file, RELAXED))
          .containsExactly(
              "fence_release() copy_field: if (cas(&from_field[field], value, ALPHA))");
    }
  }

  @Test
  void chickenNeedsThreeReleaseFences() throws InvalidInputException {
    assertThat(fences("chicken/chicken.c", RELAXED))
        .containsExactly(
            "fence_release() collector: soft_handshake();",
            "fence_release() collector: if (cas(&from_forward, FROM | COPYING, TO))",
            "fence_release() answer_handshake: handshake_request[request] = 0;");
  }

  @Test
  void sapphireForX86NeedsAReleaseFenceBetweenItsTwoStores() throws InvalidInputException {
    assertThat(fences("sapphire/sapphire-x86.c", RELAXED))
        .containsExactly("fence_release() write_barrier: to_field[FIELD(self)] = value;");
  }

  @Test
  void thePapersFencesAreMoreThanItTakes() throws InvalidInputException {
    assertThat(weakened("stopless/stopless-rmo.c"))
        .containsExactly("fence_release() narrow_field: FENCE_AFTER_FIELD_COPY;");
    assertThat(weakened("staccato/staccato-fence.c"))
        .containsExactly(
            "fence_release() collector: WRITE_SYNC;",
            "fence_release() answer_handshake: YIELDPOINT_FENCE;");
  }

  private List<String> weakened(String file) throws InvalidInputException {
    return fences(new FencesTask(checks(file, RELAXED), Costs.USUAL, Ask.WEAKEN, false, 1));
  }

  @Test
  void theDequeNeedsTheFencesOfChaseAndLev() throws InvalidInputException {
    CheckTask deque =
        CheckTask.of("library/gc/pool/deque-fence-broken.c", "rmo-no")
            .withDefine("BROKEN_NO_PUBLICATION", "1")
            .withDefine("BROKEN_NO_THIEF_FENCE", "1");
    assertThat(fences(new FencesTask(List.of(deque), Costs.USUAL, Ask.FENCES, false, 1)))
        .containsExactly(
            "fence_release() push: bottom = b + 1;",
            "fence() pop: int t = top;",
            "fence_acquire() steal: int b = bottom;");
  }

  @Test
  void theDequeHasThePublishedFencesOnArmAndPower() throws InvalidInputException {
    CheckTask deque = CheckTask.of("library/gc/pool/deque.c", "armv8");
    assertThat(fences(new FencesTask(List.of(deque), Costs.USUAL, Ask.WEAKEN, false, 1)))
        .containsExactly(
            "fence_named(\"WW\") push: fence_release();",
            "fence() pop: fence();",
            "fence() steal: fence();",
            "fence_acquire() steal: fence_acquire();");
    CheckTask power = deque.withModel("power");
    assertThat(fences(new FencesTask(List.of(power), Costs.USUAL, Ask.WEAKEN, false, 1)))
        .containsExactly(
            "fence_release() push: fence_release();",
            "fence() pop: fence();",
            "fence() steal: fence();",
            "fence_acquire() steal: fence_acquire();");
  }

  @Test
  void lxrNeedsItsLockOrderedOnArm() throws InvalidInputException {
    CheckTask lxr =
        CheckTask.of("library/gc/production/lxr/lxr.c", "armv8").withDefine("OWN_OBJECTS", "1");
    assertThat(fences(new FencesTask(List.of(lxr), Costs.USUAL, Ask.FENCES, false, 1)))
        .containsExactly(
            "fence_acquire() swap_if_relaxed: return expected;",
            "fence_acquire() write_reference: log_and_unlock(0);",
            "fence_named(\"WW\") log_and_unlock: SET_BIT(&lock[at], UNLOCKED);");
  }

  @Test
  void g1NeedsAStoreLoadOnBothSides() throws InvalidInputException {
    CheckTask g1 =
        CheckTask.of("library/gc/production/g1-cards/g1-cards-broken-store-load.c", "x86");
    assertThat(fences(new FencesTask(List.of(g1), Costs.USUAL, Ask.FENCES, false, 1)))
        .containsExactly("fence() write_reference: if (get(&card[holder]) == DIRTY)");
    CheckTask both = g1.withDefine("BROKEN_NO_REFINER_FENCE", "1");
    assertThat(fences(new FencesTask(List.of(both), Costs.USUAL, Ask.FENCES, false, 1)))
        .containsExactly(
            "fence() refine: int region = get(&field[holder]);",
            "fence() write_reference: if (get(&card[holder]) == DIRTY)");
  }

  @Test
  @LongTest
  void fewOrdersAreNeededOnArm() throws InvalidInputException {
    assertThat(orders("v8-marking/v8-marking.c"))
        .containsExactly("memory_order_acquire stop_if_asked: get_acquire(&safepoint)");
    assertThat(orders("shenandoah/shenandoah.c"))
        .containsExactly(
            "memory_order_release, memory_order_relaxed swap_if_acq_rel:"
                + " atomic_compare_exchange_strong_explicit(cell, &expected, desired,"
                + " memory_order_acq_rel, memory_order_acquire)",
            "memory_order_acquire stop_if_asked: get_acquire(&safepoint)",
            "memory_order_acquire answer_if_asked: get_acquire(&handshake)");
  }

  private List<String> orders(String file) throws InvalidInputException {
    CheckTask check = CheckTask.of("library/gc/production/" + file, "armv8");
    return fences(new FencesTask(List.of(check), Costs.USUAL, Ask.ORDERS, false, 1)).stream()
        .filter(choice -> !choice.startsWith("memory_order_relaxed"))
        .toList();
  }

  @Test
  void theTableHasARowForEach() throws InvalidInputException {
    assertThat(FencesTable.run("Stopless", 1, FencesListener.NONE).csv())
        .contains("Stopless,tso,none,", "Stopless,rmo-no,1 release,2,", "Stopless,together,");
  }

  @Test
  void noFenceHelpsCloverWithAlphaZero() throws InvalidInputException {
    FencesResult result =
        Synthesis.run(
            new FencesTask(
                checks("clover/clover-alpha0.c", RELAXED), Costs.USUAL, Ask.FENCES, false, 1),
            FencesListener.NONE);
    assertThat(result.ending()).isInstanceOf(Ending.FailsUnderSc.class);
  }
}
