// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FencesCommandTest {
  private static final String PUBLISH =
      """
      #include <assert.h>
      #include <pthread.h>
      #include <stddef.h>
      static int data, ready;
      static void *writer(void *unused)
      {
          data = 1;
          ready = 1;
          return NULL;
      }
      int main(void)
      {
          pthread_t thread;
          pthread_create(&thread, NULL, writer, NULL);
          if (ready)
              assert(data == 1);
          return 0;
      }
      """;

  @TempDir Path folder;
  private Path file;

  @BeforeEach
  void writeFile() throws IOException {
    file = write("publish.c", PUBLISH);
  }

  private Path write(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text);
  }

  private CommandRun run(String... options) {
    String[] all = new String[options.length + 2];
    all[0] = "fences";
    all[1] = file.toString();
    System.arraycopy(options, 0, all, 2, options.length);
    return CommandRun.of(all);
  }

  @Test
  void theCheapestFenceComesWithItsPatch() {
    CommandRun run = run("--model", "pso-no");
    assertThat(run.err()).isEmpty();
    assertThat(run.status()).isZero();
    assertThat(run.out())
        .contains("answer 1, cost 200:")
        .contains("fence_release() before line 8 (ready = 1;), fast path, cost 200")
        .contains("+#include <fencepost.h>")
        .contains("     data = 1;\n+    fence_release();\n     ready = 1;\n")
        .contains("Nothing cheaper makes it hold");
  }

  @Test
  void theReportHasThePlacesAndTheRuns() throws IOException {
    Path page = folder.resolve("fences.html");
    assertThat(run("--model", "pso-no", "--html", page.toString()).status()).isZero();
    assertThat(page)
        .content()
        .contains("\"command\":\"fences\"", "\"text\":\"fence_release()\"", "\"cost\":200")
        .contains("\"kinds\":[{\"text\":\"fence_acquire()\"", "\"result\":0", "class FencesPage");
    CommandRun nowhere = run("--model", "pso-no", "--html", folder.resolve("no/x.html").toString());
    assertThat(nowhere.err()).contains("it needs a folder that is there");
  }

  @Test
  void aSearchGoesOnFromItsResults() throws IOException {
    String results = folder.resolve("results.jsonl").toString();
    CommandRun first = run("--model", "pso-no", "--results", results);
    CommandRun second = run("--model", "pso-no", "--results", results);
    assertThat(answers(second)).isEqualTo(answers(first));
    assertThat(checks(second)).isLessThan(checks(first));
    write("publish.c", PUBLISH.replace("data == 1", "1 == data"));
    assertThat(checks(run("--model", "pso-no", "--results", results))).isEqualTo(checks(first));
    assertThat(checks(run("--model", "pso-no", "--results", results, "--add", "both")))
        .isGreaterThan(checks(second));
  }

  private static String answers(CommandRun run) {
    return run.out().replaceAll("\\d+ checks.*", "");
  }

  private static int checks(CommandRun run) {
    return Integer.parseInt(run.out().replaceAll("(?s).*?(\\d+) checks.*", "$1"));
  }

  @Test
  void patchedSourcesAreWrittenAndHold() throws IOException {
    Path out = folder.resolve("out");
    CommandRun run = run("--model", "pso-no,rmo-no", "--apply", out.toString());
    assertThat(run.status()).isZero();
    Path patched = out.resolve("answer-1").resolve("publish.c");
    assertThat(CommandRun.of("check", patched.toString(), "-m", "pso-no,rmo-no").status()).isZero();
    assertThat(out.resolve("answer-1.diff")).content().contains("+    fence_release();");
    assertThat(file).content().isEqualTo(PUBLISH);
  }

  @Test
  void allMinimalAnswersAreListedCheapestFirst() throws IOException {
    file =
        write(
            "three.c",
            PUBLISH
                .replace("data, ready;", "data, more, ready;")
                .replace("    data = 1;\n", "    data = 1;\n    more = 1;\n"));
    CommandRun run = run("--model", "pso-no", "--all");
    assertThat(run.out())
        .contains("answer 1", "before line 8 (more = 1;)")
        .contains("answer 2", "before line 9 (ready = 1;)")
        .contains("These are all minimal answers")
        .doesNotContain("answer 3");
  }

  @Test
  void aFenceThatIsTooStrongIsWeakenedAndOneThatIsNotNeededGoes() throws IOException {
    file =
        write(
            "strong.c",
            "#include <fencepost.h>\n"
                + PUBLISH.replace(
                    "    ready = 1;\n", "    fence();\n    ready = 1;\n    fence();\n"));
    CommandRun run = run("--model", "tso,pso-no", "--weaken");
    assertThat(run.status()).isZero();
    assertThat(run.out())
        .contains("in line 11 (fence();): not needed")
        .contains("needed: fence_release() in line 9 (fence();), fast path, cost 400")
        .contains("without it, under pso-no: line 19, data == 1")
        .contains("-    fence();\n+    fence_release();\n     ready = 1;\n-    fence();\n")
        .contains("in line 9 (fence();): tso not needed; pso-no fence_release();");
  }

  @Test
  void whatFailsAsItIsHasNothingToWeaken() throws IOException {
    file =
        write(
            "weak.c",
            "#include <fencepost.h>\n"
                + PUBLISH.replace("    ready = 1;\n", "    fence_acquire();\n    ready = 1;\n"));
    CommandRun run = run("--model", "pso-no", "--weaken");
    assertThat(run.status()).isEqualTo(1);
    assertThat(run.out()).contains("nothing to weaken: it fails as it is, under pso-no");
  }

  @Test
  void fencesThatAMacroMakesWithOtherStatementsAreLeftAlone() throws IOException {
    file =
        write(
            "macro.c",
            "#include <fencepost.h>\n#define SET(x) fence(); x = 1\n"
                + PUBLISH.replace("    ready = 1;\n", "    SET(ready);\n"));
    CommandRun run = run("--model", "pso-no", "--weaken");
    assertThat(run.status()).isEqualTo(3);
    assertThat(run.err())
        .contains("there is no fence and no order to weaken", "that a macro makes");
  }

  @Test
  void whatIsKeptIsLeftAlone() throws IOException {
    file =
        write(
            "kept.c",
            "#include <fencepost.h>\n"
                + PUBLISH.replace("    ready = 1;", "    fencepost_keep ready = 1;"));
    CommandRun run = run("--model", "pso-no");
    assertThat(run.status()).isEqualTo(1);
    assertThat(run.out()).contains("nothing at any place forbids this run", "fencepost_keep");
  }

  @Test
  void aSingleStatementGetsBraces() throws IOException {
    file =
        write(
            "body.c",
            PUBLISH.replace(
                "    ready = 1;\n", "    if (data)\n        ready = 1;\n    data = 1;\n"));
    CommandRun run = run("--model", "rmo-no");
    assertThat(run.status()).isZero();
    assertThat(run.out()).containsAnyOf("+        { fence", "+    fence");
  }

  @Test
  void aStatementInAnExpressionKeepsItsValue() throws IOException {
    file = write("value.c", PUBLISH.replace("ready = 1;", "ready = ({ int one = 1; one; });"));
    CommandRun run = run("--model", "pso-no");
    assertThat(run.err()).isEmpty();
    assertThat(run.out()).contains("fence_release() before line 8");
  }

  @Test
  void whatFailsWithoutReorderingIsSaidAtOnce() throws IOException {
    file = write("wrong.c", PUBLISH.replace("data == 1", "data == 2"));
    CommandRun run = run("--model", "rmo-no");
    assertThat(run.status()).isEqualTo(1);
    assertThat(run.out())
        .contains("no fence helps: sc fails, where nothing is reordered:", "data = 1");
  }

  @Test
  void nothingToAddIsStatusZero() {
    CommandRun run = run("--model", "tso");
    assertThat(run.status()).isZero();
    assertThat(run.out()).contains("nothing to add; --weaken looks for what is not needed");
  }

  @Test
  void aModelWithoutFencesIsRefused() throws IOException {
    Path model = write("bare.mcm", "model bare \"nothing is ordered\"\ninclude uniprocessor\n");
    CommandRun run = run("--model", model.toString());
    assertThat(run.status()).isEqualTo(3);
    assertThat(run.err()).contains("no fence has a cost under bare", "cost fence[acquire] 2");
  }

  @Test
  void aKindThatNoLawSpeaksOfIsRefused() throws IOException {
    Path model =
        write(
            "idle.mcm",
            """
            model idle "a fence that orders nothing"
            include pso with cas = no
            fence kind idle cost 1
            """);
    CommandRun run = run("--model", model.toString());
    assertThat(run.status()).isEqualTo(3);
    assertThat(run.err()).contains("a fence 'idle' orders nothing", "no law speaks of fence[idle]");
  }

  @Test
  void aSourceWithoutAnyPlaceIsRefused() throws IOException {
    String kept =
        PUBLISH
            .replace("    data = 1", "    fencepost_keep data = 1")
            .replace("    ready = 1", "    fencepost_keep ready = 1")
            .replace("    return NULL", "    fencepost_keep return NULL")
            .replace("    pthread_create", "    fencepost_keep pthread_create")
            .replace("    if (ready)", "    fencepost_keep if (ready)")
            .replace("    return 0", "    fencepost_keep return 0")
            .replace("    pthread_t thread;", "    fencepost_keep pthread_t thread;");
    file =
        write(
            "kept.c",
            kept.replace("#include <assert.h>", "#include <fencepost.h>\n#include <assert.h>"));
    CommandRun run = run("--model", "pso-no");
    assertThat(run.status()).isEqualTo(3);
    assertThat(run.err()).contains("there is no place where something could be added");
  }

  @Test
  void theLibrarysHeadersAreLeftAlone() throws IOException {
    file =
        write(
            "header.c",
            PUBLISH
                .replace(
                    "static int data, ready;",
                    "#include \"gc/framework/atomics.h\"\nstatic atomic_int data, ready;")
                .replace("    data = 1;", "    cas_relaxed(&data, 0, 1);")
                .replace("    ready = 1;", "    cas_relaxed(&ready, 0, 1);"));
    CommandRun run = run("--model", "armv8", "--orders");
    assertThat(run.out() + run.err()).doesNotContain("atomics.h, in line");
  }

  @Test
  void aKindOfTheModelsFileIsUsed() throws IOException {
    Path model =
        write(
            "light.mcm",
            """
            model light "a light fence keeps writes in order"
            include uniprocessor
            fence kind light cost 3
            law "a light fence": a: write, f: fence[light], b: write, a before f before b
                => done(a) < perform(b)
            law "reads stay in order": a: read, b: read, a before b => done(a) < perform(b)
            """);
    CommandRun run = run("--model", model.toString(), "--weights", "7:1:1");
    assertThat(run.err()).isEmpty();
    assertThat(run.out())
        .contains("fence_named(\"light\") before line 8", "cost 21")
        .contains("+    fence_named(\"light\");");
  }

  @Test
  void costsAreRefusedIfNegativeOrOfNothing() throws IOException {
    assertThat(run("--model", "tso", "--cost", "fence[acquire]=-1").err())
        .contains("--cost fence[acquire] must not be negative");
    assertThat(run("--model", "pso-no", "--cost", "dmb=1").err())
        .contains("there is no fence or order 'dmb' to give a cost");
    assertThat(run("--model", "tso", "--weights", "1:2").err()).contains("--weights is three");
    Path model = write("minus.mcm", "model minus \"m\"\ninclude fences\ncost fence[WW] -1\n");
    assertThat(run("--model", model.toString()).err()).contains("a cost is not negative");
  }

  @Test
  void costsDecideWhichFenceIsTaken() {
    CommandRun run =
        run("--model", "pso-no", "--cost", "fence[release]=9", "--cost", "fence[WW]=5");
    assertThat(run.out()).contains("fence_named(\"WW\") before line 8", "cost 500");
  }

  @Test
  void otherLanguagesAreRefused() throws IOException {
    file = write("model.pml", "init { skip }\n");
    assertThat(run().status()).isEqualTo(3);
    assertThat(run().err()).contains("'fencepost fences' reads C");
  }

  @Test
  void aLimitOfTimeNamesWhatIsProved() {
    CommandRun run =
        CommandRun.of("fences", "library/gc/stopless/stopless.c", "-m", "rmo-no", "--time", "1ms");
    assertThat(run.status()).isEqualTo(2);
    assertThat(run.out()).contains("not finished", "Proved so far");
  }

  @Test
  void aLimitOfStatesIsNoAnswer() {
    file = Path.of("library/gc/chicken/chicken.c");
    CommandRun run = run("--model", "rmo-no", "--states", "50");
    assertThat(run.status()).isEqualTo(2);
    assertThat(run.out()).contains("not finished").doesNotContain("answer 1");
  }
}
