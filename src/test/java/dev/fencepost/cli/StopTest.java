// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.google.gson.JsonParser;
import dev.fencepost.source.WholeFiles;
import dev.fencepost.spin.Spin;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Commands that somebody stops report what is known, and go on from there. */
class StopTest {
  private static final int STOP_AFTER = 3;

  @TempDir private Path folder;

  private static PrintStream stream(ByteArrayOutputStream bytes) {
    return new PrintStream(bytes, true, StandardCharsets.UTF_8);
  }

  /** Runs a command that is stopped when it has kept some results; at once, if none. */
  private static CommandRun stopped(int results, String... args) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    AtomicInteger kept = new AtomicInteger();
    List<Runnable> stop = new ArrayList<>();
    WholeFiles files =
        new WholeFiles(
            (file, options) -> {
              if (kept.incrementAndGet() == results) {
                stop.getFirst().run();
              }
              return Files.newOutputStream(file, options);
            });
    Terminal terminal = new Terminal(CommandRun.streams(out, stream(err)), false, false, files);
    stop.add(terminal::requestStop);
    if (results == 0) {
      terminal.requestStop();
    }
    int status = Main.run(terminal, args);
    return new CommandRun(
        status, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }

  private static String withoutTimes(String text) {
    return text.replaceAll("\\d+\\.\\d+ s", "TIME");
  }

  private String[] withResults(String command) {
    return (command + " --threads 1 --results " + folder.resolve("results")).split(" ", -1);
  }

  private List<String> lines() throws IOException {
    return Files.readAllLines(folder.resolve("results"));
  }

  /** Stops a command, goes on, and compares with a run from the beginning. */
  private void stopAndGoOn(String command) throws IOException {
    CommandRun first = stopped(STOP_AFTER, withResults(command));
    assertThat(first.status()).as(first.err()).isEqualTo(2);
    assertThat(first.out() + first.err()).contains("stopped on request");
    List<String> kept = lines();
    assertThat(kept).hasSize(STOP_AFTER);

    CommandRun second = CommandRun.of(withResults(command));
    assertThat(second.status()).as(second.err()).isZero();
    CommandRun whole = CommandRun.of((command + " --threads 1").split(" ", -1));
    assertThat(withoutTimes(second.out())).isEqualTo(withoutTimes(whole.out()));
    List<String> all = lines();
    assertThat(all.subList(0, STOP_AFTER)).isEqualTo(kept);

    assertThat(withoutTimes(CommandRun.of(withResults(command)).out()))
        .isEqualTo(withoutTimes(whole.out()));
    assertThat(lines()).as("nothing is done a third time").isEqualTo(all);
  }

  @Test
  void tables() throws IOException {
    stopAndGoOn("table oopsla17 --rows Stopless");
  }

  @Test
  void litmusTests() throws IOException {
    stopAndGoOn("litmus library/litmus/SB.litmus library/litmus/MP.litmus");
  }

  @Test
  void engines() throws IOException {
    assumeTrue(Spin.find().isPresent(), "SPIN or a C compiler is not on this machine");
    stopAndGoOn("verify-engines src/test/resources/export/handover.c");
  }

  @Test
  void aTableThatIsStoppedIsWholeInEveryFormat() throws IOException {
    String[] command = withResults("table oopsla17 --rows Stopless --format json");
    CommandRun run = stopped(STOP_AFTER, command);
    assertThat(run.status()).isEqualTo(2);
    assertThat(JsonParser.parseString(run.out()).getAsJsonObject().has("cells")).isTrue();
  }

