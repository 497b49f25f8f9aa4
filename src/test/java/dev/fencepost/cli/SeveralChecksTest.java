// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.fencepost.check.CheckListener;
import dev.fencepost.check.CheckResult;
import dev.fencepost.check.CheckTask;
import dev.fencepost.check.Checker;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.source.WholeFiles;
import dev.fencepost.spin.Spin;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Of several checks, one that comes to no verdict does not hide that of another. */
class SeveralChecksTest {
  @TempDir Path folder;

  private String violated = "";
  private String slow = "";
  private String html = "";
  private String junit = "";

  @BeforeEach
  void write() throws IOException {
    violated = file("violated.c", "#include <assert.h>\nint main(void) { assert(0); return 0; }\n");
    String sum = "x" + "+x".repeat(300);
    slow =
        file(
            "slow.c",
            "#include \"slow.h\"\nint f(int x) { return "
                + sum
                + "; }\nint main(void) {\n"
                + "int r = 0;\n"
                + "r += f(r);\n".repeat(4000)
                + "return 0; }\n");
    file("slow.h", "/* a header */\n");
    html = folder.resolve("report.html").toString();
    junit = folder.resolve("report.xml").toString();
  }

  private String file(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text).toString();
  }

  private CommandRun check(String format, String... more) {
    List<String> args =
        new ArrayList<>(
            List.of("check", slow, violated, "-m", "tso", "--time", "1s", "--format", format));
    args.addAll(List.of(more));
    return CommandRun.of(args.toArray(String[]::new));
  }

  @Test
  void aLimitOfTheFrontEndEndsOneCheck() throws IOException {
    CommandRun run = check("json", "--html", html, "--junit", junit);
    assertThat(run.status()).as(run.err()).isEqualTo(1);
    assertThat(verdicts(run)).containsExactly("inconclusive", "violated");
    assertThat(run.out()).contains("(--time)");
    assertThat(Path.of(html)).content().contains("slow.c").contains("violated.c");
    assertThat(Path.of(junit)).content().contains("slow.c").contains("violated in");
  }

  @Test
  void sarifHasChecksWithoutAVerdict() {
    CommandRun run = check("sarif", "--vacuity");
    assertThat(run.status()).as(run.err()).isEqualTo(1);
    assertThat(run.out()).contains("\"ruleId\": \"inconclusive\"", "slow.c, tso", "violated.c");
  }

  @Test
  void headersThatALimitStillLetInAreNotReplaced() {
    CommandRun run = check("text", "--html", folder.resolve("slow.h").toString());
    assertThat(run.status()).isEqualTo(3);
    assertThat(run.err()).contains("uses it already");
  }

  @Test
  void aFolderThatCannotBeUsedFailsOneCheck() throws IOException {
    String holds = file("holds.c", "int main(void) { return 0; }\n");
    Path disk = folder.resolve("disk");
    CommandRun run =
        CommandRun.of(
            "check %s %s %s -m tso --format json --disk %s"
                .formatted(violated, violated, holds, disk)
                .split(" ", -1));
    assertThat(verdicts(run)).containsExactly("violated", "violated", "holds");
    WholeFiles.deleteFolder(disk.resolve("check-2"));
    Files.writeString(disk.resolve("check-2"), "in the way");
    CommandRun resumed = CommandRun.of("resume", disk.toString(), "--format", "json");
    assertThat(resumed.status()).isEqualTo(3);
    assertThat(resumed.err()).contains("check-2");
    assertThat(verdicts(resumed)).containsExactly("violated", "inconclusive", "holds");
  }

  private static List<String> verdicts(CommandRun run) {
    JsonObject document = JsonParser.parseString(run.out()).getAsJsonObject();
    return document.getAsJsonArray("results").asList().stream()
        .map(result -> result.getAsJsonObject().get("verdict").getAsString())
        .toList();
  }

  /** Checks, each of which comes to a verdict or fails by a defect. */
  private static final class Defective extends CheckingCommand {
    @Override
    ExitStatus run() {
      Checks checks =
          new Checks() {
            @Override
            public CheckResult run(CheckTask task, CheckListener listener)
                throws InvalidInputException {
              if (task.model().equals("pso-no")) {
                throw new IllegalStateException("odd");
              }
              return Checker.check(task, inputs, listener);
            }

            @Override
            public CheckResult more(CheckResult result, CheckListener listener) {
              throw new StackOverflowError();
            }
          };
      CheckTask task = CheckTask.of("holds.c", "sc").withText("int main(void) { return 0; }");
      List<CheckTask> tasks = List.of(task, task.withModel("pso-no"));
      assertThat(check(tasks, checks, "", results -> {}, false))
          .extracting(result -> result.verdict().word())
          .containsExactly("holds", "inconclusive");
      return terminal.failures();
    }
  }

  @Test
  void aDefectHidesNoVerdict() {
    Defective command = new Defective();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    PrintStream messages = new PrintStream(err, true, StandardCharsets.UTF_8);
    command.terminal =
        new Terminal(
            CommandRun.streams(OutputStream.nullOutputStream(), messages),
            false,
            false,
            WholeFiles.DISK);
    assertThat(command.run()).isEqualTo(ExitStatus.DEFECT);
    assertThat(err.toString(StandardCharsets.UTF_8)).contains("IllegalStateException: odd");
  }

  @Test
  void enginesThatWereComparedAreReportedBesideAModelThatCannotBeRead() throws IOException {
    assumeTrue(Spin.find().isPresent(), "SPIN or a C compiler is not here");
    Path models = Files.createDirectory(folder.resolve("models"));
    Files.writeString(models.resolve("a.c"), "int main(void) { return 0; }\n");
    Files.writeString(models.resolve("b.c"), "int main(void) { return }\n");
    CommandRun run = CommandRun.of("verify-engines", models.toString(), "--format", "json");
    assertThat(run.status()).isEqualTo(3);
    assertThat(run.err()).contains("b.c:1:");
    assertThat(run.out()).contains("a.c");
  }
}
