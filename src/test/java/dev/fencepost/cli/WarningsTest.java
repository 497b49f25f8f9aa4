// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A check that holds says where that means little. */
class WarningsTest {
  /** Two threads wait for a flag that a third may set; what they did is judged at the end. */
  private static final String REFINE =
      """
      #include <fencepost.h>
      #include <pthread.h>
      static int queue, refined;
      static pthread_mutex_t mutex;
      static void *mutator(void *unused) {
      #ifndef NO_PUBLISH
        queue = 1;
      #endif
        return 0;
      }
      static void *refiner(void *unused) {
        WAIT_BEGIN
        assume(queue == 1);
        __VERIFIER_atomic_end();
        refined = 1;
        return 0;
      }
      FENCEPOST_FINAL(refined, refined == 1)
      int main(void) {
        pthread_t m, r, s;
        pthread_create(&m, 0, mutator, 0);
        pthread_create(&r, 0, refiner, 0);
        pthread_create(&s, 0, refiner, 0);
        return 0;
      }
      """;

  @TempDir private Path folder;

  private CommandRun check(String text, String... options) throws IOException {
    Path file = folder.resolve("model.c");
    Files.writeString(file, text);
    String[] args = new String[options.length + 2];
    args[0] = "check";
    args[1] = file.toString();
    System.arraycopy(options, 0, args, 2, options.length);
    return CommandRun.of(args);
  }

  private CommandRun refine(String... options) throws IOException {
    return check(REFINE.replace("WAIT_BEGIN", "__VERIFIER_atomic_begin();"), options);
  }

  @Test
  void namesThreadsThatWaitForEverAndCountsTheJudgedEnds() throws IOException {
    CommandRun run = refine("-m", "sc", "-D", "NO_PUBLISH");

    assertThat(run.status()).isEqualTo(0);
    assertThat(run.out())
        .contains(
            "model.c:12: in 1 of 1 end state thread refiner waits for ever; final conditions were"
                + " judged in 0 of 1")
        .contains("in 1 of 1 end state thread refiner 2 waits for ever");
  }

  @Test
  void isSilentWhereEveryRunEnds() throws IOException {
    CommandRun run = refine("-m", "sc", "--strict");

    assertThat(run.out()).doesNotContain("warning");
    assertThat(run.status()).isEqualTo(0);
  }

  @Test
  void strictMakesAWarningInconclusive() throws IOException {
    assertThat(refine("-m", "sc", "-D", "NO_PUBLISH", "--strict").status()).isEqualTo(2);
  }

  @Test
  void aThreadAtRestMayWait() throws IOException {
    String resting =
        REFINE
            .replace("WAIT_BEGIN", "rest_begin();")
            .replace("__VERIFIER_atomic_end", "strong_end")
            .replace("static int queue", "FENCEPOST_GHOST static int queue")
            .replace("refined == 1)", "1)");

    assertThat(check(resting, "-m", "sc", "-D", "NO_PUBLISH").out()).doesNotContain("warning");
  }

  @Test
  void aRunThatAnAssumptionDropsIsNoEnd() throws IOException {
    String some = "#include <fencepost.h>\nint main(void) { assume(choose(2) == 1); return 0; }\n";

    assertThat(check(some, "-m", "sc").out()).contains("holds").doesNotContain("warning");
  }

  @Test
  void saysWhereAssumptionsDropEveryRun() throws IOException {
    String all = "#include <fencepost.h>\nint x;\nint main(void) { assume(x == 1); return 0; }\n";
    CommandRun run = check(all, "-m", "sc,armv8", "--strict");

    assertThat(run.out()).contains("no run comes to an end: each is cut off by an assume");
    assertThat(run.status()).isEqualTo(2);
  }

  @Test
  void saysWhereFinalConditionsAreNeverJudged() throws IOException {
    String loop =
        """
        #include <fencepost.h>
        int x;
        FENCEPOST_FINAL(one, x == 1)
        int main(void) { while (1) x = !x; }
        """;

    assertThat(check(loop, "-m", "sc").out())
        .contains("no run comes to an end: final conditions were never judged");
  }

