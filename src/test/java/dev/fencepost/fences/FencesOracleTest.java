// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.fences;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fencepost.check.CheckListener;
import dev.fencepost.check.CheckResult;
import dev.fencepost.check.CheckTask;
import dev.fencepost.check.Checker;
import dev.fencepost.check.Inputs;
import dev.fencepost.fences.FencesResult.Ending;
import dev.fencepost.source.InvalidInputException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * Random programs with four places for fences and orders: all assignments to the places, by brute
 * force and as text, have the answers that the search finds.
 */
class FencesOracleTest {
  private static final long SEED = Long.getLong("fencepost.seed", 1);
  private static final boolean FULL = Boolean.getBoolean("fencepost.full");
  private static final int PROGRAMS = FULL ? 2_000 : 80;
  private static final int UNPRUNED = FULL ? 100 : 6;
  private static final String FILE = "random.c";

  private static final List<String> MODELS =
      List.of("tso", "pso-full", "pso-no", "rmo-full", "rmo-no", "x86", "armv8", "riscv");

  /** Models of which runs are not looked at as closely, or whose checks take longer. */
  private static final List<String> OTHER_MODELS =
      List.of("power", "rmo-nmca-no", "rmo-v9", "tso-nmca");

  /** It has a fence of one pair, which is not among those that are tried. */
  private static final String WITH_PAIRS = "armv8";

  private final Inputs inputs = new Inputs();
  private int found;

  /** A program under a model, with what is known of its assignments. */
  private final class Case {
    private final RandomPlaces program;
    private final String model;
    private final Map<List<Integer>, Boolean> known = new HashMap<>();
    private final List<List<Integer>> failing = new ArrayList<>();

    Case(RandomPlaces program, String model) {
      this.program = program;
      this.model = model;
    }

    /** Whether an assignment holds; one that a failing one covers is not checked. */
    boolean holds(List<Integer> assignment) throws InvalidInputException {
      if (failing.stream().anyMatch(strong -> program.covers(strong, assignment))) {
        return false;
      }
      Boolean before = known.get(assignment);
      if (before == null) {
        before = check(program.text(assignment), model).holds();
        known.put(assignment, before);
        if (!before) {
          failing.add(assignment);
        }
      }
      return before;
    }

    /** Checks what is as strong as can be but for one place, so that much is known to fail. */
    void checkWeakPlaces() throws InvalidInputException {
      List<Integer> strongest = program.all(true);
      for (int place = 0; place < strongest.size(); place++) {
        for (int option = program.places().get(place).size() - 2; option >= 0; option--) {
          List<Integer> weaker = new ArrayList<>(strongest);
          weaker.set(place, option);
          holds(weaker);
        }
      }
    }

    /** All minimal assignments, cheapest first. */
    List<List<Integer>> minimal(boolean all) throws InvalidInputException {
      List<List<Integer>> minimal = new ArrayList<>();
      for (List<Integer> assignment : assignments()) {
        boolean dearer =
            !minimal.isEmpty() && program.cost(assignment) > program.cost(minimal.getFirst());
        if (dearer && !all) {
          break;
        }
        if (minimal.stream().noneMatch(weaker -> program.covers(assignment, weaker))
            && holds(assignment)) {
          minimal.add(assignment);
        }
      }
      return minimal;
    }

    /** Whether the search knows no more options than the places, and checks are quick. */
    boolean hasAllOptions() {
      return MODELS.contains(model) && !model.equals(WITH_PAIRS);
    }

    /** The texts of all minimal assignments, of which each one is checked. */
    List<String> minimalOfAll() throws InvalidInputException {
      List<List<Integer>> holding = new ArrayList<>();
      for (List<Integer> assignment : assignments()) {
        if (check(program.text(assignment), model).holds()) {
          holding.add(assignment);
        }
      }
      return holding.stream()
          .filter(
              each ->
                  holding.stream()
                      .noneMatch(less -> !less.equals(each) && program.covers(each, less)))
          .map(program::text)
          .toList();
    }

