// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fencepost.budget.OutOfBudget;
import dev.fencepost.source.WholeFiles;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Reports that take long do not keep whoever waits for the end of a command. */
@Timeout(60)
class ReportMakerTest {
  @TempDir private Path folder;

  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private final Terminal terminal =
      new Terminal(
          CommandRun.streams(
              new ByteArrayOutputStream(), new PrintStream(err, true, StandardCharsets.UTF_8)),
          false,
          false,
          WholeFiles.DISK);
  private final CountDownLatch end = new CountDownLatch(1);

  /** A report that asks no budget whether it may go on. */
  private String endless() {
    try {
      end.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return "late";
  }

  @AfterEach
  void end() {
    end.countDown();
  }

  private String said() {
    return err.toString(StandardCharsets.UTF_8);
  }

  @Test
  void aRequestEndsAReportThatIsBeingMade() {
    Path html = folder.resolve("report.html");
    terminal.requestStop();
    assertThat(OutputFile.write(terminal, html.toString(), this::endless))
        .isEqualTo(ExitStatus.INCONCLUSIVE);
    assertThat(said()).contains("cannot write " + html + ": stopped on request");
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void manyReportsEndAsSoonAsOne() {
    terminal.requestStop();
    terminal.print("the first", this::endless);
    long start = System.nanoTime();
    IntStream.range(0, 5).forEach(i -> terminal.print("another", this::endless));
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(5));
  }

  @Test
  void aReportThatIsReadySoonIsWrittenAfterARequest() {
    Path html = folder.resolve("report.html");
    terminal.requestStop();
    assertThat(OutputFile.write(terminal, html.toString(), () -> "text"))
        .isEqualTo(ExitStatus.HOLDS);
    assertThat(html).hasContent("text");
  }

  @Test
  void aReportThatIsNotReadyInTimeIsLeftOut() {
    Path html = folder.resolve("report.html");
    terminal.reports().limit(Duration.ofMillis(10));
    assertThat(OutputFile.write(terminal, html.toString(), this::endless))
        .isEqualTo(ExitStatus.INCONCLUSIVE);
    assertThat(said()).contains("cannot write " + html + ": it was not ready in time (--time)");
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void aResultThatIsNotPrintedIsNoSuccess() {
    terminal.requestStop();
    terminal.print("the result", this::endless);
    assertThat(said()).contains("cannot write the result: stopped on request");
    assertThat(terminal.failures()).isEqualTo(ExitStatus.INCONCLUSIVE);
  }

  @Test
  void whatMakesAReportFailIsThrown() {
    assertThatThrownBy(
            () ->
                terminal
                    .reports()
                    .make(
                        () -> {
                          throw new IllegalStateException("no report");
                        }))
        .isInstanceOf(IllegalStateException.class);
    terminal.reports().limit(Duration.ofMillis(10));
    assertThatThrownBy(() -> terminal.reports().make(this::endless))
        .isInstanceOf(OutOfBudget.class);
  }

  @Test
  void aReportHasTheTimeOfACheckOrSomeSeconds() {
    Main.run(terminal, "check", "library/gc/stopless/stopless.c", "-m", "sc", "--time", "20s");
    assertThat(terminal.reports().limit()).isEqualTo(Duration.ofSeconds(20));
    assertThat(ReportMaker.time(Optional.of(Duration.ofMillis(1))))
        .isGreaterThan(Duration.ofSeconds(5));
    assertThat(ReportMaker.time(Optional.empty())).isGreaterThan(Duration.ofDays(1));
  }
}
