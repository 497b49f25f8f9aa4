// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fencepost.budget.Budget;
import dev.fencepost.budget.OutOfBudget;
import dev.fencepost.source.WholeFiles;
import java.io.ByteArrayOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Commands with all their outputs, in which the n-th write fails, for all n. */
class FileFailureTest {
  private static final String OLD = "what was there before";
  private static final String FULL = "No space left on device";

  @TempDir Path folder;

  /** Fails once when this many opens, writes and closes were done; a write leaves a part. */
  private static final class Fault {
    private final AtomicInteger left;

    Fault(int left) {
      this.left = new AtomicInteger(left);
    }

    private boolean isNow() {
      return left.getAndDecrement() == 0;
    }

    private void step() throws IOException {
      if (isNow()) {
        throw new IOException(FULL);
      }
    }

    OutputStream in(OutputStream whole) {
      return new FilterOutputStream(whole) {
        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
          if (isNow()) {
            out.write(bytes, offset, length / 2);
            throw new IOException(FULL);
          }
          out.write(bytes, offset, length);
        }

        @Override
        public void close() throws IOException {
          out.close();
          step();
        }
      };
    }

    WholeFiles files() {
      return new WholeFiles(
          (file, options) -> {
            step();
            return in(Files.newOutputStream(file, options));
          });
    }

    boolean happened() {
      return left.get() < 0;
    }
  }

  private record Ended(int status, String out, String err, boolean failed) {}

  private static Ended run(Fault fault, String... args) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    PrintStream messages = new PrintStream(err, true, StandardCharsets.UTF_8);
    Terminal terminal =
        new Terminal(CommandRun.streams(fault.in(out), messages), false, false, fault.files());
    int status = Main.run(terminal, args);
    return new Ended(
        status,
        out.toString(StandardCharsets.UTF_8),
        err.toString(StandardCharsets.UTF_8),
        fault.happened());
  }

  @ParameterizedTest
  @ValueSource(strings = {"text", "json", "sarif"})
  void everyOutputOfACheckIsWholeOrTheOldOne(String format) throws IOException {
    Path model = folder.resolve("model.c");
    Files.writeString(model, "#include <assert.h>\nint main(void) { assert(0); return 0; }\n");
    Path html = folder.resolve("report.html");
    Path junit = folder.resolve("report.xml");
    String[] args = {
      "check",
      model.toString(),
      "-m",
      "sc,tso",
      "--format",
      format,
      "--html",
      html.toString(),
      "--junit",
      junit.toString()
    };
    Ended whole = run(new Fault(Integer.MAX_VALUE), args);
    assertThat(whole.status()).isEqualTo(1);
    assertThat(contents(html, junit)).allMatch(text -> text.length() > 100);
    int n = 0;
    while (true) {
      Files.writeString(html, OLD);
      Files.writeString(junit, OLD);
      Ended ended = run(new Fault(n), args);
      if (!ended.failed()) {
        break;
      }
      assertThat(ended.status()).as("write " + n).isEqualTo(3);
      assertThat(ended.err()).as("write " + n).contains(FULL).doesNotContain("defect");
      for (String text : contents(html, junit)) {
        assertThat(text.equals(OLD) || text.strip().endsWith(">")).as("write " + n).isTrue();
      }
      if (!ended.err().contains("standard output")) {
        assertThat(withoutNumbers(ended.out())).isEqualTo(withoutNumbers(whole.out()));
        assertThat(contents(html, junit)).as("write " + n).containsOnlyOnce(OLD);
      }
      n++;
    }
    assertThat(n).isGreaterThan(6);
    assertNothingAside();
  }

  @Test
  void theOtherOutputs() throws IOException {
    Path output = folder.resolve("output");
    String model = "library/gc/chicken/chicken.c";
    String file = output.toString();
    for (String[] args :
        new String[][] {
          {"export", model, "-m", "sc", "-D", "SCENARIO=WR", "-o", file},
          {"show", "cfg", model, "-D", "SCENARIO=WR", "--dot", file},
          {"litmus", "library/litmus/SB.litmus", "-m", "sc", "--junit", file},
          {"litmus", "library/litmus/SB.litmus", "-m", "sc", "--svg", file}
        }) {
      int kept = 0;
      Ended ended = run(new Fault(0), args);
      for (int n = 1; ended.failed(); n++) {
        Files.writeString(output, OLD);
        ended = run(new Fault(n), args);
        if (ended.err().contains("cannot write " + file + ": " + FULL)) {
          assertThat(ended.status()).isEqualTo(3);
          assertThat(output).hasContent(OLD);
          kept++;
        }
      }
      assertThat(kept).as(String.join(" ", args)).isGreaterThan(1);
    }
    assertNothingAside();
  }

  @Test
  void aNewCollectorIsWholeOrNotThere() {
    Path collector = folder.resolve("collector");
    int n = 0;
    Ended ended = run(new Fault(n), "init", collector.toString());
    for (; ended.failed() && !ended.err().isEmpty(); n++) {
      assertThat(ended.status()).as("write " + n).isEqualTo(3);
      if (!ended.out().contains("-broken.expect")) {
        assertThat(collector).as("write " + n).doesNotExist();
        ended = run(new Fault(n + 1), "init", collector.toString());
      } else {
        break;
      }
    }
    assertThat(n).isGreaterThan(8);
  }

  /** Times and counts of a run are not those of another. */
  private static String withoutNumbers(String text) {
    return text.replaceAll(" *[0-9][0-9.E-]*", "#");
  }

  private static List<String> contents(Path... files) throws IOException {
    List<String> contents = new ArrayList<>();
    for (Path file : files) {
      contents.add(Files.readString(file));
    }
    return contents;
  }

  private void assertNothingAside() throws IOException {
    try (var files = Files.list(folder)) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .noneMatch(name -> name.startsWith("."));
    }
  }

  @Test
  void aLinkStaysALink() throws Exception {
    Path real = Files.writeString(folder.resolve("real"), OLD);
    Path link = Files.createSymbolicLink(folder.resolve("link"), real);
    WholeFiles.DISK.write(link, "new");
    assertThat(link).isSymbolicLink();
    assertThat(real).hasContent("new");
  }

  @Test
  void aReportThatDoesNotFitHidesNoVerdict() {
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    Terminal terminal =
        new Terminal(
            CommandRun.streams(
                OutputStream.nullOutputStream(),
                new PrintStream(err, true, StandardCharsets.UTF_8)),
            false,
            false,
            WholeFiles.DISK);
    ExitStatus status =
        OutputFile.write(
            terminal,
            "report.html",
            () -> {
              throw new OutOfBudget(Budget.Limit.HEAP);
            });
    assertThat(ExitStatus.VIOLATED.or(status)).isEqualTo(ExitStatus.VIOLATED);
    assertThat(err.toString(StandardCharsets.UTF_8))
        .contains("cannot write report.html", "-Xmx")
        .doesNotContain("no verdict");
  }
}
