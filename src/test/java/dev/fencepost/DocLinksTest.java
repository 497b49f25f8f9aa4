// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * The documentation hangs together: links lead somewhere, and the words in the glossary have text.
 */
class DocLinksTest {
  private static final Path GLOSSARY = Path.of("docs/glossary.md");

  /** What the names in the code and in messages stand for; all of them must be explained. */
  private static final List<String> WORDS =
      List.of(
          "Access",
          "Action",
          "Atomic block",
          "Broken twin",
          "Cell",
          "Collector",
          "Colour",
          "Counterexample",
          "Event",
          "Fairness",
          "Fence",
          "Field",
          "Final condition",
          "Forwarding word",
          "Ghost cell",
          "Handshake",
          "Heap",
          "Inconclusive",
          "Invariant",
          "Litmus test",
          "Mark",
          "Memory model",
          "Mutator",
          "Object",
          "Outcome",
          "Property",
          "Read barrier",
          "Read-modify-write",
          "Reflect",
          "Reordering",
          "Root",
          "Scenario",
          "Schedule",
          "Search",
          "Speculation",
          "State",
          "Step",
          "Trace",
          "Verdict",
          "Window",
          "Write barrier",
          "Yieldpoint");

  @Test
  void everyLinkLeadsSomewhere() throws IOException {
    List<String> broken = new ArrayList<>();
    for (Path path : DocPage.all()) {
      for (String link : DocPage.read(path).links()) {
        if (!link.contains("://") && !leadsSomewhere(path, link)) {
          broken.add(path + ": " + link);
        }
      }
    }
    assertThat(broken).isEmpty();
  }

  private static boolean leadsSomewhere(Path page, String link) throws IOException {
    String[] parts = link.split("#", 2);
    Path target = parts[0].isEmpty() ? page : page.resolveSibling(parts[0]).normalize();
    if (!Files.exists(target)) {
      return false;
    }
    return parts.length == 1 || DocPage.read(target).anchors().contains(parts[1]);
  }

  @Test
  void everyWordOfTheGlossaryHasText() throws IOException {
    List<String> silent = new ArrayList<>();
    for (DocPage.Section section : DocPage.read(GLOSSARY).sections()) {
      String text = section.lines().stream().collect(Collectors.joining(" ")).strip();
      if (text.length() < 30 || text.contains("TODO")) {
        silent.add(section.title());
      }
    }
    assertThat(silent).isEmpty();
  }

  @Test
  void theGlossaryHasTheWordsThatWeUse() throws IOException {
    List<String> titles = words();
    assertThat(titles).containsAll(WORDS).doesNotHaveDuplicates();
  }

  @Test
  void theGlossaryIsInAlphabeticalOrder() throws IOException {
    assertThat(words()).isSortedAccordingTo(String.CASE_INSENSITIVE_ORDER);
  }

  /** All headings but the page's own. */
  private static List<String> words() throws IOException {
    return DocPage.read(GLOSSARY).sections().stream().map(DocPage.Section::title).skip(1).toList();
  }
}
