// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The pages that show a reader what to do, done as they say.
 *
 * <ul>
 *   <li>{@code ```c file=NAME} makes a file, so do {@code mcm}, {@code packets} and {@code litmus};
 *       {@code ```diff file=NAME} changes it.
 *   <li>{@code ```console} has commands behind {@code $}, and below each what it prints; nothing is
 *       compared where nothing is shown, and a line {@code ...} stands for any lines.
 *   <li>{@code ```sh} is not run: clone, build, test.
 * </ul>
 *
 * <p>Times are not compared, nor counts of a search that was cut short. {@code mvn test
 * -Dtest=TutorialTest -Dfencepost.docs=update} writes what is printed now into the pages. Look at
 * the difference!
 */
class TutorialTest {
  private static final boolean UPDATE = "update".equals(System.getProperty("fencepost.docs"));

  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "README.md",
        "docs/tutorial.md",
        "docs/c-language.md",
        "docs/litmus.md",
        "docs/memory-models.md",
        "docs/memory-sharing.md",
        "docs/packets.md",
        "docs/DEVELOPING.md"
      })
  void doesWhatItSays(String name) throws IOException, InterruptedException {
    DocPage page = DocPage.read(Path.of(name));
    DocSession reader = new DocSession(folder);
    List<String> updated = new ArrayList<>(page.lines());
    int grown = 0;
    for (DocPage.Block block : page.blocks()) {
      switch (block.language()) {
        case "c", "mcm", "packets", "litmus" -> {
          assertThat(block.file()).as("file= of the block in line %s", block.start()).isNotEmpty();
          reader.write(block);
        }
        case "diff" -> reader.change(block);
        case "console" -> {
          List<String> now = run(reader, block, name);
          int start = block.start() + grown;
          updated.subList(start, start + block.lines().size()).clear();
          updated.addAll(start, now);
          grown += now.size() - block.lines().size();
        }
        case "sh", "text" -> {}
        default -> fail("line %d: what is a block of '%s'?", block.start(), block.language());
      }
    }
    if (UPDATE && !updated.equals(page.lines())) {
      Files.write(Path.of(name), updated);
    }
  }

  /** Runs the commands of a block; gives the block with what they printed. */
  private static List<String> run(DocSession reader, DocPage.Block block, String page)
      throws IOException, InterruptedException {
    List<String> lines = block.lines();
    List<String> result = new ArrayList<>();
    int i = 0;
    while (i < lines.size()) {
      String command = lines.get(i);
      assertThat(command).as("%s, line %s", page, block.start() + i + 1).startsWith("$ ");
      int end = i + 1;
      while (end < lines.size() && !lines.get(end).startsWith("$ ")) {
        end++;
      }
      List<String> shown = lines.subList(i + 1, end);
      Optional<List<String>> printed = reader.type(command.substring(2));
      result.add(command);
      boolean same = printed.isEmpty() || shown.isEmpty() || matches(shown, printed.get());
      if (!same && !UPDATE) {
        assertThat(withoutTimes(printed.get()))
            .as("%s, line %s: %s (see TutorialTest)", page, block.start() + i + 1, command)
            .isEqualTo(withoutTimes(shown));
      }
      result.addAll(same ? shown : printed.get());
      i = end;
    }
    return result;
  }

  private static boolean matches(List<String> shown, List<String> printed) {
    List<String> pattern = withoutTimes(shown);
    List<String> text = withoutTimes(printed);
    int at = 0;
    boolean anywhere = false;
    List<String> run = new ArrayList<>();
    for (int i = 0; i <= pattern.size(); i++) {
      if (i < pattern.size() && !pattern.get(i).equals("...")) {
        run.add(pattern.get(i));
        continue;
      }
      boolean last = i == pattern.size();
      int found = last && anywhere ? text.size() - run.size() : at;
      while (!last && anywhere && found < text.size() && !startsWith(text, found, run)) {
        found++;
      }
      if (found < at || !startsWith(text, found, run)) {
        return false;
      }
      at = found + run.size();
      anywhere = true;
      run.clear();
    }
    return at == text.size();
  }

  private static boolean startsWith(List<String> text, int from, List<String> part) {
    int end = from + part.size();
    return end <= text.size() && text.subList(from, end).equals(part);
  }

  private static List<String> withoutTimes(List<String> lines) {
    return lines.stream().map(TutorialTest::withoutTime).toList();
  }

  /** Also without the counts of a search that was cut short. */
  private static String withoutTime(String line) {
    String text = line.replaceAll(" +[0-9.,]+ s\\b", " # s");
    return text.matches(".*(inconclusive|covered:).*") ? text.replaceAll(" [0-9,]+", " #") : text;
  }
}
