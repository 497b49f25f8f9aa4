// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DiskCommandTest {
  private static final String CHICKEN = "library/gc/chicken/chicken.c";
  private static final String SAPPHIRE = "library/gc/sapphire/sapphire.c";

  private static final int KILLS = Boolean.getBoolean("fencepost.full") ? 100 : 4;

  @TempDir Path folder;

  private static String withoutTimes(CommandRun run) {
    return run.out().replaceAll("[0-9.]+ s\\b", "");
  }

  @Test
  void printsWhatACheckInMemoryPrints() {
    String disk = folder.resolve("runs").toString();
    CommandRun run = CommandRun.of("check", CHICKEN, "-m", "sparc", "--disk", disk);
    CommandRun usual = CommandRun.of("check", CHICKEN, "-m", "sparc");
    assertThat(run.status()).isEqualTo(usual.status());
    assertThat(withoutTimes(run)).isEqualTo(withoutTimes(usual));
    assertThat(folder.resolve("runs/check-6/all/form-0")).isNotEmptyDirectory();
  }

  @Test
  void goesToDiskByItselfUnlessThatIsForbidden() {
    String[] large = {
      "check",
      SAPPHIRE,
      "-m",
      "tso",
      "-D",
      "SCENARIO=LOOP",
      "--mutators",
      "3",
      "--without",
      "partial-order,symmetry",
      "--memory",
      "2M",
      "--verbose",
      ""
    };
    large[large.length - 1] = "--no-disk";
    assertThat(CommandRun.of(large).out()).contains("inconclusive").contains("--memory");
    large[large.length - 1] = "--threads=1";
    CommandRun run = CommandRun.of(large);
    assertThat(run.status()).isZero();
    assertThat(run.out()).contains("76,977 states");
    assertThat(run.err())
        .contains("memory is full")
        .contains("all states by levels: 76,977 states");
  }

  @Test
  void refusesWhatDoesNotFit() {
    String disk = folder.toString();
    assertThat(CommandRun.of("check", CHICKEN, "--disk", disk, "--no-disk").err())
        .contains("exclude each other");
    assertThat(CommandRun.of("check", CHICKEN, "--disk", disk, "--search", "dfs").err())
        .contains("--search bfs");
    assertThat(CommandRun.of("check", CHICKEN, "--disk", disk, "--engine", "spin").err())
        .contains("--disk is for the own engine");
  }

  @Test
  void refusesAFolderThatIsNotEmpty() throws IOException {
    Path disk = Files.createDirectories(folder.resolve("home"));
    Files.createDirectory(disk.resolve("check-1"));
    CommandRun run = CommandRun.of("check", CHICKEN, "-m", "sc", "--disk", disk.toString());
    assertThat(run.status()).isEqualTo(3);
    assertThat(run.err()).contains(disk + " is not empty", "name a new folder");
    assertThat(disk.resolve("check.json")).doesNotExist();

    Files.delete(disk.resolve("check-1"));
    Files.writeString(disk.resolve("check.json.new"), "half");
    run = CommandRun.of("check", CHICKEN, "-m", "sc", "--disk", disk.toString());
    assertThat(run.status()).as(run.err()).isZero();
  }

  @Test
  void warnsAgainOfOptionsThatChangeNothing() {
    String disk = folder.resolve("runs").toString();
    CommandRun run = CommandRun.of("check", CHICKEN, "-m", "sc", "--fair", "--disk", disk);
    assertThat(run.out()).contains("--fair changes nothing");
    assertThat(withoutTimes(CommandRun.of("resume", disk))).isEqualTo(withoutTimes(run));
  }

  @Test
  void resumesToTheSameResult() {
    String disk = folder.resolve("runs").toString();
    String[] check = {"check", CHICKEN, "-m", "sc,pso-no", "--disk", disk};
    CommandRun run = CommandRun.of(check);
    CommandRun again = CommandRun.of("resume", disk);
    assertThat(again.status()).isEqualTo(run.status());
    assertThat(withoutTimes(again)).isEqualTo(withoutTimes(run));
    CommandRun twice = CommandRun.of(check);
    assertThat(twice.status()).isEqualTo(3);
    assertThat(twice.err()).contains("has a check already").contains("fencepost resume");
  }

  /** Which run is shown changes no state. */
  @Test
  void resumesACheckThatShowsNoRun() {
    String disk = folder.resolve("runs").toString();
    CommandRun run = CommandRun.of("check", CHICKEN, "-m", "pso-no", "--no-trace", "--disk", disk);
    CommandRun again = CommandRun.of("resume", disk);
    assertThat(run.status()).isEqualTo(1);
    assertThat(again.err()).isEmpty();
    assertThat(again.status()).isEqualTo(1);
  }

  @Test
  void saysHowToGoOnBehindALimit() {
    String disk = folder.resolve("runs").toString();
    CommandRun limited =
        CommandRun.of(
            "check",
            SAPPHIRE,
            "-m",
            "tso",
            "-D",
            "SCENARIO=LOOP",
            "--mutators",
            "3",
            "--without",
            "partial-order,symmetry",
            "--disk",
            disk,
            "--states",
            "10k");
    assertThat(limited.status()).isEqualTo(2);
    assertThat(limited.out()).contains("--states");
    assertThat(limited.err()).contains("'fencepost resume " + disk + "' goes on");
  }

  @Test
  void refusesAFolderWithoutACheckOrWithAnother() throws IOException {
    assertThat(CommandRun.of("resume", folder.resolve("none").toString()).status()).isEqualTo(3);
    Path text = Files.copy(Path.of("benchmarks/promela/peterson.pml"), folder.resolve("p.pml"));
    Path disk = folder.resolve("runs");
    CommandRun.of("check", text.toString(), "--disk", disk.toString());
    Files.writeString(text, "\n", StandardOpenOption.APPEND);
    CommandRun changed = CommandRun.of("resume", disk.toString());
    assertThat(changed.status()).isEqualTo(3);
    assertThat(changed.err()).contains("manifest").contains("a text of the check has changed");
    Path checks = disk.resolve("check.json");
    String json = Files.readString(checks);
    Files.writeString(checks, json.replaceAll("\"build\": \"[^\"]*\"", "\"build\": \"x\""));
    assertThat(CommandRun.of("resume", disk.toString()).err()).contains("another build");
    Files.writeString(checks, json.substring(0, json.length() / 2));
    assertThat(CommandRun.of("resume", disk.toString()).status()).isEqualTo(3);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "(?s)\"tasks\": \\[.*\\]; \"tasks\": []",
        "\"allowDeadlock\": false; \"allowDeadlock\": true",
        "\"seed\": 0; \"seed\": 00",
        ",\\s*\"checksum\".*; "
      })
  void refusesAChangedCheck(String change) throws IOException {
    Path disk = folder.resolve("runs");
    CommandRun.of("check", CHICKEN, "-m", "sc", "--disk", disk.toString());
    Path checks = disk.resolve("check.json");
    String[] words = change.split("; ", -1);
    String changed = Files.readString(checks).replaceFirst(words[0], words[1]);
    assertThat(changed).isNotEqualTo(Files.readString(checks));
    Files.writeString(checks, changed);
    CommandRun run = CommandRun.of("resume", disk.toString());
    assertThat(run.status()).as(run.err()).isEqualTo(3);
    assertThat(run.err()).contains(checks.toString());
  }

  /** Kills the process of a check at moments by chance, until it comes to its end. */
  @Test
  void goesOnAfterKill9() throws IOException, InterruptedException {
    SplittableRandom random = new SplittableRandom(Long.getLong("fencepost.seed", 1));
    Path disk = folder.resolve("runs");
    String[] check = {
      "check",
      SAPPHIRE,
      "-m",
      "tso",
      "-D",
      "SCENARIO=LOOP",
      "--mutators",
      "3",
      "--without",
      "partial-order,symmetry",
      "--threads",
      "2",
      "--disk",
      disk.toString()
    };
    String[] resume = {"resume", disk.toString()};
    int kills = 0;
    for (int i = 0; i < KILLS; i++) {
      kills += isKilled(kills == 0 ? check : resume, 300 + random.nextInt(1500)) ? 1 : 0;
    }
    assertThat(kills).isPositive();
    CommandRun end = CommandRun.of(Files.exists(disk.resolve("check.json")) ? resume : check);
    assertThat(end.status()).isZero();
    assertThat(end.out()).contains("76,977 states");
  }

  /** Whether a process was killed after some time, and had not ended before. */
  private static boolean isKilled(String[] args, long millis)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(ProcessHandle.current().info().command().orElse("java"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), Main.class.getName()));
    command.addAll(List.of(args));
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    boolean ended = process.waitFor(millis, TimeUnit.MILLISECONDS);
    process.destroyForcibly().waitFor();
    return !ended;
  }

  @Test
  void aResumedCheckIsAsStrict() throws IOException {
    String text =
        "static int q; int main(void) { __VERIFIER_atomic_begin(); assume(q == 1);"
            + " __VERIFIER_atomic_end(); return 0; }";
    Path model = Files.writeString(folder.resolve("m.c"), "#include <fencepost.h>\n" + text);
    String disk = folder.resolve("runs").toString();
    String file = model.toString();
    CommandRun check = CommandRun.of("check", file, "-m", "sc", "--strict", "--disk", disk);
    assertThat(check.status()).as(check.out()).isEqualTo(2);
    assertThat(CommandRun.of("resume", disk).status()).isEqualTo(2);
  }
}
