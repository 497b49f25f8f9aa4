// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** No output replaces what the command reads, or writes elsewhere. */
class OutputClashTest {
  private static final String HEADER = "#define ONE 1\n";

  @TempDir Path folder;

  @BeforeEach
  void write() throws IOException {
    Files.writeString(folder.resolve("header.h"), HEADER);
    Files.writeString(
        folder.resolve("model.c"), "#include \"header.h\"\nint main(void) { return ONE; }\n");
  }

  private String[] arguments(String command) {
    return command.replace("DIR", folder.toString()).split(" ", -1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "export DIR/model.c -m tso -o DIR/header.h",
        "show cfg DIR/model.c --svg DIR/header.h",
        "show states DIR/model.c --dot DIR/header.h",
        "fences DIR/model.c -m tso --html DIR/header.h",
        "fences DIR/model.c -m tso --results DIR/header.h",
        "fences DIR/model.c -m tso --results DIR/out --html DIR/out",
        "check DIR/model.c -m tso --html DIR/header.h",
        "litmus library/litmus/SB.litmus -m tso --results DIR/out --junit DIR/out",
        "table oopsla17 --rows Baker --results DIR/out --html DIR/out",
        "verify-engines DIR/model.c --results DIR/model.c"
      })
  void refusesAFileThatIsUsedAlready(String command) {
    CommandRun run = CommandRun.of(arguments(command));
    assertThat(run.err()).contains("this command uses it already");
    assertThat(run.status()).isEqualTo(3);
    assertThat(folder.resolve("header.h")).hasContent(HEADER);
    assertThat(folder.resolve("out")).doesNotExist();
  }

  @Test
  void refusesAPipe() throws IOException, InterruptedException {
    Path pipe = folder.resolve("pipe");
    assumeTrue(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor() == 0);
    CommandRun run = CommandRun.of(arguments("check DIR/model.c -m sc --html DIR/pipe"));
    assertThat(run.err()).contains("cannot write " + pipe + ": it is a pipe");
    assertThat(run.status()).isEqualTo(3);
  }

  @Test
  void refusesTheFileThatResultsArePrintedTo() throws IOException, InterruptedException {
    assumeTrue(Files.exists(Path.of("/proc/self/fd/1")), "there is no /proc");
    List<String> command = new ArrayList<>();
    command.add(ProcessHandle.current().info().command().orElse("java"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), Main.class.getName()));
    command.addAll(List.of(arguments("check DIR/model.c -m sc --html /dev/stdout")));
    Path err = folder.resolve("err");
    Process process =
        new ProcessBuilder(command)
            .redirectOutput(folder.resolve("out").toFile())
            .redirectError(err.toFile())
            .start();
    assertThat(process.waitFor(2, TimeUnit.MINUTES)).isTrue();
    assertThat(err).content().contains("this command uses it already");
    assertThat(process.exitValue()).isEqualTo(3);
  }
}
