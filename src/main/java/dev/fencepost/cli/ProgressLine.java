// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.cli;

import dev.fencepost.source.Printable;
import java.io.PrintStream;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * The line that shows how far a command has got. On a terminal it goes away; elsewhere there is
 * none, or where one asks for it a line now and then.
 */
final class ProgressLine {
  private static final String CLEAR = "\r\033[K";
  private static final long TERMINAL_NANOS = TimeUnit.MILLISECONDS.toNanos(200);
  private static final long FILE_NANOS = TimeUnit.SECONDS.toNanos(5);

  private final PrintStream stream;
  private final boolean isTerminal;
  private boolean asked;
  private boolean visible;
  private long last = System.nanoTime() - FILE_NANOS;

  /**
   * @param isTerminal whether somebody watches the stream
   */
  ProgressLine(PrintStream stream, boolean isTerminal) {
    this.stream = stream;
    this.isTerminal = isTerminal;
  }

  /** Shows progress also where nobody watches. */
  synchronized void ask() {
    asked = true;
  }

  /** Shows a line in place of the last one, unless that was a moment ago. */
  synchronized void show(Supplier<String> line) {
    long now = System.nanoTime();
    if (now - last < (isTerminal ? TERMINAL_NANOS : FILE_NANOS) || !isTerminal && !asked) {
      return;
    }
    last = now;
    if (isTerminal) {
      stream.print(CLEAR + Printable.line(line.get()));
      visible = true;
    } else {
      stream.println(Printable.line(line.get()));
    }
    stream.flush();
  }

  /** Takes the line away, so that something else can be written. */
  synchronized void clear() {
    if (visible) {
      stream.print(CLEAR);
      stream.flush();
      visible = false;
    }
  }
}
