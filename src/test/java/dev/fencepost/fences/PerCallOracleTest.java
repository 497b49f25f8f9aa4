// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.fences;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fencepost.check.CheckTask;
import dev.fencepost.source.InvalidInputException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Random programs of calls: places for each call are worth what places are worth in the text with
 * the functions written out.
 */
class PerCallOracleTest {
  private static final long SEED = Long.getLong("fencepost.seed", 1);
  private static final int PROGRAMS = Boolean.getBoolean("fencepost.full") ? 300 : 15;
  private static final List<String> MODELS = List.of("tso", "pso-no", "rmo-no", "armv8");

  /** Names, parameters and bodies; {@code u} and {@code v} are cells, {@code r} is a register. */
  private static final List<String> BODIES =
      List.of("*u = 1;\n    *v = 1;", "*u = 1;\n    r[i] = *v;", "r[i] = *u;\n    *v = 1;");

  private static final String HEAD =
      """
      #include <fencepost.h>
      #include <pthread.h>
      #include <stddef.h>
      FENCEPOST_GHOST static int r[4];
      static int x, y, z;
      """;

  @TempDir Path folder;

  @Test
  void placesOfCallsAreWorthThoseOfWrittenOutFunctions() throws InvalidInputException {
    SplittableRandom random = new SplittableRandom(SEED);
    int repaired = 0;
    while (repaired < PROGRAMS) {
      String model = MODELS.get(random.nextInt(MODELS.size()));
      List<List<String>> threads = List.of(calls(random, 0), calls(random, 2));
      String outcome =
          "r[" + random.nextInt(2) + "] == 0 && r[" + (2 + random.nextInt(2)) + "] == ";
      outcome += random.nextInt(2);
      FencesTask called = task(text(threads, outcome, false), model, true);
      FencesResult result = Synthesis.run(called, FencesListener.NONE);
      FencesResult expected =
          Synthesis.run(task(text(threads, outcome, true), model, false), FencesListener.NONE);
      String what = model + "\n" + text(threads, outcome, false);
      assertThat(result.ending()).as(what).hasSameClassAs(expected.ending());
      if (!expected.answers().isEmpty()) {
        repaired++;
        Answer answer = result.answers().getFirst();
        assertThat(answer.cost()).as(what).isEqualTo(expected.answers().getFirst().cost());
        new PatchCompiler(folder).compile(answer.patch(), called.checks().getFirst());
      }
    }
  }

  private static FencesTask task(String text, String model, boolean perCall) {
    List<CheckTask> checks = List.of(CheckTask.of("calls.c", model).withText(text));
    return new FencesTask(checks, Costs.USUAL, Ask.FENCES, false, 1, perCall);
  }

  /** Two calls: the number of the body, the cells, the register. */
  private static List<String> calls(SplittableRandom random, int register) {
    List<String> calls = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      int cell = random.nextInt(3);
      int other = (cell + 1 + random.nextInt(2)) % 3;
      calls.add("" + random.nextInt(3) + "xyz".charAt(cell) + "xyz".charAt(other) + (register + i));
    }
    return calls;
  }

  private static String text(List<List<String>> threads, String outcome, boolean writtenOut) {
    StringBuilder text = new StringBuilder(HEAD);
    text.append("FENCEPOST_FINAL(never, !(").append(outcome).append("));\n");
    for (int i = 0; i < BODIES.size() && !writtenOut; i++) {
      text.append("static inline void f%d(int *u, int *v, int i)\n{\n".formatted(i))
          .append("    (void)i;\n    ")
          .append(BODIES.get(i))
          .append("\n}\n");
    }
    for (int i = 0; i < 2; i++) {
      text.append("static void *thread%d(void *unused)\n{\n".formatted(i));
      for (String call : threads.get(i)) {
        String number = call.substring(0, 1);
        String u = call.substring(1, 2);
        String v = call.substring(2, 3);
        String register = call.substring(3);
        String body = BODIES.get(Integer.parseInt(number));
        text.append("    ")
            .append(
                writtenOut
                    ? body.replace("*u", u).replace("*v", v).replace("[i]", "[" + register + "]")
                    : "f%s(&%s, &%s, %s);".formatted(number, u, v, register))
            .append('\n');
      }
      text.append("    return unused;\n}\n");
    }
    text.append("int main(void)\n{\n    pthread_t s, t;\n");
    text.append("    pthread_create(&s, NULL, thread0, NULL);\n");
    return text.append("    pthread_create(&t, NULL, thread1, NULL);\n    return 0;\n}\n")
        .toString();
  }
}
