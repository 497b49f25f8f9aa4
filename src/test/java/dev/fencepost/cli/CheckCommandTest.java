// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CheckCommandTest {
  private static final String CHICKEN = "library/gc/chicken/chicken.c";

  @TempDir Path folder;

  @Test
  void withoutAModelTheProcessorsAreRunOneLineEach() {
    CommandRun run = CommandRun.of("check", CHICKEN, "--no-trace");
    assertThat(run.status()).isEqualTo(1);
    assertThat(run.out().lines()).hasSize(6);
    assertThat(run.out()).containsPattern("(?m)^x86 +holds +\\d+ states +[0-9.]+ s$");
    assertThat(run.out()).containsPattern("(?m)^armv8 +violated in \\d+ steps");
    assertThat(run.err()).isEmpty();
  }

  @Test
  void holdsIsStatusZero() {
    assertThat(CommandRun.of("check", CHICKEN, "-m", "sc,tso").status()).isZero();
  }

  @Test
  void aViolationShowsItsRun() {
    CommandRun run = CommandRun.of("check", CHICKEN, "-m", "pso-full", "-D", "SCENARIO=WR");
    assertThat(run.status()).isEqualTo(1);
    assertThat(run.out())
        .contains("collector", "mutator", "fails:", "reordered: collector's store");
    assertThat(run.out().lines().filter(line -> !line.matches("(fails|reordered|pending): .*")))
        .allMatch(line -> line.length() <= 80);
  }

  @Test
  void aLimitIsStatusTwoAndTellsWhatWasCovered() {
    CommandRun run = CommandRun.of("check", CHICKEN, "-m", "tso", "--states", "50");
    assertThat(run.status()).isEqualTo(2);
    assertThat(run.out()).contains("inconclusive", "the limit of 50 states", "covered:", "depth");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "library/gc/chicken/chicken.c -m sc",
        "library/gc/chicken/chicken.c -m sc --search dfs",
        "benchmarks/promela/peterson.pml",
        "FOLDER/turn.pml --ltl p"
      })
  void aLimitOfStatesIsExact(String arguments) throws IOException {
    Files.writeString(
        folder.resolve("turn.pml"),
        """
        byte x;
        ltl p { []<> (x == 0) }
        active proctype P() { do :: x < 40 -> x++ :: x == 40 -> x = 0 od }
        """);
    String command = arguments.replace("FOLDER", folder.toString());
    CommandRun run = CommandRun.of(("check " + command).split(" ", -1));
    assertThat(run.status()).as(run.out()).isZero();
    Matcher found = Pattern.compile(" ([\\d,]+) states").matcher(run.out());
    assertThat(found.find()).isTrue();
    long states = Long.parseLong(found.group(1).replace(",", ""));
    String limited = "check " + command + " --states ";
    assertThat(CommandRun.of((limited + states).split(" ", -1)).status()).isZero();
    for (long fewer : new long[] {1, states - 1}) {
      CommandRun less = CommandRun.of((limited + fewer).split(" ", -1));
      assertThat(less.status()).isEqualTo(2);
      assertThat(less.out()).contains("the limit of ").doesNotContain("holds");
    }
  }

  @Test
  void aWindowBoundIsStatusTwoUnlessItWasAskedFor() {
    String file = "library/gc/stopless/stopless-rmo.c";
    CommandRun run = CommandRun.of("check", file, "-m", "tso", "-D", "SCENARIO=LOOP");
    assertThat(run.status()).isEqualTo(2);
    assertThat(run.out()).contains("holds, window <= 6", "--window N sets the bound");
    CommandRun asked =
        CommandRun.of("check", file, "-m", "tso", "-D", "SCENARIO=LOOP", "--window", "4");
    assertThat(asked.status()).isZero();
    assertThat(asked.out()).contains("holds, window <= 4").doesNotContain("sets the bound");
  }

  @Test
  void marksThatAreNeverReachedAreNamed() throws IOException {
    Path file = folder.resolve("m.c");
    Files.writeString(
        file,
        """
        #include <fencepost.h>
        static int x;
        int main(void) { if (x) reachable("never here"); reachable("here"); return 0; }
        """);
    CommandRun run = CommandRun.of("check", file.toString(), "-m", "sc");
    assertThat(run.out())
        .contains("never reached: never here")
        .doesNotContain("never reached: here");
    Path other = folder.resolve("other.c");
    Files.writeString(other, Files.readString(file).replace("if (x)", ""));
    assertThat(CommandRun.of("check", file.toString(), other.toString(), "-m", "sc").out())
        .contains("never reached in " + file + ": never here")
        .doesNotContain("never reached in " + other);
  }

  @Test
  void anAddressOutOfBoundsIsAViolationWithATrace() throws IOException {
    Path file = folder.resolve("b.c");
    Files.writeString(
        file,
        """
        static int a[2], i = 2;
        int main(void) { a[i] = 1; return 0; }
        """);
    CommandRun run = CommandRun.of("check", file.toString(), "-m", "sc");
    assertThat(run.status()).isEqualTo(1);
    assertThat(run.out()).contains("fails:", "out of bounds");
  }

  @Test
  void aMutexThatIsNotHeldIsAViolationThatSaysSo() throws IOException {
    Path file = folder.resolve("u.c");
    Files.writeString(
        file,
        """
        #include <pthread.h>
        static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
        int main(void) { pthread_mutex_unlock(&m); return 0; }
        """);
    CommandRun run = CommandRun.of("check", file.toString(), "-m", "sc");
    assertThat(run.out())
        .contains("violated in 1 step ", "u.c:3: mutex unlocked by a thread that does not hold it");
  }

  @Test
  void ofSeveralFilesTheHintIsToCheckOneAlone() throws IOException {
    String text = "#include <assert.h>\nint main(void) { assert(0); return 0; }\n";
    Path first = Files.writeString(folder.resolve("1.c"), text);
    Path second = Files.writeString(folder.resolve("2.c"), text);
    CommandRun run = CommandRun.of("check", first.toString(), second.toString(), "-m", "sc");
    assertThat(run.out()).contains("(one run of 2; check a file alone to see its run)");
  }

  @Test
  void aResultInJsonCanBeRepeated() throws IOException {
    CommandRun first =
        CommandRun.of("check", CHICKEN, "-m", "pso-no,tso", "--format", "json", "--time", "1h");
    assertThat(first.status()).isEqualTo(1);
    JsonObject document = JsonParser.parseString(first.out()).getAsJsonObject();
    assertThat(document.get("schema").getAsInt()).isEqualTo(1);
    assertThat(document.getAsJsonArray("results")).hasSize(2);
    Path file = Files.writeString(folder.resolve("r.json"), first.out());
    CommandRun again = CommandRun.of("check", "--repeat", file.toString(), "--format", "json");
    assertThat(again.status()).isEqualTo(1);
    assertThat(withoutTimes(again.out())).isEqualTo(withoutTimes(first.out()));
  }

  @Test
  void aRepetitionTakesWarningsAsTheResultDid() throws IOException {
    String text = "static int x;\nint main(void) { x = 1; return 0; }\n";
    String file = Files.writeString(folder.resolve("w.c"), text).toString();
    for (String[] options :
        new String[][] {
          {"-D", "TYPO"}, {"--fair"}, {"-D", "TYPO", "--strict"}, {"--fair", "--strict"}
        }) {
      List<String> first = new ArrayList<>(List.of("check", file, "-m", "sc", "--format", "json"));
      first.addAll(List.of(options));
      CommandRun run = CommandRun.of(first.toArray(String[]::new));
      assertThat(run.status()).isEqualTo(first.contains("--strict") ? 2 : 0);
      Path result = Files.writeString(folder.resolve("w.json"), run.out());
      CommandRun again = CommandRun.of("check", "--repeat", result.toString(), "--format", "json");
      assertThat(again.status()).isEqualTo(run.status());
      assertThat(withoutTimes(again.out())).isEqualTo(withoutTimes(run.out()));
      assertThat(CommandRun.of("check", "--repeat", result.toString(), "--strict").status())
          .isEqualTo(2);
    }
  }

  @Test
  void aRepetitionSearchesForWhatNoRunDoes() throws IOException {
    String text = "static int x;\nint main(void) { if (x) x = 1; return 0; }\n";
    String file = Files.writeString(folder.resolve("v.c"), text).toString();
    CommandRun run =
        CommandRun.of("check", file, "-m", "sc", "--vacuity", "--strict", "--format", "json");
    assertThat(run.status()).isEqualTo(2);
    Path result = Files.writeString(folder.resolve("v.json"), run.out());
    CommandRun again = CommandRun.of("check", "--repeat", result.toString(), "--format", "json");
    assertThat(again.status()).isEqualTo(2);
    assertThat(withoutTimes(again.out())).isEqualTo(withoutTimes(run.out()));
  }

  @Test
  void showsTheStagesOfTheFrontEnd() {
    for (String stage : new String[] {"tokens", "ast", "ir"}) {
      CommandRun run = CommandRun.of("show", stage, CHICKEN);
      assertThat(run.status()).isZero();
      assertThat(run.out()).contains("from_forward");
    }
  }

  private static String withoutTimes(String json) {
    return json.replaceAll("\"seconds\": [0-9.E-]+", "");
  }
}