  @Test
  void reductionsCountTheSameEnds() throws IOException {
    String[] plain = {"-m", "tso", "-D", "NO_PUBLISH", "--without", "partial-order,symmetry"};
    String[] reduced = {"-m", "tso", "-D", "NO_PUBLISH", "--with", "partial-order"};

    assertThat(warnings(refine(reduced))).isEqualTo(warnings(refine(plain))).hasSize(2);
  }

  private static java.util.List<String> warnings(CommandRun run) {
    return run.out().lines().filter(line -> line.contains("warning: ")).toList();
  }

  @Test
  void threadsThatLocksLeaveWaitingAreNamedWhereADeadlockIsAllowed() throws IOException {
    String twoLocks =
        """
        #include <pthread.h>
        static pthread_mutex_t a, b;
        static void *other(void *unused) {
          pthread_mutex_lock(&b);
          pthread_mutex_lock(&a);
          return 0;
        }
        int main(void) {
          pthread_t t;
          pthread_create(&t, 0, other, 0);
          pthread_mutex_lock(&a);
          pthread_mutex_lock(&b);
          pthread_mutex_unlock(&b);
          pthread_mutex_unlock(&a);
          pthread_join(t, 0);
          return 0;
        }
        """;

    assertThat(check(twoLocks, "-m", "sc", "--allow-deadlock").out())
        .contains("model.c:12: in 1 of 3 end states thread main waits for ever\n")
        .contains("model.c:11: in 1 of 3 end states thread main waits for ever\n");

    String runs = folder.resolve("runs").toString();
    String out = check(twoLocks, "-m", "sc", "--allow-deadlock", "--disk", runs).out();
    String again = CommandRun.of("resume", runs).out();
    assertThat(warnings(again)).hasSize(3).isEqualTo(warnings(out));
  }

  private static List<String> warnings(String out) {
    return out.lines().filter(line -> line.contains("waits for ever")).toList();
  }

  @Test
  void aThreadThatRunsForEverIsNamed() throws IOException {
    CommandRun run = check("int main(void) { for (;;) ; return 0; }\n", "-m", "sc");

    assertThat(run.out()).contains("in 1 of 1 end state thread main runs for ever");
  }

  /** Where loads run ahead, who spins on a cell that nobody writes takes no step. */
  @Test
  void aThreadThatSpinsOnACellDoesNotWait() throws IOException {
    String spin = "int x;\nint main(void) { while (!x) ; return 0; }\n";

    assertThat(check(spin, "-m", "armv8").out()).doesNotContain("for ever");
    assertThat(refine("-m", "armv8", "-D", "NO_PUBLISH").out())
        .contains("in 1 of 1 end state thread refiner waits for ever");
  }

  /** The thread waits at its first instruction, and main for the thread. */
  @Test
  void whoJoinsAThreadThatWaitsIsNotNamed() throws IOException {
    String joins =
        """
        #include <pthread.h>
        static pthread_mutex_t a;
        static void *other(void *unused) {
          pthread_mutex_lock(&a);
          return 0;
        }
        int main(void) {
          pthread_t t;
          pthread_mutex_lock(&a);
          pthread_create(&t, 0, other, 0);
          pthread_join(t, 0);
          return 0;
        }
        """;

    String runs = folder.resolve("first").toString();
    assertThat(warnings(check(joins, "-m", "sc", "--allow-deadlock", "--disk", runs).out()))
        .isEqualTo(warnings(check(joins, "-m", "sc", "--allow-deadlock").out()))
        .singleElement()
        .asString()
        .contains("model.c:4: in 1 of 1 end state thread other waits for ever");
  }

