// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.cli;

import dev.fencepost.check.CheckListener;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/** Where a command writes: results to one stream, all else to the other. */
final class Terminal {
  private static final String CLEAR_LINE = "\r\033[K";

  private final OutputStream out;
  private final Charset charset;
  private final PrintStream err;
  private final boolean colours;
  private final boolean progress;
  private volatile boolean stopRequested;

  /**
   * @param out takes results in UTF-8
   * @param colours whether {@code out} understands them
   * @param progress whether somebody watches {@code err}
   */
  Terminal(OutputStream out, PrintStream err, boolean colours, boolean progress) {
    this(out, StandardCharsets.UTF_8, err, colours, progress);
  }

  private Terminal(
      OutputStream out, Charset charset, PrintStream err, boolean colours, boolean progress) {
    this.out = out;
    this.charset = charset;
    this.err = err;
    this.colours = colours;
    this.progress = progress;
  }

  /** The streams of this process. */
  static Terminal ofProcess() {
    boolean noColour = System.getenv("NO_COLOR") != null;
    return new Terminal(
        new FileOutputStream(FileDescriptor.out),
        System.out.charset(),
        System.err,
        isTerminal(1) && !noColour,
        isTerminal(2));
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
   * Writes a piece of the result.
   *
   * @throws Unwritable where the result cannot be written: nobody is to take silence for an answer
   */
  void print(String text) {
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

  void println(String line) {
    print(line + System.lineSeparator());
  }

  /** Tells the user something that is no result. */
  void tell(String line) {
    err.println(line);
    err.flush();
  }

  String good(String text) {
    return coloured("32", text);
  }

  String bad(String text) {
    return coloured("31", text);
  }

  String doubtful(String text) {
    return coloured("33", text);
  }

  private String coloured(String code, String text) {
    return colours ? "\033[" + code + "m" + text + "\033[0m" : text;
  }

  /** Makes the checks that run now, and those to come, stop soon. */
  void requestStop() {
    stopRequested = true;
  }

  boolean stopRequested() {
    return stopRequested;
  }

  /** Shows how far a check has got, on a line that goes away. */
  CheckListener listener(String title) {
    return listener(title, false);
  }

  /**
   * Shows how far a check has got, on a line that goes away.
   *
   * @param verbose whether lines that stay give an account of it
   */
  CheckListener listener(String title, boolean verbose) {
    return new CheckListener() {
      @Override
      public void note(String line) {
        if (verbose) {
          endProgress();
          tell(line);
        }
      }

      @Override
      public void progress(Progress p) {
        if (progress) {
          err.print(
              CLEAR_LINE
                  + String.format(
                      Locale.ROOT,
                      "%s: %,d states, %,.0f states/s, %,d to go, %,d MB",
                      title,
                      p.states(),
                      p.statesPerSecond(),
                      p.frontier(),
                      p.bytes() >> 20));
          err.flush();
        }
      }

      @Override
      public boolean stopRequested() {
        return stopRequested;
      }
    };
  }

  /** Takes the progress line away. */
  void endProgress() {
    if (progress) {
      err.print(CLEAR_LINE);
      err.flush();
    }
  }
}