  /** A verdict counts only for the texts that it was found with. */
  @Test
  void whatHasChangedIsDoneAgain() throws IOException {
    Path test = folder.resolve("SB.litmus");
    Files.copy(Path.of("library/litmus/SB.litmus"), test);
    String[] command = withResults("litmus " + test + " --model tso,sc");
    assertThat(CommandRun.of(command).status()).isZero();
    assertThat(lines()).hasSize(2);
    Files.writeString(test, Files.readString(test).replace("exists", "~exists"));
    assertThat(CommandRun.of(command).out()).contains("~exists");
    assertThat(lines()).hasSize(4);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "check library/gc/chicken/chicken.c",
        "table oopsla17",
        "check library/gc/chicken/chicken.c --format json",
        "fences library/gc/stopless/stopless.c -m rmo-no",
        "table mutators",
        "table mplr22 --rows satb",
        "table setta16 --ablation",
        "table fences",
        "litmus library/litmus"
      })
  void aRequestBeforeTheFirstResult(String command) {
    CommandRun run = stopped(0, command.split(" ", -1));
    assertThat(run.status()).isEqualTo(2);
    assertThat(run.out() + run.err())
        .contains("stopped on request")
        .doesNotContain("defect", "as published", "nothing was expected");
  }

  /** The verdict is known, and a file that is begun is written whole or not at all. */
  @Test
  void aRequestInAReport() {
    Path html = folder.resolve("report.html");
    String check = "check library/gc/stopless/stopless.c -m pso-no --html " + html;
    CommandRun run = stopped(1, check.split(" ", -1));
    assertThat(run.out()).contains("violated in ");
    assertThat(run.out() + run.err()).doesNotContain("defect");
    assertThat(run.status()).isEqualTo(1);
    assertThat(html).content().endsWith("</html>\n");
  }

  private static final String LONG_C =
      """
      #include <assert.h>
      int x;
      int main(void) {
          while (x < 1000)
              x++;
          assert(0);
      }
      """;

  private static final String LONG_PROMELA =
      "int x; active proctype P() { do :: x < 1000 -> x++ :: else -> assert(false) od }";

  /** The search is over, and its run is not explained yet. */
  @ParameterizedTest
  @ValueSource(strings = {"long.c", "long.c --format json", "long.pml"})
  void aRequestInAnExplanation(String command) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    List<Runnable> stop = new ArrayList<>();
    ByteArrayOutputStream err =
        new ByteArrayOutputStream() {
          @Override
          public synchronized void write(byte[] bytes, int start, int length) {
            super.write(bytes, start, length);
            if (toString(StandardCharsets.UTF_8).contains("remained")) {
              stop.getFirst().run();
            }
          }
        };
    Terminal terminal =
        new Terminal(CommandRun.streams(out, stream(err)), false, false, WholeFiles.DISK);
    stop.add(terminal::requestStop);
    Path html = folder.resolve("report.html");
    Path junit = folder.resolve("report.xml");
    String files = " --verbose --html " + html + " --junit " + junit;
    Files.writeString(folder.resolve("long.c"), LONG_C);
    Files.writeString(folder.resolve("long.pml"), LONG_PROMELA);
    String[] words = ("check " + folder.resolve(".") + "/" + command + files).split(" ", -1);
    int status = Main.run(terminal, words);
    assertThat(out.toString(StandardCharsets.UTF_8))
        .contains("violated", "its run is not explained: stopped on request");
    assertThat(err.toString(StandardCharsets.UTF_8)).doesNotContain("defect");
    assertThat(status).isEqualTo(1);
    assertThat(html).content().endsWith("</html>\n");
    assertThat(junit).content().contains("its run is not explained");
  }

  @Test
  void aFullDiskHidesNoResult() {
    WholeFiles full =
        new WholeFiles(
            (file, options) -> {
              throw new IOException("No space left on device");
            });
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int status =
        Main.run(
            new Terminal(CommandRun.streams(out, stream(err)), false, false, full),
            withResults("table oopsla17 --rows Stopless"));
    assertThat(status).isEqualTo(3);
    assertThat(out.toString(StandardCharsets.UTF_8)).contains("every cell as published");
    assertThat(err.toString(StandardCharsets.UTF_8)).contains("No space left on device");
  }

  @Test
  void expectationsAreNotThoseOfStoppedChecks() throws IOException {
    String text = "int main(void) { return 0; }";
    String expected = "sc WR violated steps=7\n";
    for (String name : List.of("a", "b")) {
      Files.writeString(folder.resolve(name + ".c"), text);
      Files.writeString(folder.resolve(name + ".expect"), expected);
    }
    CommandRun run = stopped(1, "promote", folder.toString());
    assertThat(run.status()).as(run.err()).isEqualTo(2);
    assertThat(folder.resolve("a.expect")).content().contains("holds");
    assertThat(folder.resolve("b.expect")).hasContent(expected);
  }
}
