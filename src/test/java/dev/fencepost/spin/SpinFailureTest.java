// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.spin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.fencepost.source.UncheckedInvalidInput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Programs in place of SPIN and the compiler that fail. */
class SpinFailureTest {
  @TempDir Path folder;

  private Path program(String name, String script) throws IOException {
    Path file = Files.writeString(folder.resolve(name), "#!/bin/sh\n" + script + "\n");
    assertThat(file.toFile().setExecutable(true)).isTrue();
    return file;
  }

  private static SpinRun run(Path spin, Path compiler) {
    return new Spin(spin, compiler).run("init { skip }", Duration.ofSeconds(9), false);
  }

  @Test
  void aFullDiskIsNoLimit() throws IOException {
    Path spin = program("spin", "echo half > pan.c");
    Path compiler = program("gcc", "echo 'ld: pan: No space left on device'; exit 1");
    assertThatThrownBy(() -> run(spin, compiler))
        .isInstanceOf(UncheckedInvalidInput.class)
        .hasMessageContaining("cannot use the temporary folder: No space left on device");
  }

  /** A compiler takes its own files away when it fails, so there is room again. */
  @Test
  void aFullDiskHasNoRoomForTheMessageThatItIsFull() throws IOException {
    Path spin = program("spin", "echo half > pan.c");
    Path compiler =
        program("gcc", "[ -p /dev/stdout ] && echo 'cc1: No space left on device'; exit 1");
    assertThatThrownBy(() -> run(spin, compiler))
        .isInstanceOf(UncheckedInvalidInput.class)
        .hasMessageContaining("cannot use the temporary folder: No space left on device");
  }

  @ParameterizedTest
  @ValueSource(strings = {"Disk quota exceeded", "Read-only file system"})
  void whatCannotBeWrittenIsNoLimit(String reason) throws IOException {
    Path spin = program("spin", "echo half > pan.c");
    Path compiler = program("gcc", "echo 'cc1: x.s: " + reason + "'; exit 1");
    assertThatThrownBy(() -> run(spin, compiler))
        .isInstanceOf(UncheckedInvalidInput.class)
        .hasMessageContaining("cannot use the temporary folder: " + reason);
  }

  @Test
  void filesOfTheCompilerGoWithTheFolderAndItsMessagesAreKnown() throws IOException {
    Path spin = program("spin", "echo half > pan.c");
    Path compiler = program("gcc", "echo \"$LC_ALL\"; [ \"$TMPDIR\" -ef . ]; echo $?; exit 1");
    assertThat(run(spin, compiler).message()).isEqualTo("the C compiler failed: C; 0");
  }

  /** A small file system: SPIN's files fit, the compiler's do not. */
  @Test
  void aSmallTemporaryFolderIsBadInput() throws IOException, InterruptedException {
    assumeTrue(Spin.find().isPresent(), "SPIN or a C compiler is not on this machine");
    Path small = Files.createDirectory(folder.resolve("small"));
    String[] mount = {"mount", "-t", "tmpfs", "-o", "size=700k", "tmpfs", small.toString()};
    assumeTrue(ended(mount) == 0, "no file system can be mounted");
    try {
      Path model = Files.writeString(folder.resolve("a.c"), "int main(void) { return 0; }\n");
      Path out = folder.resolve("out");
      List<String> command =
          List.of(
              ProcessHandle.current().info().command().orElse("java"),
              "-Djava.io.tmpdir=" + small,
              "-cp",
              System.getProperty("java.class.path"),
              "dev.fencepost.cli.Main",
              "check",
              model.toString(),
              "--model=sc",
              "--engine=spin");
      ProcessBuilder check = new ProcessBuilder(command).redirectErrorStream(true);
      int status = check.redirectOutput(out.toFile()).start().waitFor();
      assertThat(out).content().contains("cannot use the temporary folder: No space left on");
      assertThat(status).isEqualTo(3);
    } finally {
      assertThat(ended("umount", small.toString())).isZero();
    }
  }

  private static int ended(String... command) throws IOException, InterruptedException {
    try {
      return new ProcessBuilder(command)
          .redirectErrorStream(true)
          .redirectOutput(ProcessBuilder.Redirect.DISCARD)
          .start()
          .waitFor();
    } catch (IOException e) {
      return -1;
    }
  }

  @Test
  void aTemporaryFolderThatGoesIsNoDefect() throws IOException {
    Path spin = program("spin", "rm -r \"$PWD\"");
    assertThatThrownBy(() -> run(spin, spin)).isInstanceOf(UncheckedInvalidInput.class);
  }

  @Test
  void messagesNeedNotBeWholeCharacters() throws IOException {
    Path spin = program("spin", "echo half > pan.c");
    Path compiler = program("gcc", "printf 'cut here \\342\\200'; exit 1");
    assertThat(run(spin, compiler).message()).contains("the C compiler failed: cut here");
  }

  @Test
  void aVerifierThatIsKilledIsNoFailedCompiler() throws IOException {
    Path spin = program("spin", "echo half > pan.c");
    Path compiler = program("gcc", "printf '#!/bin/sh\\nkill -9 $$\\n' > pan; chmod +x pan");
    assertThat(run(spin, compiler).message()).isEqualTo("the verifier failed with status 137");
  }
}
