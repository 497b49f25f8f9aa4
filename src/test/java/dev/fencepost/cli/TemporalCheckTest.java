// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.fencepost.check.Fencepost;
import dev.fencepost.source.InvalidInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Temporal properties of C models, as a user sees them. */
class TemporalCheckTest {
  private static final String SPIN =
      """
      #include <fencepost.h>
      #include <pthread.h>
      #include <stdint.h>
      #define ON 1
      struct flag { int raised; };
      static struct flag ready;
      static struct flag *shared = &ready;
      static int done;
      static _Bool is_done(void) { return done == ON; }
      static void *writer(void *unused) { ready.raised = ON; return 0; }
      FENCEPOST_LTL(ends, "<> is_done()")
      FENCEPOST_LTL(order, "[] ((uintptr_t)done -> {shared->raised == ON})"
                           " && (!done W ready.raised)")
      FENCEPOST_LTL(marked, "always (reached(\\"out\\") implies eventually done)")
      int main(void) {
        pthread_t thread;
        pthread_create(&thread, 0, writer, 0);
        while (ready.raised == 0) { }
        reachable("out");
        done = 1;
        return 0;
      }
      """;

  @TempDir Path folder;

  private CommandRun check(String text, String... options) throws IOException {
    Path file = folder.resolve("m.c");
    Files.writeString(file, text);
    List<String> args = new ArrayList<>(List.of("check", file.toString()));
    args.addAll(List.of(options));
    return CommandRun.of(args.toArray(String[]::new));
  }

  @Test
  void whoWaitsForEverInAnAtomicBlockLetsTheStateRepeat() throws IOException {
    String text =
        """
        #include <fencepost.h>
        #include <pthread.h>
        static int done;
        static pthread_rwlock_t a, b;
        static void *run(void *unused) {
          pthread_rwlock_wrlock(&a);
          pthread_rwlock_wrlock(&b);
          pthread_rwlock_unlock(&b);
          pthread_rwlock_unlock(&a);
          return 0;
        }
        FENCEPOST_LTL(ends, "<> {done == 1}")
        FENCEPOST_LTL(order, "[] {done < 2}")
        int main(void) {
          pthread_t thread;
          pthread_create(&thread, 0, run, 0);
          pthread_rwlock_wrlock(&b);
          pthread_rwlock_wrlock(&a);
          pthread_rwlock_unlock(&a);
          pthread_rwlock_unlock(&b);
          done = 1;
          return 0;
        }
        """;
    assertThat(check(text, "--model", "sc", "--ltl", "ends", "--fair").status()).isEqualTo(1);
    assertThat(check(text, "--model", "sc", "--ltl", "order", "--fair").status()).isEqualTo(0);
  }

  @Test
  void eachPropertyHasALine() throws IOException {
    CommandRun run = check(SPIN, "--model", "tso", "--no-trace");
    assertThat(run.status()).isEqualTo(1);
    assertThat(run.out().lines().skip(1).map(line -> line.replaceAll(" +(holds|violated).*", "")))
        .containsExactly("tso", "tso ltl ends", "tso ltl order", "tso ltl marked");
    assertThat(run.out()).containsPattern("ltl ends +violated").containsPattern("order +holds");
  }

  @Test
  void withFairnessAllHold() throws IOException {
    CommandRun run = check(SPIN, "--model", "sparc", "--fair");
    assertThat(run.status()).isZero();
    assertThat(run.out()).doesNotContain("violated").contains("rmo-no ltl marked, fair");
  }

  @Test
  void theLoopIsMarkedInTextAndJson() throws IOException {
    CommandRun text = check(SPIN, "--model", "sc", "--ltl", "ends");
    assertThat(text.out())
        .contains(
            "a violating run of ltl ends under sc:",
            "the following steps repeat for ever",
            "this run violates ltl ends");
    CommandRun json = check(SPIN, "--model", "sc", "--ltl", "ends", "--format", "json");
    JsonObject result =
        JsonParser.parseString(json.out())
            .getAsJsonObject()
            .getAsJsonArray("results")
            .get(0)
            .getAsJsonObject();
    assertThat(result.getAsJsonObject("task").get("ltl").getAsString()).isEqualTo("ends");
    assertThat(result.getAsJsonObject("trace").get("loop").getAsInt()).isEqualTo(1);
    Path file = folder.resolve("result.json");
    Files.writeString(file, json.out());
    assertThat(CommandRun.of("check", "--repeat", file.toString()).status()).isEqualTo(1);
  }

