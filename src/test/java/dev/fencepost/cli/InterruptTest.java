// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.fencepost.spin.Spin;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Ctrl-C in a process of its own: what is known is printed, and the exit status says the rest. */
class InterruptTest {
  /** A program with more states than any machine searches in a minute. */
  private static final String COUNTERS =
      """
      #include <assert.h>
      #include <pthread.h>
      static int x[4];
      static void *count(void *i)
      {
          for (;;) {
              x[(long) i] = (x[(long) i] + 1) % 1000;
              assert(x[0] + x[1] + x[2] + x[3] >= 0);
          }
      }
      int main(void)
      {
          pthread_t t[4];
          for (long i = 0; i < 4; i++)
              pthread_create(&t[i], 0, count, (void *) i);
          return 0;
      }
      """;

  @TempDir Path folder;

  private record Ended(int status, String said) {}

  /** Interrupts a command as soon as a line of its output begins so. */
  private Ended interrupted(String line, String awaited) throws Exception {
    assumeTrue(Files.isExecutable(Path.of("/bin/kill")), "there is no kill");
    Path said = folder.resolve("said");
    Pattern beginning = Pattern.compile("^" + awaited, Pattern.MULTILINE);
    List<String> command = new ArrayList<>();
    command.add(ProcessHandle.current().info().command().orElse("java"));
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), Main.class.getName()));
    command.addAll(List.of(line.split(" ", -1)));
    Process process =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(said.toFile()).start();
    try {
      while (process.isAlive() && !beginning.matcher(Files.readString(said)).find()) {
        process.waitFor(50, TimeUnit.MILLISECONDS);
      }
      assertThat(process.isAlive()).as(Files.readString(said)).isTrue();
      interrupt(process);
      assertThat(process.waitFor(2, TimeUnit.MINUTES)).isTrue();
      return new Ended(process.exitValue(), Files.readString(said));
    } finally {
      process.destroyForcibly();
    }
  }

  private static void interrupt(Process process) throws IOException, InterruptedException {
    new ProcessBuilder("/bin/kill", "-INT", Long.toString(process.pid())).start().waitFor();
  }

  @Test
  void checkInItsSearch() throws Exception {
    Path file = Files.writeString(folder.resolve("counters.c"), COUNTERS);
    Ended ended = interrupted("check " + file + " -m sc --progress", "sc: [1-9]");
    assertThat(ended.status).isEqualTo(2);
    assertThat(ended.said)
        .containsPattern("sc +inconclusive +[1-9]")
        .contains("stopped on request; covered: ", " transitions, depth ");
  }

  @Test
  void litmusTests() throws Exception {
    Ended ended = interrupted("litmus library/litmus --progress", "litmus: ");
    assertThat(ended.status).isEqualTo(2);
    assertThat(ended.said).contains("stopped on request: ", " checks are not done");
  }

  @Test
  void tables() throws Exception {
    Ended ended = interrupted("table production --progress", "production: ");
    assertThat(ended.status).isEqualTo(2);
    assertThat(ended.said).contains("stopped on request: ", " checks are not done");
  }

  @Test
  void fences() throws Exception {
    Ended ended =
        interrupted("fences library/gc/stopless/stopless.c -m cpus --progress", "library.*c: ");
    assertThat(ended.status).isEqualTo(2);
    assertThat(ended.said).contains("stopped on request", "Proved so far: ");
  }

  @Test
  void engines() throws Exception {
    assumeTrue(Spin.find().isPresent(), "SPIN or a C compiler is not on this machine");
    Ended ended =
        interrupted("verify-engines library/gc/stopless/stopless.c --progress", "engines: ");
    assertThat(ended.status).isEqualTo(2);
    assertThat(ended.said).contains("stopped on request: the other checks are not done");
  }

  @Test
  void theServerEnds() throws Exception {
    Ended ended = interrupted("serve", "Open it in a browser");
    assertThat(ended.status).isZero();
  }
}
