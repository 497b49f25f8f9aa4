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
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * Random programs with four places for fences: all assignments of fences to the places, by brute
 * force and as text, have the answers that the search finds.
 */
class FencesOracleTest {
  private static final long SEED = Long.getLong("fencepost.seed", 1);
  private static final boolean FULL = Boolean.getBoolean("fencepost.full");
  private static final int PROGRAMS = FULL ? 3_000 : 15;
  private static final int STATEMENTS = 3;
  private static final String FILE = "random.c";

  private static final List<String> MODELS =
      List.of("tso", "pso-full", "pso-no", "rmo-full", "rmo-no", "x86");

  /** Models of which runs are not looked at as closely, or whose checks take longer. */
  private static final List<String> OTHER_MODELS =
      List.of("armv8", "riscv", "rmo-nmca-no", "rmo-v9", "tso-nmca");

  /** What may stand at a place: nothing, single fences, and two that are no full fence. */
  private static final List<List<String>> FENCES =
      List.of(
          List.of(),
          List.of("fence_acquire()"),
          List.of("fence_release()"),
          List.of("fence_acquire()", "fence_release()"),
          List.of("fence()"));

  private static final String HEAD =
      """
      #include <fencepost.h>
      #include <pthread.h>
      #include <stddef.h>
      static int x, y, z;
      FENCEPOST_GHOST static int r[4];
      int main(void);
      """;

  private static final Map<String, Integer> COSTS =
      Map.of("fence[acquire]", 2, "fence[release]", 3, "fence[seq_cst]", 8);

  /** A program: the statements of two threads, and the outcome that must not be. */
  private record Source(List<List<String>> threads, String outcome) {

    /** Its text, with fences before the second and third statement of each thread. */
    String text(List<List<String>> fences) {
      StringBuilder text = new StringBuilder(HEAD);
      text.append("FENCEPOST_FINAL(never, !(").append(outcome).append("))\n");
      for (int i = 0; i < 2; i++) {
        text.append("static void *thread").append(i).append("(void *unused)\n{\n");
        text.append("    fencepost_keep int a = 0, b = 0;\n    fencepost_keep (void)unused;\n");
        for (int j = 0; j < STATEMENTS; j++) {
          if (j > 0) {
            fences.get(i * 2 + j - 1).forEach(f -> text.append("    ").append(f).append(";\n"));
          }
          String keep = j == 0 ? "fencepost_keep " : "";
          text.append("    ").append(keep).append(threads.get(i).get(j)).append('\n');
        }
        text.append("    fencepost_keep r[").append(2 * i).append("] = a;\n");
        text.append("    fencepost_keep r[").append(2 * i + 1).append("] = b;\n");
        text.append("    fencepost_keep return NULL;\n}\n");
      }
      text.append("int main(void)\n{\n    pthread_t s, t;\n");
      text.append("    fencepost_keep pthread_create(&s, NULL, thread0, NULL);\n");
      text.append("    fencepost_keep pthread_create(&t, NULL, thread1, NULL);\n");
      return text.append("    fencepost_keep return 0;\n}\n").toString();
    }

    String text() {
      return text(List.of(List.of(), List.of(), List.of(), List.of()));
    }
  }

  @Test
  void bruteForceFindsTheSameAnswers() throws InvalidInputException {
    SplittableRandom random = new SplittableRandom(SEED);
    int searched = 0;
    int found = 0;
    while (searched < PROGRAMS) {
      Source source = source(random);
      boolean other = random.nextInt(40) == 0;
      List<String> models = other ? OTHER_MODELS : MODELS;
      String model = models.get(random.nextInt(models.size()));
      if (!check(source.text(), model).violated() || check(source.text(), "sc").violated()) {
        continue;
      }
      searched++;
      boolean all = !other && random.nextInt(20) == 0;
      found += compare(source, model, all);
    }
    assertThat(found).as("programs that fences repair").isGreaterThan(PROGRAMS / 2);
  }

  /** Compares one program; 1 if fences repair it. */
  private int compare(Source source, String model, boolean all) throws InvalidInputException {
    CheckTask task = CheckTask.of(FILE, model).withText(source.text());
    Map<String, Integer> numbers = new HashMap<>(COSTS);
    if (OTHER_MODELS.contains(model)) {
      numbers.put("fence[WW]", 99);
    }
    Costs costs = new Costs(numbers, new Weights(1, 1, 1));
    FencesResult result =
        Synthesis.run(new FencesTask(List.of(task), costs, false, all, 1), FencesListener.NONE);
    List<List<List<String>>> expected = bruteForce(source, model, all);
    String what = model + "\n" + source.text();
    if (expected.isEmpty()) {
      assertThat(result.ending()).as(what).isInstanceOf(Ending.NoFenceHelps.class);
      return 0;
    }
    assertThat(result.ending()).as(what).isInstanceOf(Ending.Complete.class);
    assertThat(weakened(source, model, costs))
        .as(what)
        .isEqualTo(result.answers().getFirst().cost());
    List<String> answers =
        result.answers().stream().map(answer -> answer.patch().allTexts().get(FILE)).toList();
    List<String> texts = expected.stream().map(source::text).toList();
    if (all) {
      assertThat(answers).as(what).containsExactlyInAnyOrderElementsOf(texts);
    } else {
      assertThat(texts).as(what).containsAll(answers);
      assertThat(answers).as(what).hasSize(1);
    }
    return 1;
  }

