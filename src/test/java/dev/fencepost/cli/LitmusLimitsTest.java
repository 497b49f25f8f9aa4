// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Limits of litmus tests hold while a test is read and laws are compiled, each of which would take
 * minutes or gigabytes; other checks of the run go on.
 */
@Timeout(100)
class LitmusLimitsTest {
  private static final String TIME = "the time limit of 2 s was reached (--time)";

  private static final String ROWS =
      "X86 rows\n{ }\n P0 | P1 ;\n"
          + " MOV [x],$1 | MOV EAX,[x] ;\n".repeat(500_000)
          + "exists (x=1)\n";

  @TempDir Path folder;

  private String write(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text).toString();
  }

  private String small() throws IOException {
    return write("SB.litmus", Files.readString(Path.of("library/litmus/SB.litmus")));
  }

  /** Fences before and behind which laws order accesses: each with each is a law of the table. */
  private String manyLaws() throws IOException {
    String laws =
        IntStream.range(0, 1_000)
            .mapToObj(
                i ->
                    """
                    law "before %1$d": a: read, f: fence[full], a before f => done(a) < issue(f)
                    law "behind %1$d": f: fence[full], b: access, f before b => issue(f) < perform(b)
                    """
                        .formatted(i))
            .collect(Collectors.joining());
    return write("laws.mcm", "model laws \"laws\"\nfence kind full\n" + laws);
  }

  /** All pairs of accesses with these attributes are probed. */
  private String manyAttributes() throws IOException {
    String names =
        IntStream.range(0, 3_000).mapToObj(i -> "a" + i).collect(Collectors.joining(", "));
    return write("attributes.mcm", "model attributes \"attributes\"\nattribute " + names + "\n");
  }

  @Test
  void timeEndsTheReadingOfATestAndNoOther() throws IOException {
    small();
    String rows = write("rows.litmus", ROWS);
    CommandRun run =
        CommandRun.of("litmus", folder.toString(), "-m", "tso,sc", "--time", "2s", "--all");
    assertThat(run.out())
        .contains("Observation SB Sometimes 1 3", "Observation SB Never 0 3")
        .contains("rows under tso:\nInconclusive: " + TIME)
        .contains("inconclusive: " + rows + ", tso: " + TIME)
        .contains("inconclusive: " + rows + ", sc: " + TIME);
    assertThat(run.err()).isEmpty();
    assertThat(run.status()).isEqualTo(ExitStatus.INCONCLUSIVE.code());
  }

  @Test
  void timeEndsTheCompilationOfLawsAndNoOtherModel() throws IOException {
    String test = small();
    String model = manyLaws();
    CommandRun run = CommandRun.of("litmus", test, "-m", model + ",tso", "--time", "2s");
    assertThat(run.out())
        .contains("inconclusive: " + test + ", " + model + ": " + TIME)
        .contains("Observation SB Sometimes 1 3");
    assertThat(run.status()).isEqualTo(ExitStatus.INCONCLUSIVE.code());
  }

  @Test
  void timeEndsTheProbesOfAModel() throws IOException {
    CommandRun run = CommandRun.of("litmus", small(), "-m", manyAttributes(), "--time", "2s");
    assertThat(run.out()).contains(TIME);
    assertThat(run.status()).isEqualTo(ExitStatus.INCONCLUSIVE.code());
  }

  @Test
  void memoryEndsATest() throws IOException {
    CommandRun run = CommandRun.of("litmus", small(), "-m", "tso", "--memory", "1");
    assertThat(run.out()).contains("Inconclusive: the memory limit of 0 MB for states was reached");
    assertThat(run.status()).isEqualTo(ExitStatus.INCONCLUSIVE.code());
  }

  @Test
  void aResultWithoutItsTestHasALimitAndNoAnswer() throws IOException {
    String test = small();
    String model = manyLaws();
    CommandRun json =
        CommandRun.of("litmus", test, "-m", model, "--time", "100ms", "--format", "json");
    assertThat(json.out())
        .contains(
            "\"test\": \"SB\"",
            "\"verdict\": \"\"",
            "\"finalStates\": []",
            "\"limit\": \"the time");
    CommandRun csv = CommandRun.of("litmus", test, "-m", model, "--time", "100ms", "--format=csv");
    assertThat(csv.out()).endsWith(model + ",,,,,,inconclusive\n");
  }

  /** What the files of a model are is known though a limit ended its compilation. */
  @Test
  void aReportReplacesNoModelThatALimitKeptFromBeingRead() throws IOException {
    String test = small();
    String model = manyLaws();
    CommandRun run =
        CommandRun.of("litmus", test, "-m", model, "--time", "100ms", "--junit", model);
    assertThat(run.err()).contains("cannot write " + model);
    assertThat(run.status()).isEqualTo(ExitStatus.BAD_INPUT.code());
  }

  @ParameterizedTest
  @ValueSource(strings = {"--time=0s", "--memory=0"})
  void aLimitOfNothingIsRefused(String option) {
    CommandRun run = CommandRun.of("litmus", "library/litmus/SB.litmus", option);
    assertThat(run.err()).contains("must be more than 0");
    assertThat(run.status()).isEqualTo(ExitStatus.BAD_INPUT.code());
  }

  /** One that is too many is refused before anything is made of them. */
  @ParameterizedTest
  @ValueSource(ints = {17, 20_000})
  void manyColumnsAreRefused(int count) throws IOException {
    String heads =
        IntStream.range(0, count).mapToObj(i -> "P" + i).collect(Collectors.joining(" | "));
    String cells = "MOV [x],$1" + " | MOV [x],$1".repeat(count - 1);
    String text = "X86 columns\n{ }\n " + heads + " ;\n " + cells + " ;\nexists (x=1)\n";
    CommandRun run = CommandRun.of("litmus", write("columns.litmus", text), "--time", "10s");
    assertThat(run.err()).contains(":3:2: error: a test with " + count + " threads");
    assertThat(run.status()).isEqualTo(ExitStatus.BAD_INPUT.code());
  }

  /** The rest of a text is not looked through once for each row, nor for each line. */
  @Test
  void longColumnsAndBlankLinesTakeLittleTime() throws IOException {
    String text =
        "X86 labels\n{ }\n P0 ;\n"
            + " ;\n".repeat(400_000)
            + " MOV [x],$1 ;\n"
            + "\n".repeat(400_000)
            + "exists (x=1)\n";
    CommandRun run = CommandRun.of("litmus", write("labels.litmus", text), "-m", "sc");
    assertThat(run.out()).contains("Observation labels Always 1 0");
  }
}