  @Test
  void aRunThatEndsAndOneThatRunsOnUnseenAreTold() throws IOException {
    String ends =
        """
        #include <fencepost.h>
        static int x;
        FENCEPOST_LTL(p, "<> {x == 2}")
        int main(void) { x = 1; %s return 0; }
        """;
    assertThat(check(ends.formatted(""), "--model", "tso").out())
        .contains("nothing happens any more");
    assertThat(check(ends.formatted("for (;;) { }"), "--model", "tso", "--fair").out())
        .contains("a thread runs on by itself and nobody sees it");
  }

  @Test
  void aBoundedWindowIsTold() throws IOException {
    String text =
        """
        #include <fencepost.h>
        static int x, y;
        FENCEPOST_LTL(p, "[] <> {x == 0}")
        int main(void) { for (;;) { x = 1; y = 1; x = 0; } }
        """;
    CommandRun run = check(text, "--model", "tso", "--ltl", "p", "--fair");
    assertThat(run.out()).contains("holds, window <= 6");
    assertThat(run.status()).isEqualTo(2);
    assertThat(check(text, "--model", "sc", "--ltl", "p", "--fair").status()).isZero();
  }

  @Test
  void eachThreadSeesTheStoreSomeDay() throws IOException {
    String text =
        """
        #include <fencepost.h>
        #include <pthread.h>
        static int x;
        static void *reader(void *unused) { for (;;) { } return 0; }
        int main(void);
        FENCEPOST_LTL(all, "<> (observed_by(main, x) && observed_by(reader, x))")
        int main(void) {
          pthread_t thread;
          pthread_create(&thread, 0, reader, 0);
          x = 1;
          return 0;
        }
        """;
    assertThat(check(text, "--model", "rmo-nmca-no", "--fair").status()).isZero();
    assertThat(check(text, "--model", "rmo-nmca-no", "--no-trace").status()).isEqualTo(1);
  }

  @Test
  void aFailedAssertionOnTheWayIsTold() throws IOException {
    String text =
        """
        #include <assert.h>
        #include <fencepost.h>
        static int x;
        FENCEPOST_LTL(p, "[] {x == 0}")
        int main(void) { assert(x == 1); return 0; }
        """;
    CommandRun run = check(text, "--model", "sc", "--ltl", "p");
    assertThat(run.status()).isEqualTo(1);
    assertThat(run.out()).contains("assertion failed");
  }

  @Test
  void badInputIsToldWithItsPlace() throws IOException {
    assertBad(check(SPIN, "--ltl", "none"), "no temporal property 'none'", "ends, order, marked");
    assertBad(check("int main(void) { return 0; }", "--ltl", "p"), "the model has none");
    assertBad(check(formula("[] ("), "--model", "sc"), "m.c:3:23: error: an operand is missing");
    assertBad(check(formula("[] {x == }"), "--model", "sc"), "m.c:3:23: error: expected an");
    assertBad(check(formula("<> nowhere"), "--model", "sc"), "'nowhere' is not declared");
    assertBad(check(formula("<> {x = 1}"), "--model", "sc"), "this cannot stand in a property");
    assertBad(check(formula("<> reached(\\\"l\\\")"), "--model", "sc"), "no thread passes a mark");
    assertBad(check(formula("<> {x 1}"), "--model", "sc"), "the expression should end before '1'");
    assertBad(check(formula("<> {x == 1}"), "--model", "tso-nmca"), "must name the observer");
    assertBad(
        check("int fencepost_ltl_p(void) { return 1; } int main(void) { return 0; }"),
        "a temporal property is a formula in quotes");
  }

  private static String formula(String text) {
    return """
    #include <fencepost.h>
    static int x;
    FENCEPOST_LTL(p, "%s")
    int main(void) { x = 1; return 0; }
    """
        .formatted(text);
  }

  private static void assertBad(CommandRun run, String... parts) {
    assertThat(run.err()).contains(parts);
    assertThat(run.status()).isEqualTo(3);
    assertThat(run.out()).isEmpty();
  }

  @Test
  void theJavaApiChecksThemToo() throws InvalidInputException {
    Fencepost.checkText("m.c", SPIN).model("rmo-no").run().assertHolds();
    Fencepost.checkText("m.c", SPIN).model("rmo-no").ltl("ends").run().assertViolated();
    Fencepost.checkText("m.c", SPIN).model("rmo-no").fairLtl("ends").run().assertHolds();
  }
}
