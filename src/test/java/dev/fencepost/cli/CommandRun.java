// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.cli;

import dev.fencepost.report.TextTrace.Layout;
import dev.fencepost.source.WholeFiles;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** A command that was run as from the shell, and what it wrote. */
public record CommandRun(int status, String out, String err) {

  public static CommandRun of(String... args) {
    return inWidth(80, args);
  }

  /** One in a terminal of this width. */
  static CommandRun inWidth(int width, String... args) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    Terminal terminal =
        new Terminal(
            new Terminal.Streams(out, StandardCharsets.UTF_8, stream(err), width),
            false,
            false,
            WholeFiles.DISK);
    int status = Main.run(terminal, args);
    return new CommandRun(
        status, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }

  /** Streams as those of a file. */
  static Terminal.Streams streams(OutputStream out, PrintStream err) {
    return new Terminal.Streams(out, StandardCharsets.UTF_8, err, Layout.FILE.width());
  }

  private static PrintStream stream(ByteArrayOutputStream bytes) {
    return new PrintStream(bytes, true, StandardCharsets.UTF_8);
  }
}
