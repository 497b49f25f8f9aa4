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

class PromelaCheckTest {
  private static final String MEETING =
      """
      byte x;
      chan c = [0] of { byte };
      active proctype P() { x = 1; c!3 }
      active proctype Q() { byte y; c?y; assert(y + x == SUM) }
      """;

  private static final String STUCK =
      """
      chan c = [0] of { bit };
      byte x;
      active proctype P() { x = 1; c!1 }
      active proctype Q() { c?0 }
      """;

  private static final String COUNTER =
      """
      byte x; bool stop;
      active proctype Count() { do :: !stop -> x = (x + 1) % 4 :: stop -> break od }
      active proctype Stop() { stop = true }
      ltl stops { <> stop }
      ltl two { <> [] (x == 2) }
      ltl kept { [] (stop -> [] stop) }
      """;

  @TempDir Path folder;

  private CommandRun check(String text, String... options) throws IOException {
    Path file = folder.resolve("m.pml");
    Files.writeString(file, text);
    List<String> args = new ArrayList<>(List.of("check", file.toString()));
    args.addAll(List.of(options));
    return CommandRun.of(args.toArray(String[]::new));
  }

  @Test
  void reductionsOfProgramsAreRefused() throws IOException {
    CommandRun run = check(MEETING, "-D", "SUM=4", "--with", "partial-order");
    assertThat(run.status()).isEqualTo(3);
    assertThat(run.err())
        .contains("to insist on partial-order is for C models")
        .contains("--without reduction");
  }

  @Test
  void aModelThatHoldsIsOneLine() throws IOException {
    CommandRun run = check(MEETING, "-D", "SUM=4");
    assertThat(run.status()).isZero();
    assertThat(run.out().lines()).hasSize(2);
    assertThat(run.out()).containsPattern("(?m)^promela +holds +\\d+ states +[0-9.]+ s$");
    assertThat(run.err()).isEmpty();
  }

  @Test
  void conditionsMayBeVeryLarge() throws InvalidInputException {
    String large = "(x[0] == 1 && x[1] == x[2])" + " || (x[0] == 2 && x[1] != x[2])".repeat(600);
    String model =
        "byte x[3]; active proctype P() { x[0] = 2; x[1] = 1; if :: "
            + large
            + " -> assert(x[0] == 2) fi }";
    assertThat(Fencepost.checkText("large.pml", model).run().holds()).isTrue();
  }

  @Test
  void aFailedAssertionComesWithItsRunAndBothSidesOfARendezvous() throws IOException {
    CommandRun run = check(MEETING, "-D", "SUM=5");
    assertThat(run.status()).isEqualTo(1);
    assertThat(run.out())
        .contains(
            """
             step P(0)                                  Q(1)
                1 3 x = 1
                    x := 1
                2 3 c!3
                    Q(1):y := 3
                                                        4 c?y
                3                                       4 assert(y + x == SUM)
                                                          ** assertion violated **
            """)
        .contains("m.pml:4: assert(y + x == SUM)")
        .doesNotContain("reordered");
  }

  @Test
  void aDeadlockIsAViolationUnlessAllowed() throws IOException {
    CommandRun run = check(STUCK);
    assertThat(run.status()).isEqualTo(1);
    assertThat(run.out().replaceAll("\\s+", " "))
        .contains("violated in 1 step ", "not ended: P(0) at ", "Q(1) at ");
    assertThat(check(STUCK, "--allow-deadlock").status()).isZero();
  }

  @Test
  void withoutANameEveryLtlBlockIsChecked() throws IOException {
    CommandRun run = check(COUNTER, "--no-trace");
    assertThat(run.status()).isEqualTo(1);
    assertThat(run.out().lines().skip(1).map(line -> line.replaceAll("(holds|violated).*", "$1")))
        .containsExactly(
            "promela   holds", "ltl stops violated", "ltl two   violated", "ltl kept  holds");
  }

