// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
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

  private static final String WITH_HEADER = "#include <fencepost.h>\n" + PUBLISH;

  @TempDir Path folder;
  private FencesFolder program;

  @BeforeEach
  void openFolder() {
    program = new FencesFolder(folder);
  }

  @Test
  void theCheapestFenceComesWithItsPatch() {
    assertThat(program.answer(PUBLISH, "--model", "pso-no"))
        .contains("answer 1, cost 200:")
        .contains("fence_release() before line 8 (ready = 1;), fast path, cost 200")
        .contains("+#include <fencepost.h>")
        .contains("     data = 1;\n+    fence_release();\n     ready = 1;\n")
        .contains("Nothing cheaper makes it hold")
        .contains("1 counterexample,");
  }

  /** A loop over many locals, whose values take minutes to be found. */
  @Test
  @Timeout(60)
  void timeEndsTheReadingOfTheSource() {
    String locals = lines("int a# = 0;");
    String loop = "while (1) {\n" + lines("a# = a# + 1; if (a# > 3) a# = ready;") + "}\n";
    String text = PUBLISH.replace("    data = 1;\n", locals + loop);
    CommandRun run =
        program.run(text, "--model", "tso", "--time", "500ms", "--html", program.path("a.html"));
    assertThat(run.out()).contains("the time limit was reached (--time)");
    assertThat(run.status()).isEqualTo(2);
  }

  private static String lines(String form) {
    return IntStream.range(0, 1_500)
        .mapToObj(i -> form.replace("#", Integer.toString(i)) + "\n")
        .collect(Collectors.joining());
  }

  @Test
  void theReportHasThePlacesAndTheRuns() {
    program.answer(PUBLISH, "--model", "pso-no", "--html", program.path("fences.html"));
    assertThat(folder.resolve("fences.html"))
        .content()
        .contains("\"command\":\"fences\"", "\"text\":\"fence_release()\"", "\"cost\":200")
        .contains("\"kinds\":[{\"text\":\"fence_acquire()\"", "\"result\":0", "class FencesPage");
    CommandRun nowhere =
        program.run(PUBLISH, "--model", "pso-no", "--html", program.path("no/x.html"));
    assertThat(nowhere.err()).contains("it needs a folder that is there");
  }

  @Test
  void aSearchGoesOnFromItsResults() {
    String[] options = {"--model", "pso-no", "--results", program.path("results.jsonl")};
    String first = program.answer(PUBLISH, options);
    String second = program.answer(PUBLISH, options);
    assertThat(answers(second)).isEqualTo(answers(first));
    assertThat(checks(second)).isLessThan(checks(first));
    String other = PUBLISH.replace("data == 1", "1 == data");
    assertThat(checks(program.answer(other, options))).isEqualTo(checks(first));
    CommandRun both =
        program.run(
            PUBLISH, "--model", "pso-no", "--results", program.path("results.jsonl"), "--add=both");
    assertThat(checks(both.out())).isGreaterThan(checks(second));
  }

  private static String answers(String out) {
    return out.replaceAll("\\d+ checks.*", "");
  }

  private static int checks(String out) {
    return Integer.parseInt(out.replaceAll("(?s).*?(\\d+) checks.*", "$1"));
  }

  @Test
  void patchedSourcesAreWrittenAndHold() {
    String patched = program.patched().toString();
    assertThat(program.answer(PUBLISH, "--model", "pso-no,rmo-no", "--apply", program.path("out")))
        .contains("\n  fencepost check " + patched + "\n");
    assertThat(CommandRun.of("check", patched, "-m", "pso-no,rmo-no").status()).isZero();
    assertThat(folder.resolve("out/answer-1.diff")).content().contains("+    fence_release();");
    assertThat(folder.resolve("program.c")).content().isEqualTo(PUBLISH);
    String before = program.patched().toString();
    CommandRun again =
        CommandRun.of("fences", before, "--model=tso", "--apply", program.path("out"));
    assertThat(again.status()).isEqualTo(3);
    assertThat(again.err()).contains("lies where answers are written");
  }

  /** As a new user has it: G1's model without its StoreLoad, one command, and the patch. */
  @Test
  void thePatchOfAModelInSeveralFoldersIsCheckedAsItIsWritten() {
    CommandRun run =
        FencesFolder.of(
            Path.of("library/gc/production/g1-cards/g1-cards-broken-store-load.c"),
            "--model=x86",
            "--apply=" + program.path("out"));
    assertThat(run.out()).contains("+    fence();\n     if (get(&card[holder]) == DIRTY) {\n");
    String command = run.out().replaceAll("(?s).*\n  fencepost (check [^\n]*)\n.*", "$1");
    CommandRun check = CommandRun.of((command + " --model x86").split(" ", -1));
    assertThat(check.out()).contains("x86       holds");
    assertThat(check.status()).isZero();
  }

  @Test
  void allMinimalAnswersAreListedCheapestFirst() {
    String three =
        PUBLISH
            .replace("data, ready;", "data, more, ready;")
            .replace("    data = 1;\n", "    data = 1;\n    more = 1;\n");
    assertThat(program.answer(three, "--model", "pso-no", "--all"))
        .contains("answer 1", "before line 8 (more = 1;)")
        .contains("answer 2", "before line 9 (ready = 1;)")
        .contains("These are all minimal answers")
        .doesNotContain("answer 3");
  }

  private static final String STRONG =
      WITH_HEADER.replace("    ready = 1;\n", "    fence();\n    ready = 1;\n    fence();\n");

  @Test
  void aFenceThatIsTooStrongIsWeakenedAndOneThatIsNotNeededGoes() {
    assertThat(program.answer(STRONG, "--model", "tso,pso-no", "--weaken"))
        .contains("in line 11 (fence();): not needed")
        .contains("needed: fence_release() in line 9 (fence();), fast path, cost 400")
        .contains("without it, under pso-no: line 19, data == 1")
        .contains("-    fence();\n+    fence_release();\n     ready = 1;\n-    fence();\n")
        .contains(
            "in line 9 (fence();): not needed on tso; fence() can be fence_release() on pso-no\n");
  }

  @Test
  void processorsFencesHaveTheirNames() {
    String ordered =
        STRONG
            .replace("        assert", "    {\n        fence();\n        assert")
            .replace("    return 0;", "    }\n    return 0;");
    assertThat(program.answer(ordered, "--model", "x86,armv8,riscv,power", "--weaken"))
        .contains(
            "in line 9 (fence();): not needed on x86; dmb ish can be dmb ishst on armv8;"
                + " fence rw,rw can be fence rw,w on riscv; sync can be lwsync on power\n")
        .contains("in line 11 (fence();): not needed on x86; not needed on armv8;");
    assertThat(program.answer(ordered, "--model", "armv8", "--weaken"))
        .contains("in line 9 (fence();): dmb ish can be dmb ishst on armv8\n")
        .contains("(fence();): dmb ish can be dmb ishld on armv8\n");
  }

  @Test
  void whatFailsAsItIsHasNothingToWeaken() {
    String weak = WITH_HEADER.replace("    ready = 1;\n", "    fence_acquire();\n    ready = 1;\n");
    CommandRun run = program.run(weak, "--model", "pso-no", "--weaken");
    assertThat(run.status()).isEqualTo(1);
    assertThat(run.out()).contains("nothing to weaken: it fails as it is, under pso-no");
  }

  @Test
  void fencesThatAMacroMakesWithOtherStatementsAreLeftAlone() {
    String macro =
        "#define SET(x) fence(); x = 1\n"
            + WITH_HEADER.replace("    ready = 1;\n", "    SET(ready);\n");
    assertThat(program.refusal(macro, "--model", "pso-no", "--weaken"))
        .contains("there is no fence and no order to weaken", "that a macro makes");
  }

  @Test
  void fencesThatAreLeftAloneAreNamed() {
    String mixed =
        "#define SET(x) fence(); x = 1\n"
            + STRONG.replace("    ready = 1;\n", "    SET(ready);\n    fencepost_keep fence();\n");
    assertThat(program.answer(mixed, "--model", "pso-no", "--weaken"))
        .contains("left alone: line 11 (SET(ready)): a part of other statements, as by a macro\n")
        .contains("left alone: line 12 (fence();): fencepost_keep\n")
        .contains("in line 10 (fence();): not needed", "in line 13 (fence();): not needed");
    String header =
        ASKING
            .formatted("gc/framework/handshake.h")
            .replace("    data", "    fence();\n    data")
            .replace(
                "#include <assert.h>", "#define YIELDPOINT_FENCE fence()\n#include <assert.h>");
    assertThat(program.answer(header, "--model", "pso-no", "--weaken"))
        .contains("left alone: library/gc/framework/handshake.h, line 29 (YIELDPOINT_FENCE;):")
        .contains("a header of the library", "in line 9 (fence();): not needed");
  }

  @Test
  void whatIsKeptIsLeftAlone() {
    String kept = WITH_HEADER.replace("    ready = 1;", "    fencepost_keep ready = 1;");
    CommandRun run = program.run(kept, "--model", "pso-no");
    assertThat(run.status()).isEqualTo(1);
    assertThat(run.out()).contains("nothing at any place forbids this run", "fencepost_keep");
  }

  @Test
  void aSingleStatementGetsBraces() {
    String body =
        PUBLISH.replace("    ready = 1;\n", "    if (data)\n        ready = 1;\n    data = 1;\n");
    assertThat(program.answer(body, "--model", "rmo-no"))
        .containsAnyOf("+        { fence", "+    fence");
  }

  @Test
  void aStatementInAnExpressionKeepsItsValue() {
    String value = PUBLISH.replace("ready = 1;", "ready = ({ int one = 1; one; });");
    assertThat(program.answer(value, "--model", "pso-no"))
        .contains("fence_release() before line 8");
  }

  @Test
  void whatFailsWithoutReorderingIsSaidAtOnce() {
    CommandRun run = program.run(PUBLISH.replace("data == 1", "data == 2"), "--model", "rmo-no");
    assertThat(run.status()).isEqualTo(1);
    assertThat(run.out())
        .contains("no fence helps: sc fails, where nothing is reordered:", "data = 1");
  }

  @Test
  void nothingToAddIsStatusZero() {
    assertThat(program.answer(PUBLISH, "--model", "tso"))
        .contains("nothing to add; --weaken looks for what is not needed");
  }

  @Test
  void aModelWithoutFencesIsRefused() {
    Path model =
        program.write("bare.mcm", "model bare \"nothing is ordered\"\ninclude uniprocessor\n");
    assertThat(program.refusal(PUBLISH, "--model", model.toString()))
        .contains("no fence has a cost under bare", "cost fence[acquire] 2");
  }

  @Test
  void aKindThatNoLawSpeaksOfIsRefused() {
    Path model =
        program.write(
            "idle.mcm",
            """
            model idle "a fence that orders nothing"
            include pso with cas = no
            fence kind idle cost 1
            """);
    assertThat(program.refusal(PUBLISH, "--model", model.toString()))
        .contains("a fence 'idle' orders nothing", "no law speaks of fence[idle]");
  }

  @Test
  void aSourceWithoutAnyPlaceIsRefused() {
    String kept =
        WITH_HEADER.replaceAll(
            "(?m)^    (data|ready|return|pthread_create|if|pthread_t)", "    fencepost_keep $1");
    assertThat(program.refusal(kept, "--model", "pso-no"))
        .contains("there is no place where something could be added");
  }

  private static final String ASKING =
      """
      #include <assert.h>
      #include <pthread.h>
      #include <stddef.h>
      #include "%s"
      static int data;
      static void *writer(void *unused)
      {
          data = 1;
          answer_handshake(0);
          return NULL;
      }
      int main(void)
      {
          pthread_t thread;
          handshake_request[0] = 1;
          pthread_create(&thread, NULL, writer, NULL);
          if (handshake_request[0] == 0)
              assert(data == 1);
          return 0;
      }
      """;

  /** The fence belongs into the header, before the answer; it is the user's copy that gets it. */
  @Test
  void theLibrarysHeadersAreLeftAlone() throws IOException {
    String text = ASKING.formatted("gc/framework/handshake.h");
    String library = program.answer(text, "--model", "pso-no", "--html", program.path("page.html"));
    assertThat(library)
        .contains("fence_release() before line 9 (answer_handshake(0);)")
        .doesNotContain("handshake.h, before", "b/library/");
    assertThat(folder.resolve("page.html"))
        .content()
        .doesNotContainPattern("\"file\":\"library/[^\"]*\",\"line\":\\d+,\"where\"");

    program.write(
        "handshake.h",
        Files.readString(Path.of("library/gc/framework/handshake.h"))
            .replace("\"heap.h\"", "\"gc/framework/heap.h\""));
    String own = ASKING.formatted("handshake.h");
    assertThat(program.answer(own, "--model", "pso-no"))
        .contains("handshake.h, before line", "+++ b/" + program.path("handshake.h").substring(1));
  }

  @Test
  void aKindOfTheModelsFileIsUsed() {
    Path model =
        program.write(
            "light.mcm",
            """
            model light "a light fence keeps writes in order"
            include uniprocessor
            fence kind light cost 3
            law "a light fence": a: write, f: fence[light], b: write, a before f before b
                => done(a) < perform(b)
            law "reads stay in order": a: read, b: read, a before b => done(a) < perform(b)
            """);
    assertThat(program.answer(PUBLISH, "--model", model.toString(), "--weights", "7:1:1"))
        .contains("fence_named(\"light\") before line 8", "cost 21")
        .contains("+    fence_named(\"light\");");
  }

  @Test
  void costsAreRefusedIfNegativeOrOfNothing() {
    assertThat(program.refusal(PUBLISH, "--model", "tso", "--cost", "fence[acquire]=-1"))
        .contains("--cost fence[acquire] must not be negative");
    assertThat(program.refusal(PUBLISH, "--model", "pso-no", "--cost", "dmb=1"))
        .contains("there is no fence or order 'dmb' to give a cost");
    assertThat(program.refusal(PUBLISH, "--model", "tso", "--weights", "1:2"))
        .contains("--weights is three");
    Path model =
        program.write("minus.mcm", "model minus \"m\"\ninclude fences\ncost fence[WW] -1\n");
    assertThat(program.refusal(PUBLISH, "--model", model.toString()))
        .contains("a cost is not negative");
  }

  @Test
  void costsDecideWhichFenceIsTaken() {
    assertThat(program.answer(PUBLISH, "--model=pso-no", "--cost=fence[release]=9,fence[WW]=5"))
        .contains("fence_named(\"WW\") before line 8", "cost 500");
  }

  @Test
  void otherLanguagesAreRefused() {
    CommandRun run = FencesFolder.of(program.write("model.pml", "init { skip }\n"));
    assertThat(run.status()).isEqualTo(3);
    assertThat(run.err()).contains("'fencepost fences' reads C");
  }

  @Test
  void aLimitOfTimeNamesWhatIsProved() {
    CommandRun run =
        FencesFolder.of(Path.of("library/gc/stopless/stopless.c"), "-m", "rmo-no", "--time", "1ms");
    assertThat(run.status()).isEqualTo(2);
    assertThat(run.out())
        .contains("not finished", "the time limit was reached (--time)", "Proved so far");
  }

  @Test
  void aLimitOfStatesIsNoAnswer() {
    CommandRun run =
        FencesFolder.of(
            Path.of("library/gc/chicken/chicken.c"), "--model", "rmo-no", "--states", "50");
    assertThat(run.status()).isEqualTo(2);
    assertThat(run.out()).contains("not finished").doesNotContain("answer 1");
  }
}