  /** The cost of what is left of full fences at all places. */
  private static long weakened(Source source, String model, Costs costs)
      throws InvalidInputException {
    List<String> full = List.of("fence()");
    CheckTask task =
        CheckTask.of(FILE, model).withText(source.text(List.of(full, full, full, full)));
    FencesResult result =
        Synthesis.run(new FencesTask(List.of(task), costs, true, false, 1), FencesListener.NONE);
    return result.answers().getFirst().cost();
  }

  /** All minimal assignments, or the cheapest. */
  private List<List<List<String>>> bruteForce(Source source, String model, boolean all)
      throws InvalidInputException {
    List<List<Integer>> assignments = new ArrayList<>();
    int count = (int) Math.pow(FENCES.size(), 4);
    for (int i = 0; i < count; i++) {
      int number = i;
      assignments.add(
          IntStream.range(0, 4)
              .mapToObj(place -> number / (int) Math.pow(FENCES.size(), place) % FENCES.size())
              .toList());
    }
    assignments.sort(
        Comparator.comparingInt(FencesOracleTest::cost).thenComparingInt(FencesOracleTest::fences));
    List<List<Integer>> minimal = new ArrayList<>();
    for (List<Integer> assignment : assignments) {
      boolean dearer = !minimal.isEmpty() && compare(assignment, minimal.getFirst()) > 0;
      if (dearer && !all) {
        break;
      }
      if (minimal.stream().noneMatch(weaker -> covers(assignment, weaker))
          && check(source.text(texts(assignment)), model).holds()) {
        minimal.add(assignment);
      }
    }
    return minimal.stream().map(FencesOracleTest::texts).toList();
  }

  private static int compare(List<Integer> one, List<Integer> other) {
    return cost(one) != cost(other) ? cost(one) - cost(other) : fences(one) - fences(other);
  }

  private static int cost(List<Integer> assignment) {
    return assignment.stream().mapToInt(i -> new int[] {0, 2, 3, 5, 8}[i]).sum();
  }

  private static int fences(List<Integer> assignment) {
    return assignment.stream().mapToInt(i -> FENCES.get(i).size()).sum();
  }

  private static List<List<String>> texts(List<Integer> assignment) {
    return assignment.stream().map(FENCES::get).toList();
  }

  /** Whether one assignment orders all that another one does, place by place. */
  private static boolean covers(List<Integer> strong, List<Integer> weak) {
    return IntStream.range(0, 4)
        .allMatch(
            i -> {
              int more = strong.get(i);
              int less = weak.get(i);
              return more == less || less == 0 || more == 4 || more == 3 && less != 4;
            });
  }

  private CheckResult check(String text, String model) throws InvalidInputException {
    return Checker.check(
        CheckTask.of(FILE, model).withText(text), new Inputs(), CheckListener.NONE);
  }

  private static Source source(SplittableRandom random) {
    List<List<String>> threads = new ArrayList<>();
    for (int thread = 0; thread < 2; thread++) {
      List<String> statements = new ArrayList<>();
      for (int i = 0; i < STATEMENTS; i++) {
        statements.add(statement(random));
      }
      threads.add(statements);
    }
    List<String> outcome = new ArrayList<>();
    for (int register = 0; register < 4; register++) {
      if (random.nextInt(3) > 0) {
        outcome.add("r[" + register + "] == " + random.nextInt(3));
      }
    }
    if (outcome.isEmpty() || random.nextInt(4) == 0) {
      outcome.add("observed_by(main, " + cell(random) + ") == " + random.nextInt(3));
    }
    return new Source(threads, String.join(" && ", outcome));
  }

  private static String statement(SplittableRandom random) {
    String cell = cell(random);
    String register = random.nextBoolean() ? "a" : "b";
    int value = 1 + random.nextInt(2);
    return switch (random.nextInt(9)) {
      case 0, 1, 2 -> cell + " = " + value + ";";
      case 3, 4, 5 -> register + " = " + cell + ";";
      case 6 -> register + " = cas(&" + cell + ", 0, " + value + ");";
      case 7 -> cell + " = " + register + " + 1;";
      default -> "if (" + register + ") fencepost_keep " + cell + " = " + value + ";";
    };
  }

  private static String cell(SplittableRandom random) {
    return List.of("x", "y", "z").get(random.nextInt(3));
  }
}
