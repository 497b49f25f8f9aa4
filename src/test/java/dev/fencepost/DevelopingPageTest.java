// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The classes that {@code docs/DEVELOPING.md} names are there, and it names all rooms. */
class DevelopingPageTest {
  private static final Path PAGE = Path.of("docs/DEVELOPING.md");
  private static final Pattern CLASS = Pattern.compile("`((?:[a-z]+\\.)+[A-Z]\\w+)");

  @Test
  void theTreeHasEveryRoom() throws IOException {
    List<String> tree =
        Files.readAllLines(PAGE).stream().map(line -> line.strip().split(" ", 2)[0]).toList();
    assertThat(new House().rooms())
        .as("each room has a line in the tree of %s", PAGE)
        .allMatch(room -> tree.contains(room.replace('.', '/')));
  }

  @Test
  void namesOnlyClassesThatThereAre() throws IOException {
    Matcher names = CLASS.matcher(Files.readString(PAGE));
    List<String> missing = new ArrayList<>();
    int count = 0;
    while (names.find()) {
      count++;
      String file = names.group(1).replace('.', '/') + ".java";
      if (!Files.exists(Path.of("src/main/java/dev/fencepost", file))) {
        missing.add(names.group(1));
      }
    }
    assertThat(missing).isEmpty();
    assertThat(count).isGreaterThan(30);
  }
}
