// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.fences;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fencepost.check.CheckTask;
import dev.fencepost.check.LoadedSource;
import dev.fencepost.fences.FencesResult.Ending;
import dev.fencepost.source.InvalidInputException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A patch is the source with fences, and nothing else, however its text is written. */
class PatchedTextTest {
  private static final String PROGRAM =
      """
      #include <assert.h>
      #include <fencepost.h>
      #include <pthread.h>
      #include <stddef.h>
      static int data, ready, other;
      static void *writer(void *unused)
      {
          data = 1;
          fence_release();
          ready = 1;
          return NULL;
      }
      static void *reader(void *unused)
      {
          READER
          return NULL;
      }
      int main(void)
      {
          pthread_t first, second;
          pthread_create(&first, NULL, writer, NULL);
          pthread_create(&second, NULL, reader, NULL);
          return 0;
      }
      """;

  @TempDir Path folder;

  private CheckTask check(String reader) {
    return write(PROGRAM.replace("READER", reader));
  }

  private CheckTask write(String text) {
    try {
      Path file = Files.writeString(folder.resolve("program.c"), text);
      return CheckTask.of(file.toString(), "armv8");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static FencesResult result(CheckTask check) throws InvalidInputException {
    return Synthesis.run(
        new FencesTask(List.of(check), Costs.USUAL, Ask.FENCES, false, 1), FencesListener.NONE);
  }

  private Answer answer(CheckTask check) throws InvalidInputException {
    FencesResult result = result(check);
    assertThat(result.ending()).isInstanceOf(Ending.Complete.class);
    Answer answer = result.answers().getFirst();
    new PatchCompiler(folder).compile(answer.patch(), check);
    return answer;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "if (ready) { fence_acquire(); L: assert(data == 1); } else if (other) goto L;",
        "if (ready) L: if (!other) { fence_acquire(); assert(data == 1); }\n    if (other) goto L;",
        "if (ready) switch (other) case 0: { fence_acquire(); assert(data == 1); } else other = 2;",
        "switch (ready) case 2: case 1: { fence_acquire(); assert(data == 1); }",
        "switch (ready) do case 1: { fence_acquire(); assert(data == 1); } while (other);",
        "switch (ready) { case 0: break; case 1: fence_acquire(); assert(data == 1); }",
        "do if (ready) { fence_acquire(); assert(data == 1); } while (other);",
        "if (ready) fencepost_slow_path L: { fence_acquire(); assert(data == 1); }\n"
            + "    if (0) goto L;",
      })
  void aFenceStaysInTheStatementThatNeedsIt(String patched) throws InvalidInputException {
    String reader =
        patched
            .replaceFirst("\\{ fence_acquire\\(\\); (.*?;) }", "$1")
            .replace("fence_acquire(); ", "");
    assertThat(answer(check(reader)).patch().texts().firstEntry().getValue())
        .isEqualTo(PROGRAM.replace("READER", patched));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          int r = ready; fencepost_slow_path assert(data >= r);          | 60
          int r = ready; fencepost_collector_path assert(data >= r);     | 6
          int r = ready; fencepost_slow_path int x = data; assert(x >= r); | 600
          """)
  void aFenceCostsWhatItCostsWhereItIsWritten(String reader, long cost)
      throws InvalidInputException {
    assertThat(answer(check(reader)).cost()).isEqualTo(cost);
  }

  @Test
  void newLinesEndAsTheOthersDo() throws InvalidInputException {
    String text = PROGRAM.replace("READER", "int r = ready;\n    assert(data >= r);");
    String patched =
        answer(write(text.replace("\n", "\r\n"))).patch().texts().firstEntry().getValue();
    assertThat(patched).contains("    fence_acquire();\r\n    assert(data >= r);\r\n");
  }

  /** As git writes it: patch looks for the end of a name. */
  @Test
  void aNameWithSpacesEndsWithATab() {
    EditedText text = new EditedText("my program.c", "a;\n");
    text.insertLine(1, "fence();");
    assertThat(text.diff()).startsWith("--- a/my program.c\t\n+++ b/my program.c\t\n@@");
  }

  @Test
  void theDiffSaysThatTheLastLineHasNoEnd() {
    EditedText text = new EditedText("program.c", "a;\nb;");
    text.insertLine(2, "fence();");
    text.insert(2, 3, " }");
    assertThat(text.diff())
        .endsWith(
            """
             a;
            +fence();
            -b;
            \\ No newline at end of file
            +b; }
            \\ No newline at end of file
            """);
  }

  /** The statement is the user's and the macro's; the text has room before the whole alone. */
  @Test
  void nothingIsPutIntoWhatAMacroMakes() throws InvalidInputException {
    String text = "#define THEN(s) if (ready) { s; }\n" + PROGRAM;
    String reader = "THEN(assert(data == 1))";
    assertThat(result(write(text.replace("READER", reader))).ending())
        .isInstanceOf(Ending.NoFenceHelps.class);
  }

  @Test
  void aTextWithAStatementElsewhereIsAnotherProgram() throws InvalidInputException {
    ExecutedProgram whole = executed("if (ready) { fence_acquire(); L: assert(data == 1); }");
    assertThat(executed("if (ready) { fence_acquire(); assert(data == 1); }")).isEqualTo(whole);
    assertThat(executed("if (ready) fence_acquire(); assert(data == 1);")).isNotEqualTo(whole);
    assertThat(executed("if (ready) assert(data == 1);")).isNotEqualTo(whole);
    assertThat(executed("if (ready) { fence_acquire(); assert(data == 2); }")).isNotEqualTo(whole);
  }

  private ExecutedProgram executed(String reader) throws InvalidInputException {
    return ExecutedProgram.of(LoadedSource.of(check(reader)).checkedProgram());
  }
}
