// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.cli;

import dev.fencepost.fences.Answer;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.source.TextFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/** Where patched sources are written: a folder for each answer, and its diff beside it. */
final class PatchFolder {
  private static final String ANSWER = "answer-";

  private final @Nullable Path folder;
  private final Terminal terminal;
  private int answers;

  private PatchFolder(@Nullable Path folder, Terminal terminal) {
    this.folder = folder;
    this.terminal = terminal;
  }

  /**
   * A folder that is there or can be made; null is none.
   *
   * @param source is not changed: it is none of the files that are written
   */
  static PatchFolder of(@Nullable String name, String source, Terminal terminal)
      throws InvalidInputException {
    if (name == null) {
      return new PatchFolder(null, terminal);
    }
    Path folder = TextFile.path(name);
    try {
      Files.createDirectories(folder);
    } catch (IOException e) {
      throw new InvalidInputException(
          "cannot make the folder " + name, "name one that can be made");
    }
    if (isAnswer(folder, TextFile.path(source))) {
      throw new InvalidInputException(
          source + " lies where answers are written", "name another folder with --apply");
    }
    return new PatchFolder(folder, terminal);
  }

  private static boolean isAnswer(Path folder, Path source) {
    try {
      Path whole = folder.toRealPath();
      Path file = source.toRealPath();
      return file.startsWith(whole)
          && whole.relativize(file).getName(0).toString().startsWith(ANSWER);
    } catch (IOException e) {
      return false;
    }
  }

  /** Writes the files of an answer. */
  void add(Answer answer) throws InvalidInputException {
    if (folder == null) {
      return;
    }
    String number = ANSWER + ++answers;
    Path sources = folder.resolve(number);
    SequencedMap<String, String> texts = answer.patch().allTexts();
    Path parent = commonParent(texts.sequencedKeySet());
    for (Map.Entry<String, String> text : texts.entrySet()) {
      Path file = sources.resolve(parent.relativize(absolute(text.getKey())));
      try {
        Files.createDirectories(Objects.requireNonNull(file.getParent()));
      } catch (IOException e) {
        throw new InvalidInputException("cannot make the folder of " + file, "");
      }
      terminal.files().write(file, text.getValue());
    }
    terminal.files().write(folder.resolve(number + ".diff"), answer.patch().diff());
    Path main = sources.resolve(parent.relativize(absolute(texts.firstEntry().getKey())));
    String headers = sources.equals(main.getParent()) ? "" : " --allow-include " + sources;
    terminal.println("written: " + sources + ".diff, and the patched source, which is checked by");
    terminal.println("  fencepost check " + main + headers);
    terminal.println("");
  }

  private static Path absolute(String name) {
    return Path.of(name).toAbsolutePath().normalize();
  }

  /** The folder in which all files lie, each in a folder of its own or not. */
  private static Path commonParent(Iterable<String> names) {
    Path common = null;
    for (String name : names) {
      Path parent = Objects.requireNonNull(absolute(name).getParent());
      common = common == null ? parent : common;
      while (!parent.startsWith(common)) {
        common = Objects.requireNonNull(common.getParent());
      }
    }
    return Objects.requireNonNull(common);
  }
}
