// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The commands of the page of findings show what it says: verdicts are compared, counts and times
 * are not.
 */
class FindingsTest {
  private static final Pattern VERDICT =
      Pattern.compile("(\\S.*?) +(holds|violated|inconclusive)\\b.*");

  @TempDir Path folder;

  @Test
  void everyFindingIsFoundAgain() throws Exception {
    DocSession reader = new DocSession(folder);
    int commands = 0;
    for (DocPage.Block block : DocPage.read(Path.of("docs", "findings.md")).blocks()) {
      if (!block.language().equals("console")) {
        reader.write(block);
        continue;
      }
      String command = "";
      List<String> shown = new ArrayList<>();
      for (String line : Stream.concat(block.lines().stream(), Stream.of("$ ")).toList()) {
        if (!line.startsWith("$ ")) {
          shown.add(line);
          continue;
        }
        if (!command.isEmpty()) {
          compare(command, shown, reader.type(command));
          commands++;
        }
        command = line.substring(2);
        shown.clear();
      }
    }
    assertThat(commands).isGreaterThan(20);
  }

  private static void compare(String command, List<String> shown, Optional<List<String>> printed) {
    List<String> found = printed.orElseThrow().stream().map(FindingsTest::verdict).toList();
    List<String> wanted =
        shown.stream().filter(line -> !line.equals("...")).map(FindingsTest::verdict).toList();
    assertThat(found).as(command).containsSubsequence(wanted);
  }

  /** A line of a verdict without its counts; any other line as it is. */
  private static String verdict(String line) {
    Matcher matcher = VERDICT.matcher(line);
    return matcher.matches() ? matcher.group(1) + " " + matcher.group(2) : line;
  }
}
