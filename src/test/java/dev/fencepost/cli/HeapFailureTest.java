// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A check with all its outputs in heaps of all sizes, so that allocations fail everywhere. */
class HeapFailureTest {
  private static final boolean FULL = Boolean.getBoolean("fencepost.full");
  private static final String OLD = "what was there before";

  @TempDir Path folder;

  static IntStream kilobytes() {
    return IntStream.iterate(2048, size -> size <= 12_288, size -> size + (FULL ? 256 : 3072));
  }

  private record Ended(int status, String out) {}

  private Ended run(int kilobytes, Path html, Path junit) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(ProcessHandle.current().info().command().orElse("java"));
    command.addAll(List.of("-Xmx" + kilobytes + "k", "-XX:+UseSerialGC"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), Main.class.getName()));
    command.addAll(List.of("check", "library/gc/chicken/chicken.c", "-m", "sc,rmo-no"));
    command.addAll(List.of("--html", html.toString(), "--junit", junit.toString()));
    Path log = folder.resolve("log");
    Process process =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile()).start();
    return new Ended(process.waitFor(), Files.readString(log));
  }

  @ParameterizedTest
  @MethodSource("kilobytes")
  void aVerdictIsRightAndAFileIsWhole(int kilobytes) throws Exception {
    Path html = Files.writeString(folder.resolve("report.html"), OLD);
    Path junit = Files.writeString(folder.resolve("report.xml"), OLD);
    Ended ended = run(kilobytes, html, junit);
    assertThat(ended.status()).as(ended.out()).isIn(1, 2);
    if (ended.status() == 1) {
      assertThat(ended.out()).containsPattern("rmo-no +violated");
    } else {
      assertThat(ended.out()).contains("-Xmx");
    }
    assertThat(ended.out()).doesNotContain("defect", "\tat ").doesNotContainPattern("sc +violated");
    assertWhole(html);
    assertWhole(junit);
  }

  private static void assertWhole(Path file) throws IOException {
    String text = Files.readString(file).strip();
    assertThat(text.equals(OLD) || text.endsWith(">")).as(file.toString()).isTrue();
  }
}