  @Test
  void namesDefinitionsThatNoTextAsksFor() throws IOException {
    CommandRun run = refine("-m", "sc", "-D", "NO_PUBLSH", "--mutators", "2");

    assertThat(run.out())
        .contains(
            "warning: -D NO_PUBLSH changes nothing: no text asks for it; did you mean NO_PUBLISH?")
        .contains("warning: -D MUTATORS (--mutators) changes nothing: no text asks for it");
  }

  @Test
  void aDefinitionThatIsAskedForInALeftOutPartIsNamed() throws IOException {
    String nested =
        "#ifdef OUTER\n#if defined(INNER)\n#endif\n#endif\nint main(void) { return 0; }\n";

    assertThat(check(nested, "-m", "sc", "-D", "INNER").out())
        .contains("-D INNER changes nothing: only a part of the text asks for it");
    assertThat(check(nested, "-m", "sc", "-D", "INNER", "-D", "OUTER").out())
        .doesNotContain("warning");
  }

  @Test
  void usesAsMacroConditionOrPoolSizeAreUses() throws IOException {
    String uses =
        "#if A > 1\n#endif\n#define TWICE(x) (x + x)\nint main(void) { return TWICE(B); }\n";

    assertThat(check(uses, "-m", "sc", "-D", "A=2", "-D", "B=1", "-D", "FENCEPOST_POOL=8").out())
        .doesNotContain("warning");
  }

  @Test
  void scenariosAndSwitchesOfPacketsAreUses() {
    CommandRun run =
        CommandRun.of(
            "check",
            "library/gc/satb/satb.packets",
            "-m",
            "mmtk-sc",
            "--scenario",
            "pointer-shuffling",
            "-D",
            "SCENARO=1");

    assertThat(run.out())
        .contains(
            "warning: -D SCENARO changes nothing: no text asks for it; did you mean SCENARIO?")
        .doesNotContain("--scenario");
  }

  @Test
  void reportsCarryWarnings() throws IOException {
    Path junit = folder.resolve("junit.xml");
    CommandRun sarif =
        refine("-m", "sc", "-D", "NO_PUBLISH", "--format", "sarif", "--junit", junit.toString());

    assertThat(sarif.out()).contains("\"level\": \"warning\"").contains("\"blocked-end\"");
    assertThat(Files.readString(junit))
        .contains("<system-out>warning: ")
        .contains("failures=\"0\"");
    refine("-m", "sc", "-D", "NO_PUBLISH", "--strict", "--junit", junit.toString());
    assertThat(Files.readString(junit)).contains("failures=\"1\"");
  }

  @Test
  void savedResultsKeepWarnings() throws IOException {
    Path saved = folder.resolve("result.json");
    Files.writeString(saved, refine("-m", "sc", "-D", "NO_PUBLISH", "--format", "json").out());

    assertThat(CommandRun.of("explain", saved.toString()).out())
        .contains("thread refiner waits for ever");
  }

  @Test
  void vacuityIsRefusedForPromela() throws IOException {
    Path model = folder.resolve("model.pml");
    Files.writeString(model, "int x; active proctype p() { assert(x == 0) }");
    CommandRun refused = CommandRun.of("check", model.toString(), "--vacuity");

    assertThat(refused.status()).isEqualTo(3);
    assertThat(refused.err()).contains("--vacuity is not for Promela models such as " + model);

    CommandRun plain = CommandRun.of("check", model.toString(), "--format", "json");
    Path result = folder.resolve("result.json");
    Files.writeString(result, plain.out());
    assertThat(CommandRun.of("check", "--repeat", result.toString(), "--vacuity").status())
        .isEqualTo(3);
  }

  @Test
  void strictVacuityLooksAtTemporalProperties() throws IOException {
    String text =
        """
        #include <fencepost.h>
        static int x, y;
        FENCEPOST_LTL(l, "<> {y == 0}")
        int main(void) { x = 1; return 0; }
        """;
    assertThat(check(text, "--model", "sc", "--vacuity", "--strict").status()).isEqualTo(2);
    assertThat(check(text, "--model", "sc", "--vacuity", "--strict", "--ltl", "l").status())
        .isEqualTo(2);
  }
}
