// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.cli;

import dev.fencepost.budget.OutOfBudget;
import dev.fencepost.check.CheckListener;
import dev.fencepost.report.TextTrace.Layout;
import dev.fencepost.source.Phrase;
import dev.fencepost.source.Printable;
import dev.fencepost.source.WholeFiles;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;

/**
 * The two streams of a command: one for results, one for messages. Text from input is made {@link
 * Printable}.
 */
final class Terminal {
  private final OutputStream out;
  private final Charset charset;
  private final PrintStream err;
  private final boolean colours;
  private final ProgressLine progress;
  private final WholeFiles files;
  private final int width;
  private final CountDownLatch stop = new CountDownLatch(1);
  private final ReportMaker reports = new ReportMaker(this::stopRequested);
  private ExitStatus failures = ExitStatus.HOLDS;

  /**
   * @param colours whether {@code out} understands them
   * @param progress whether somebody watches {@code err}
   */
  Terminal(Streams streams, boolean colours, boolean progress, WholeFiles files) {
    out = streams.out;
    charset = streams.charset;
    err = streams.err;
    this.colours = colours;
    this.progress = new ProgressLine(err, progress);
    this.files = files;
    width = streams.width;
  }

  /** Where results go, and messages; lines have this width. */
  record Streams(OutputStream out, Charset charset, PrintStream err, int width) {}

  /** The streams of this process. */
  static Terminal ofProcess() {
    boolean noColour = System.getenv("NO_COLOR") != null;
    Streams streams =
        new Streams(
            new FileOutputStream(FileDescriptor.out), System.out.charset(), System.err, columns());
    return new Terminal(streams, isTerminal(1) && !noColour, isTerminal(2), WholeFiles.DISK);
  }

  /** The width that shells and the launcher know; the usual one where none says. */
  private static int columns() {
    String columns = System.getenv("COLUMNS");
    return columns != null && columns.matches("[1-9][0-9]{0,3}")
        ? Integer.parseInt(columns)
        : Layout.FILE.width();
  }

  /** How runs are laid out here. */
  Layout layout(boolean full) {
    return new Layout(width, full);
  }

  /** Where the system does not say, we write as to a file: no colours, no progress. */
  private static boolean isTerminal(int descriptor) {
    Path link = Path.of("/proc/self/fd/" + descriptor);
    try {
      String target = Files.readSymbolicLink(link).toString();
      return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty");
    } catch (IOException | UnsupportedOperationException e) {
      return false;
    }
  }

  /**
   * Writes whole lines of the result.
   *
   * @throws Unwritable where the result cannot be written: nobody is to take silence for an answer
   */
  void print(String lines) {
    write(Printable.lines(lines));
  }

  /** Writes a part of the result that may take long to make; it is left out as reports are. */
  void print(String part, Supplier<String> lines) {
    try {
      print(reports.make(lines));
    } catch (OutOfBudget e) {
      Failure.unwritten(this, part, e);
      failures = failures.or(ExitStatus.INCONCLUSIVE);
    }
  }

  private void write(String text) {
    progress.clear();
    try {
      out.write(text.getBytes(charset));
      out.flush();
    } catch (IOException e) {
      throw new Unwritable(e);
    }
  }

  /** Standard output takes no more. */
  static final class Unwritable extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Unwritable(IOException cause) {
      super(cause.getMessage(), cause);
    }
  }

  /** Writes a line of the result. */
  void println(String line) {
    write(Printable.line(line) + System.lineSeparator());
  }

  /** Writes a line of the result that a format makes. */
  @SuppressWarnings("AnnotateFormatMethod") // as for Phrase
  void printf(String format, Object... arguments) {
    println(Phrase.of(format, arguments));
  }

  /** Writes a line with a coloured word in it. */
  void println(String before, Colour colour, String word, String after) {
    String shown = Printable.line(word);
    write(
        Printable.line(before)
            + (colours ? colour.start + shown + Colour.END : shown)
            + Printable.line(after)
            + System.lineSeparator());
  }

  /** How a verdict looks. */
  enum Colour {
    GOOD("\033[32m"),
    BAD("\033[31m"),
    DOUBTFUL("\033[33m");

    private static final String END = "\033[0m";

    private final String start;

    Colour(String start) {
      this.start = start;
    }
  }

  /** Prints a message of one line, which is no result. */
  void message(String line) {
    messageLines(Printable.line(line));
  }

  /** Prints a message of several lines. */
  void messageLines(String lines) {
    progress.clear();
    err.println(Printable.lines(lines));
    err.flush();
  }

  /** Reports a check that failed. */
  void failed(Throwable problem) {
    failures = failures.or(Failure.report(this, problem));
  }

  /** The gravest status of checks that failed. */
  ExitStatus failures() {
    return failures;
  }

  /** Where files are written that options ask for. */
  WholeFiles files() {
    return files;
  }

  /** What makes texts of any length. */
  ReportMaker reports() {
    return reports;
  }

  /** Makes the checks that run now, and those to come, stop soon. */
  void requestStop() {
    stop.countDown();
  }

  boolean stopRequested() {
    return stop.getCount() == 0;
  }

  /** Waits until somebody asks to stop. */
  void awaitStop() {
    try {
      stop.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Shows how far checks have got, on the progress line. */
  CheckListener listener(String title) {
    return listener(title, false);
  }

  /**
   * Shows how far checks have got, on the progress line.
   *
   * @param verbose whether lines that stay give an account of it
   */
  CheckListener listener(String title, boolean verbose) {
    long start = System.nanoTime();
    return new CheckProgress(this, title, verbose, () -> (System.nanoTime() - start) * 1e-9);
  }

  /** Shows progress also where nobody watches. */
  void askProgress() {
    progress.ask();
  }

  /** Shows a line that goes away. */
  void progressLine(Supplier<String> line) {
    progress.show(line);
  }
}
