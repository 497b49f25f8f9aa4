// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fencepost.source.InvalidInputException;
import dev.fencepost.verdict.Verdict;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A weaker memory model has all runs of a stronger one: what random programs with loops violate for
 * ever under the one, they violate under the other. {@code -Dfencepost.seed=N} for other programs.
 */
class RandomTemporalTest {
  private static final long SEED = Long.getLong("fencepost.seed", 1);
  private static final int PROGRAMS = Boolean.getBoolean("fencepost.full") ? 2_000 : 60;
  private static final int MOST_STATES = 20_000;

  /** The runs of each model are runs of the models behind it. */
  private static final List<String> WEAKER = List.of("sc", "tso", "pso-no", "rmo-no", "rmo-v9");

  private static final String HEADERS =
      "#include <fencepost.h>\n#include <pthread.h>\nstatic int x, y, d;\n";

  private final SplittableRandom random = new SplittableRandom(SEED);

  private static Verdict verdict(String text, String model, int window)
      throws InvalidInputException {
    return Fencepost.checkText("test.c", text)
        .model(model)
        .ltl("p")
        .window(window)
        .states(MOST_STATES)
        .threads(1)
        .run()
        .verdict();
  }

  private static String program(String formula, String thread, String main) {
    return HEADERS
        + "FENCEPOST_LTL(p, \""
        + formula
        + "\")\nstatic void *run(void *unused) { int r = 0; "
        + thread
        + " return 0; }\nint main(void) { int r = 0; pthread_t t; pthread_create(&t, 0, run, 0); "
        + main
        + " return 0; }\n";
  }

  @Test
  void weakerModelsHaveTheRunsOfStrongerOnes() throws InvalidInputException {
    int violated = 0;
    for (int i = 0; i < PROGRAMS; i++) {
      String text = program(formula(2), statements(1), statements(1));
      boolean before = false;
      for (String model : WEAKER) {
        Verdict verdict = verdict(text, model, 3);
        if (verdict instanceof Verdict.Inconclusive) {
          break;
        }
        boolean now = verdict instanceof Verdict.Violated;
        assertThat(now || !before).as(model + "\n" + text).isTrue();
        before = now;
      }
      violated += before ? 1 : 0;
    }
    assertThat(violated).isBetween(PROGRAMS / 6, PROGRAMS * 5 / 6);
  }

  /** In such a loop some branch is guessed in every state, but each guess is confirmed in turn. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4, 6})
  void speculatingThreadsSpinForEver(int window) throws InvalidInputException {
    String text = program("<> {d == 1}", "while (!x) ;", "d = 1;");

    assertThat(verdict(text, "rmo-v9", window)).isInstanceOf(Verdict.Violated.class);
  }

  /** A guess that nothing has gone on keeps no thread from stopping for ever. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4, 6})
  void speculatingThreadsStopForEver(int window) throws InvalidInputException {
    String text = program("[] <> {y == 1}", "while (!x) y = 1 - y;", "for (;;) d = 1 - d;");

    assertThat(verdict(text, "rmo-v9", window)).isInstanceOf(Verdict.Violated.class);
  }

  private String formula(int depth) {
    if (depth == 0) {
      return "{" + oneOf("x", "y", "d") + oneOf(" == ", " != ") + oneOf("0", "1", "x") + "}";
    }
    String inner = formula(depth - 1);
    return switch (random.nextInt(6)) {
      case 0, 1 -> "[] " + inner;
      case 2, 3 -> "<> " + inner;
      case 4 -> "(" + inner + " U " + formula(depth - 1) + ")";
      default -> "(" + inner + oneOf(" && ", " || ", " -> ") + formula(depth - 1) + ")";
    };
  }

  private String statements(int depth) {
    StringBuilder text = new StringBuilder();
    for (int i = 1 + random.nextInt(3); i > 0; i--) {
      text.append(statement(depth)).append(' ');
    }
    return text.toString();
  }

  private String statement(int depth) {
    String place = oneOf("x", "y");
    int kind = random.nextInt(depth > 0 ? 11 : 8);
    return switch (kind) {
      case 0, 1 -> place + " = " + oneOf("0", "1", "1 - " + place) + ";";
      case 2 -> "d = 1;";
      case 3 -> "r = " + place + ";";
      case 4 -> "while (" + oneOf("", "!") + place + ") ;";
      case 5 -> "while (!" + place + ") " + oneOf("y = 1 - y;", "x = 1 - x;", "r = y;");
      case 6 -> "while (!cas(&" + place + ", " + oneOf("0", "1") + ", 1)) ;";
      case 7 -> oneOf("fence();", "r = x; y = r;");
      case 8 -> "if (" + place + ") { " + statements(depth - 1) + "}";
      case 9 -> "if (choose(2)) { " + statements(depth - 1) + "}";
      default -> "for (;;) { " + statements(depth - 1) + "}";
    };
  }

  private String oneOf(String... words) {
    return words[random.nextInt(words.length)];
  }
}
