// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost;

import dev.fencepost.cli.CommandRun;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * A reader who does what a page says: makes its files, and types its commands. A file that the page
 * makes lies in a folder of the session and is named as if it lay in the project's folder.
 */
final class DocSession {
  private final Path folder;
  private int status;

  DocSession(Path folder) {
    this.folder = folder;
  }

  void write(DocPage.Block block) throws IOException {
    Files.writeString(folder.resolve(block.file()), block.text());
  }

  /** Changes a file by a block of lines that stay, go (-) and come (+). */
  void change(DocPage.Block block) throws IOException {
    Path file = folder.resolve(block.file());
    List<String> old = side(block, '-');
    List<String> lines = new ArrayList<>(Files.readAllLines(file));
    int at = Collections.indexOfSubList(lines, old);
    if (at < 0 || at != Collections.lastIndexOfSubList(lines, old)) {
      throw new IllegalStateException(
          "line " + block.start() + ": not found once in " + block.file() + ": " + old);
    }
    List<String> part = lines.subList(at, at + old.size());
    part.clear();
    part.addAll(side(block, '+'));
    Files.write(file, lines);
  }

  private static List<String> side(DocPage.Block block, char sign) {
    return block.lines().stream()
        .filter(line -> line.isEmpty() || line.charAt(0) == ' ' || line.charAt(0) == sign)
        .map(line -> line.isEmpty() ? "" : line.substring(1))
        .toList();
  }

  /** Does what a command line says. What it prints, or nothing where its program is not here. */
  Optional<List<String>> type(String line) throws IOException, InterruptedException {
    List<String> words = new ArrayList<>(Arrays.asList(line.split(" +", -1)));
    Optional<Path> redirect = redirect(words);
    List<String> args = words.subList(1, words.size()).stream().map(this::place).toList();
    return switch (words.getFirst()) {
      case "./fencepost" -> Optional.of(fencepost(args, redirect));
      case "echo" -> Optional.of(List.of(line.substring(5).replace("$?", "" + status)));
      case "touch" -> {
        Files.writeString(folder.resolve(words.get(1)), "");
        yield Optional.of(List.of());
      }
      case "cat" -> Optional.of(Files.readAllLines(Path.of(args.getFirst())));
      case "cc" -> compiler(args);
      default -> throw new IllegalStateException("a page says what cannot be tested: " + line);
    };
  }

  private Optional<Path> redirect(List<String> words) {
    int arrow = words.indexOf(">");
    if (arrow < 0) {
      return Optional.empty();
    }
    Path target = folder.resolve(words.get(arrow + 1));
    words.subList(arrow, arrow + 2).clear();
    return Optional.of(target);
  }

  private String place(String word) {
    Path made = folder.resolve(word);
    return Files.isRegularFile(made) ? made.toString() : word;
  }

  private List<String> fencepost(List<String> args, Optional<Path> redirect) throws IOException {
    CommandRun run = CommandRun.of(args.toArray(String[]::new));
    status = run.status();
    if (status == 4) {
      throw new IllegalStateException(run.err());
    }
    if (redirect.isPresent()) {
      Files.writeString(redirect.get(), run.out());
    }
    return printed((redirect.isPresent() ? "" : run.out()) + run.err());
  }

  private Optional<List<String>> compiler(List<String> args)
      throws IOException, InterruptedException {
    boolean present =
        Arrays.stream(System.getenv("PATH").split(":", -1))
            .anyMatch(place -> Files.isExecutable(Path.of(place, "cc")));
    if (!present || !Files.exists(Path.of("/usr/include/assert.h"))) {
      return Optional.empty();
    }
    List<String> command = new ArrayList<>(List.of("cc"));
    command.addAll(args);
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    status = process.waitFor();
    return Optional.of(printed(out));
  }

  private List<String> printed(String text) {
    return text.replace(folder + "/", "").lines().map(String::stripTrailing).toList();
  }
}
