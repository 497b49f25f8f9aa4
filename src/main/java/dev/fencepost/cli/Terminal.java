// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.cli;

import dev.fencepost.check.CheckListener;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/** Where a command writes: results to one stream, all else to the other. */
final class Terminal {
  private static final String CLEAR_LINE = "\r\033[K";

  private final PrintStream out;
  private final PrintStream err;
  private final boolean colours;
  private final boolean progress;
  private volatile boolean stopRequested;

  /**
   * @param colours whether {@code out} understands them
   * @param progress whether somebody watches {@code err}
   */
  Terminal(PrintStream out, PrintStream err, boolean colours, boolean progress) {
    this.out = out;
    this.err = err;
    this.colours = colours;
    this.progress = progress;
  }

  /** The streams of this process. */
  static Terminal ofProcess() {
    boolean noColour = System.getenv("NO_COLOR") != null;
    return new Terminal(System.out, System.err, isTerminal(1) && !noColour, isTerminal(2));
  }

  /** Where the system does not tell, we write as to a file: no colours, no progress. */
  private static boolean isTerminal(int descriptor) {
    Path link = Path.of("/proc/self/fd/" + descriptor);
    try {
      String target = Files.readSymbolicLink(link).toString();
      return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty");
    } catch (IOException | UnsupportedOperationException e) {
      return false;
    }
  }

  /** Writes a piece of the result. */
  void print(String text) {
    out.print(text);
    out.flush();
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
    return new CheckListener() {
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
