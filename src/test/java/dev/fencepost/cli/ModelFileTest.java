// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks under memory models that the user wrote. */
class ModelFileTest {
  private static final String STORES =
      """
      model my-cpu "stores may pass stores: {stores}"
      parameter stores: yes | no
      include uniprocessor
      include beside
      when stores = no {
        law "stores stay": a: store, b: store, a before b => done(a) < perform(b)
      }
      """;

  private static final String MESSAGE_PASSING =
      """
      #include <assert.h>
      #include <pthread.h>
      static int x, y;
      static void *writer(void *argument) { x = 1; y = 1; return 0; }
      int main(void) {
        pthread_t t;
        pthread_create(&t, 0, writer, 0);
        int r = y, s = x;
        assert(!r || s);
        return 0;
      }
      """;

  @TempDir Path folder;
  private String program;

  @BeforeEach
  void writeProgram() throws IOException {
    program = write("mp.c", MESSAGE_PASSING);
  }

  private String write(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text).toString();
  }

  private String myCpu() throws IOException {
    write("beside.mcm", "law \"reads stay\": a: read, b: read, a before b => done(a) < perform(b)");
    return write("my-cpu.mcm", STORES);
  }

  /** A fence that laws give a step of its own is no access. */
  @Test
  void aRunWithStepsOfFencesIsShown() throws IOException {
    String model =
        write(
            "ordered.mcm",
            """
            model fences-in-order "fences stay in order"
            include uniprocessor
            include fences
            law "wait": a: access, f: fence, a before f => done(a) < issue(f)
            law "block": f: fence, b: access, f before b => issue(f) < perform(b)
            law "order": f, g: fence, f before g => issue(f) < issue(g)
            """);
    String fenced = MESSAGE_PASSING.replace("int r = y,", "__sync_synchronize(); int r = y,");
    CommandRun run = CommandRun.of("check", write("fenced.c", fenced), "-m", model);
    assertThat(run.err()).isEmpty();
    assertThat(run.status()).isEqualTo(1);
    assertThat(run.out()).contains("is passed");
  }

  /** Threads start and are joined under a general law, with one memory: the text is Promela. */
  @Test
  void aModelWithOneMemoryAndAGeneralLawIsExported() throws IOException {
    String model =
        write(
            "general.mcm",
            """
            model general "sc, and a law that is never false"
            include sc
            law "g": a, b: access; a before b, done(b) < perform(a) => a != a
            """);
    String joined = MESSAGE_PASSING.replace("return 0;\n}", "pthread_join(t, 0); return 0;\n}");
    String promela = folder.resolve("out.pml").toString();
    CommandRun run = CommandRun.of("export", write("j.c", joined), "-m", model, "-o", promela);
    assertThat(run.status()).as(run.err()).isEqualTo(0);
    CommandRun exported = CommandRun.of("check", promela);
    assertThat(exported.status()).as(exported.err()).isEqualTo(0);
  }

  @Test
  void aFileIsAModelAlsoBesideBuiltInOnes() throws IOException {
    String model = myCpu();
    CommandRun run =
        CommandRun.of("check", program, "-m", model + "," + model + ":stores=no,tso", "--no-trace");
    assertThat(run.err()).isEmpty();
    assertThat(run.out())
        .containsPattern("my-cpu\\.mcm +violated")
        .containsPattern("my-cpu\\.mcm:stores=no +holds")
        .containsPattern("tso +holds");
    assertThat(run.status()).isEqualTo(1);
  }

  @Test
  void theHashesOfItsTextsAreInTheResult() throws IOException {
    CommandRun run =
        CommandRun.of("check", program, "-m", myCpu() + ":stores=no", "--format", "json");
    JsonObject document = JsonParser.parseString(run.out()).getAsJsonObject();
    JsonArray inputs =
        document.getAsJsonArray("results").get(0).getAsJsonObject().getAsJsonArray("inputs");
    assertThat(inputs.asList().stream().map(i -> i.getAsJsonObject().get("name").getAsString()))
        .anyMatch(name -> name.endsWith("my-cpu.mcm"))
        .anyMatch(name -> name.endsWith("beside.mcm"))
        .contains("library/memory/uniprocessor.mcm");
  }

  @Test
  void instancesAreATaskOption() throws IOException {
    CommandRun run =
        CommandRun.of("check", program, "-m", "tso", "--instances", "9", "--format", "json");
    assertThat(run.out()).contains("\"instances\": 9");
    Path file = Files.writeString(folder.resolve("r.json"), run.out());
    assertThat(CommandRun.of("check", "--repeat", file.toString(), "--format", "json").out())
        .contains("\"instances\": 9");
  }

  @Test
  void badFilesAreRefusedWithPlace() throws IOException {
    refused(write("a.mcm", "model a\nlaw \"x\": a: lode => done(a) < done(a)"), "a.mcm:2:");
    refused(write("b.mcm", "model b\ninclude nowhere"), "b.mcm:2:", "there is no model 'nowhere'");
    refused(write("c.mcm", "model c\ninclude c"), "c.mcm:2:", "cycle");
    refused(folder.resolve("no.mcm").toString(), "no such file", "fencepost models");
    refused(folder.toString() + "/.mcm", "no such file");
    refused(myCpu() + ":stores=perhaps", "stores cannot be perhaps", "yes, no");
    refused(myCpu() + ":loads=yes", "there is no parameter 'loads'");
    refused(myCpu() + ":stores", "does not name a model and its settings", ":cas=no");
  }

  @Test
  void whatAModelDoesNotDeclareIsRefusedWithPlace() throws IOException {
    String model = write("kinds.mcm", "model kinds\ninclude uniprocessor\nfence kind light\n");
    String file =
        write(
            "f.c",
            """
            #include <fencepost.h>
            int main(void) { fence_named("light"); return 0; }
            """);
    assertThat(CommandRun.of("check", file, "-m", model).status()).isZero();
    CommandRun run = CommandRun.of("check", file, "-m", model + ",tso");
    assertThat(run.status()).isEqualTo(3);
    assertThat(run.out()).isEmpty();
    assertThat(run.err()).contains("f.c:2:", "memory model tso has no kind of fence 'light'");
  }

  @Test
  void memoryThatThreadsSeeDifferentlyNeedsAnObserver() throws IOException {
    String model = write("each.mcm", "model each\ninclude uniprocessor\nnon-multi-copy atomic\n");
    String file =
        write(
            "inv.c",
            """
            #include <fencepost.h>
            static int x;
            FENCEPOST_INVARIANT(small, x < 2)
            int main(void) { x = 1; return 0; }
            """);
    CommandRun run = CommandRun.of("check", file, "-m", model);
    assertThat(run.status()).isEqualTo(3);
    assertThat(run.err()).contains("inv.c:3:", "a property must name the observer");
  }

  private void refused(String model, String... shown) {
    CommandRun run = CommandRun.of("check", program, "-m", "tso," + model);
    assertThat(run.status()).isEqualTo(3);
    assertThat(run.out()).isEmpty();
    assertThat(run.err()).contains(shown).doesNotContain("Exception", "\tat ");
  }

  @Test
  void theIssueOfAnAccessIsAStageWhereALawOrdersIt() throws IOException {
    String law = "law \"addresses\": a: load, b: store, a before b => issue(a) < perform(b)\n";
    String model = write("issue.mcm", "model issue\ninclude uniprocessor\n" + law);

    assertThat(CommandRun.of("model", "show", model).out())
        .contains(
            "General laws", "load   fetch | issue | execute\n", "store  fetch | issue, execute");
    assertThat(CommandRun.of("check", program, "--model", model, "--no-trace").out())
        .contains("violated");
  }

  @Test
  void whatIsExecutedBeforeItIsIssuedIsDiagnosed() throws IOException {
    String model =
        write("never.mcm", "model never\nlaw \"never\": a: load => execute(a) < issue(a)\n");

    CommandRun run = CommandRun.of("check", program, "--model", model);
    assertThat(run.status()).isEqualTo(3);
    assertThat(run.err()).contains("no run of this program comes to its end", "\"never\"");
  }

  /** Classes of instances are bits of a word: what has no room there is refused at its place. */
  @ParameterizedTest
  @CsvSource({"61, 0", "62, 3", "100, 3"})
  void kindsOfAccessesAreCounted(int attributes, int status) throws IOException {
    StringBuilder code = new StringBuilder("int x;\nint main(void) {\n");
    List<String> names = new ArrayList<>();
    for (int i = 0; i < attributes; i++) {
      names.add("kind" + i);
      code.append("#pragma fencepost attribute kind").append(i).append("\nx = 1;\n");
    }
    String model =
        write("many.mcm", "model many\ninclude sc\nattribute " + String.join(", ", names));
    CommandRun run = CommandRun.of("check", write("many.c", code + "return 0;\n}\n"), "-m", model);
    assertThat(run.status()).isEqualTo(status);
    if (status == 3) {
      assertThat(run.err()).contains("many.c:126:", "more than 64 kinds", "hint: ");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"@", "@\n", "law\n", "law @\n", "include none\n"})
  void rubbishOfAnyLengthHasAFewMessagesWithinTheTime(String rubbish) throws IOException {
    String file = write("rubbish.mcm", "model x \"x\"\n" + rubbish.repeat(100_000));
    CommandRun shown =
        assertTimeoutPreemptively(
            Duration.ofSeconds(60), () -> CommandRun.of("model", "show", file));
    assertThat(shown.status()).isEqualTo(3);
    assertThat(shown.err()).contains("more errors follow");
    assertThat(shown.err().lines()).hasSizeLessThan(300);
  }
}