  @Test
  void aRunThatGoesOnForEverShowsItsLoop() throws IOException {
    CommandRun run = check(COUNTER, "--ltl", "stops");
    assertThat(run.status()).isEqualTo(1);
    assertThat(run.out())
        .contains("a violating run of ltl stops:", "m.pml:4: this run violates ltl stops")
        .containsPattern("(?m)^ +the following steps repeat for ever$")
        .contains("x = (x + 1) % 4")
        .doesNotContain("stop = true");
  }

  @Test
  void fairRunsOnly() throws IOException {
    CommandRun run = check(COUNTER, "--ltl", "stops", "--fair");
    assertThat(run.status()).isZero();
    assertThat(run.out()).containsPattern("(?m)^ltl stops, fair +holds");
  }

  @Test
  void aRunThatEndsShowsThatNothingHappensAnyMore() throws IOException {
    CommandRun run = check(COUNTER, "--ltl", "two", "--fair");
    assertThat(run.status()).isEqualTo(1);
    assertThat(run.out())
        .containsPattern("(?m)^ +\\d+ nothing happens any more$")
        .doesNotContain("repeat for ever");
  }

  @Test
  void anAssertionThatFailsOnTheWayIsNoLasso() throws IOException {
    CommandRun run =
        check(
            """
            byte x;
            active proctype P() { do :: x < 3 -> x++; assert(x < 3) :: x == 3 -> x = 0 od }
            ltl p { [] (x < 9) }
            """,
            "--ltl",
            "p");
    assertThat(run.status()).isEqualTo(1);
    assertThat(run.out())
        .contains("** assertion violated **", "m.pml:2: assert(x < 3), x = 3 (P(0))")
        .doesNotContain("repeat for ever");
  }

  @Test
  void jsonHasTheLoopAndCanBeRepeated() throws IOException {
    CommandRun run = check(COUNTER, "--ltl", "stops", "--format", "json");
    JsonObject result =
        JsonParser.parseString(run.out())
            .getAsJsonObject()
            .getAsJsonArray("results")
            .get(0)
            .getAsJsonObject();
    assertThat(result.getAsJsonObject("task").get("model").getAsString()).isEqualTo("promela");
    assertThat(result.getAsJsonObject("task").get("ltl").getAsString()).isEqualTo("stops");
    assertThat(result.getAsJsonObject("trace").get("loop").getAsInt()).isEqualTo(1);
    Path file = folder.resolve("result.json");
    Files.writeString(file, run.out());
    CommandRun again = CommandRun.of("check", "--repeat", file.toString());
    assertThat(again.status()).isEqualTo(1);
    assertThat(again.out()).contains("a violating run of ltl stops:");
  }

  @Test
  void aLimitIsInconclusive() throws IOException {
    CommandRun run = check("int x; active proctype P() { do :: x++ od }", "--states", "500");
    assertThat(run.status()).isEqualTo(2);
    assertThat(run.out()).contains("inconclusive", "the limit of 500 states");
  }

  @Test
  void badInputIsToldBeforeAnyResult() throws IOException {
    assertBad(check(COUNTER, "--ltl", "three"), "no ltl block 'three'", "stops, two, kept");
    assertBad(check(STUCK, "--ltl", "three"), "no ltl block 'three'", "the model has none");
    assertBad(check(STUCK, "--model", "tso"), "--model is not for Promela");
    assertBad(check("active proctype P() { x = 1 }"), "m.pml:1:");
    assertBad(CommandRun.of("show", "ir", "m.pml"), "only 'check' reads Promela");
  }

  private static void assertBad(CommandRun run, String... parts) {
    assertThat(run.status()).isEqualTo(3);
    assertThat(run.out()).isEmpty();
    assertThat(run.err()).contains(parts);
  }

  @Test
  void theJavaApiReadsPromelaToo() throws InvalidInputException {
    Fencepost.checkText("m.pml", COUNTER).run().assertHolds();
    Fencepost.checkText("m.pml", COUNTER).ltl("stops").run().assertViolated();
    Fencepost.checkText("m.pml", COUNTER).fairLtl("stops").run().assertHolds();
  }
}
