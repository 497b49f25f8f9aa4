// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.cli;

import dev.fencepost.budget.OutOfBudget;
import dev.fencepost.check.CheckTask;
import dev.fencepost.check.Inputs;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.source.TextFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Files that the user asks for by an option. */
final class OutputFile {

  /** The streams of the process, by names under which they can be written too. */
  private static final List<String> STREAMS = List.of("/proc/self/fd/1", "/proc/self/fd/2");

  /** Kinds of files in the mode that POSIX gives them. */
  private static final int FILE_KIND = 0170000;

  private static final int PIPE = 0010000;
  private static final int SOCKET = 0140000;

  private OutputFile() {}

  /** As {@link #require(List, String...)}, for the texts that a task reads, also its headers. */
  static void require(CheckTask task, Inputs inputs, @Nullable String... outputs)
      throws InvalidInputException {
    if (Arrays.stream(outputs).anyMatch(Objects::nonNull)) {
      require(inputs.names(task), outputs);
    }
  }

  /**
   * Fails before any work is done if a file cannot be written, or would replace one that is read,
   * another one that is written, or the file that results or messages are printed to.
   *
   * @param outputs null is no file
   */
  static void require(List<String> inputs, @Nullable String... outputs)
      throws InvalidInputException {
    List<String> taken = new ArrayList<>(inputs);
    STREAMS.stream().filter(stream -> Files.isRegularFile(Path.of(stream))).forEach(taken::add);
    for (String output : outputs) {
      if (output != null) {
        requireFolder(output);
        for (String other : taken) {
          if (isSame(TextFile.path(output), TextFile.path(other))) {
            throw new InvalidInputException(
                "cannot write " + output + ": this command uses it already",
                "name another file to write");
          }
        }
        taken.add(output);
      }
    }
  }

  private static boolean isSame(Path one, Path other) {
    try {
      return one.toAbsolutePath().normalize().equals(other.toAbsolutePath().normalize())
          || Files.isSameFile(one, other);
    } catch (IOException e) {
      return false;
    }
  }

  /** Whether writing may wait for a reader, for ever. */
  private static boolean isPipe(Path path) {
    if (!path.getFileSystem().supportedFileAttributeViews().contains("unix")) {
      return false;
    }
    try {
      int kind = (int) Files.getAttribute(path, "unix:mode") & FILE_KIND;
      return kind == PIPE || kind == SOCKET;
    } catch (IOException e) {
      return false; // it is not there yet
    }
  }

  private static void requireFolder(String file) throws InvalidInputException {
    Path path = TextFile.path(file);
    Path folder = path.toAbsolutePath().getParent();
    if (Files.isDirectory(path)) {
      throw new InvalidInputException("cannot write " + file + ": it is a folder");
    }
    if (isPipe(path)) {
      throw new InvalidInputException("cannot write " + file + ": it is a pipe");
    }
    if (folder == null || !Files.isDirectory(folder)) {
      throw new InvalidInputException("cannot write " + file + ": it needs a folder that is there");
    }
  }

  /**
   * Writes a file; null is no file. A text that is not ready in time is left out. A failure is
   * printed at once and hides no verdict, nor another file.
   */
  static ExitStatus write(Terminal terminal, @Nullable String file, Supplier<String> text) {
    if (file == null) {
      return ExitStatus.HOLDS;
    }
    try {
      terminal.files().write(TextFile.path(file), terminal.reports().make(text));
      return ExitStatus.HOLDS;
    } catch (InvalidInputException e) {
      e.diagnostics().forEach(diagnostic -> terminal.messageLines(diagnostic.toString()));
      return ExitStatus.BAD_INPUT;
    } catch (OutOfBudget | OutOfMemoryError e) {
      Failure.unwritten(terminal, file, e);
      return ExitStatus.INCONCLUSIVE;
    }
  }
}