    private List<List<Integer>> assignments() {
      List<List<Integer>> assignments = new ArrayList<>(List.of(List.of()));
      for (List<RandomPlaces.Option> options : program.places()) {
        List<List<Integer>> longer = new ArrayList<>();
        for (List<Integer> assignment : assignments) {
          for (int option = 0; option < options.size(); option++) {
            List<Integer> more = new ArrayList<>(assignment);
            more.add(option);
            longer.add(more);
          }
        }
        assignments = longer;
      }
      assignments.sort(
          Comparator.<List<Integer>>comparingInt(program::cost)
              .thenComparingInt(each -> each.stream().mapToInt(Integer::intValue).sum()));
      return assignments;
    }
  }

  /** A random program that fails under a model, and not under SC. */
  private Case next(SplittableRandom random) throws InvalidInputException {
    while (true) {
      RandomPlaces program = new RandomPlaces(random);
      List<String> models = random.nextInt(40) == 0 ? OTHER_MODELS : MODELS;
      String model = models.get(random.nextInt(models.size()));
      String text = program.text(program.all(false));
      if (check(text, model).violated() && !check(text, "sc").violated()) {
        return new Case(program, model);
      }
    }
  }

  @Test
  void bruteForceFindsTheSameAnswers() throws InvalidInputException {
    SplittableRandom random = new SplittableRandom(SEED);
    for (int i = 0; i < PROGRAMS; i++) {
      Case each = next(random);
      compare(each, each.hasAllOptions() && random.nextInt(20) == 0);
    }
    assertThat(found).as("programs that fences or orders repair").isGreaterThan(PROGRAMS / 3);
  }

  /** Each assignment is checked, whatever is known of the others. */
  @Test
  void bruteForceOverAllAssignmentsFindsTheSameAnswers() throws InvalidInputException {
    SplittableRandom random = new SplittableRandom(SEED);
    for (int searched = 0; searched < UNPRUNED; ) {
      Case each = next(random);
      if (each.hasAllOptions()) {
        searched++;
        String text = each.program.text(each.program.all(false));
        assertThat(search(text, each.model, each.program.ask, true).answers())
            .as(each.model + " " + each.program.ask + "\n" + text)
            .extracting(answer -> answer.patch().allTexts().get(FILE))
            .containsExactlyInAnyOrderElementsOf(each.minimalOfAll());
      }
    }
  }

  private void compare(Case each, boolean all) throws InvalidInputException {
    RandomPlaces program = each.program;
    String text = program.text(program.all(false));
    FencesResult result = search(text, each.model, program.ask, all);
    String what = each.model + " " + program.ask + "\n" + text;
    if (!each.holds(program.all(true))) {
      assertThat(result.ending()).as(what).isInstanceOf(Ending.NoFenceHelps.class);
      return;
    }
    found++;
    assertThat(result.ending()).as(what).isInstanceOf(Ending.Complete.class);
    each.checkWeakPlaces();
    List<List<Integer>> expected = each.minimal(all);
    List<String> texts = expected.stream().map(program::text).toList();
    List<String> answers =
        result.answers().stream().map(answer -> answer.patch().allTexts().get(FILE)).toList();
    if (all) {
      assertThat(answers).as(what).containsExactlyInAnyOrderElementsOf(texts);
    } else {
      assertThat(texts).as(what).containsAll(answers);
      assertThat(answers).as(what).hasSize(1);
    }
    if (program.ask != Ask.BOTH) {
      String strongest = program.text(program.all(true));
      FencesResult weaker = search(strongest, each.model, Ask.WEAKEN, false);
      assertThat(weaker.answers().getFirst().cost())
          .as(what)
          .isEqualTo(result.answers().getFirst().cost());
    }
  }

  private static FencesResult search(String text, String model, Ask ask, boolean all)
      throws InvalidInputException {
    CheckTask task = CheckTask.of(FILE, model).withText(text);
    Map<String, Integer> numbers = new HashMap<>(RandomPlaces.COSTS);
    if (model.equals(WITH_PAIRS)) {
      numbers.put("fence[WW]", 99);
    }
    Costs costs = new Costs(numbers, new Weights(1, 1, 1));
    return Synthesis.run(new FencesTask(List.of(task), costs, ask, all, 1), FencesListener.NONE);
  }

  private CheckResult check(String text, String model) throws InvalidInputException {
    return Checker.check(CheckTask.of(FILE, model).withText(text), inputs, CheckListener.NONE);
  }
}
