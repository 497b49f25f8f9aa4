// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fencepost.source.WholeFiles;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever is thrown, the exit status is no verdict, and standard error says why. */
class FailureTest {
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  /** Throws something in place of writing. */
  private interface Thrower {
    void now() throws IOException;
  }

  /** Runs a command whose n-th write fails. */
  private int run(int writes, Thrower thrower) {
    OutputStream out =
        new OutputStream() {
          private int left = writes;

          @Override
          public void write(int b) throws IOException {
            write(new byte[] {(byte) b}, 0, 1);
          }

          @Override
          public void write(byte[] bytes, int offset, int length) throws IOException {
            if (left-- == 0) {
              thrower.now();
            }
          }
        };
    PrintStream messages = new PrintStream(err, true, StandardCharsets.UTF_8);
    return Main.run(
        new Terminal(CommandRun.streams(out, messages), false, false, WholeFiles.DISK),
        "check",
        "library/gc/chicken/chicken.c");
  }

  private String said() {
    return err.toString(StandardCharsets.UTF_8);
  }

  static Stream<Error> errors() {
    return Stream.of(
        new StackOverflowError(), new NoClassDefFoundError("gone"), new AssertionError("no"));
  }

  @ParameterizedTest
  @MethodSource("errors")
  void errorsAreDefects(Error error) {
    int status =
        run(
            1,
            () -> {
              throw error;
            });
    assertThat(status).isEqualTo(4);
    assertThat(said()).contains("a defect of Fencepost", error.toString());
  }

  @Test
  void runtimeExceptionsAreDefects() {
    int status =
        run(
            0,
            () -> {
              throw new IllegalArgumentException("thrown");
            });
    assertThat(status).isEqualTo(4);
    assertThat(said()).contains("IllegalArgumentException: thrown");
  }

  @Test
  void aFullHeapIsInconclusive() {
    int status =
        run(
            2,
            () -> {
              throw new OutOfMemoryError("Java heap space");
            });
    assertThat(status).isEqualTo(2);
    assertThat(said())
        .contains("out of memory", "FENCEPOST_JAVA_OPTS=-Xmx")
        .doesNotContain("\tat ");
  }

  @Test
  void aFullHeapInAnotherThreadIsToo() {
    int status =
        run(
            0,
            () -> {
              throw new IllegalStateException("a check failed", new OutOfMemoryError("heap"));
            });
    assertThat(status).isEqualTo(2);
  }

  @Test
  void whatCannotBeWrittenIsNoSuccess() {
    for (int write = 0; write < 3; write++) {
      int status =
          run(
              write,
              () -> {
                throw new IOException("No space left on device");
              });
      assertThat(status).isEqualTo(3);
    }
    assertThat(said()).contains("cannot write to standard output: No space left on device");
  }

  @Test
  void whoClosesAPipeWantsNoMessage() {
    int status =
        run(
            0,
            () -> {
              throw new IOException("Broken pipe");
            });
    assertThat(status).isEqualTo(3);
    assertThat(said()).isEmpty();
  }

  @Test
  void notEvenTheMessageFindsMemory() {
    PrintStream full =
        new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8) {
          @Override
          public void println(String line) {
            throw new OutOfMemoryError("Java heap space");
          }
        };
    Terminal terminal =
        new Terminal(
            CommandRun.streams(OutputStream.nullOutputStream(), full),
            false,
            false,
            WholeFiles.DISK);
    assertThat(Failure.report(terminal, new OutOfMemoryError("Java heap space")))
        .isEqualTo(ExitStatus.INCONCLUSIVE);
    assertThat(Failure.report(terminal, new IllegalStateException("odd")))
        .isEqualTo(ExitStatus.DEFECT);
  }
}
