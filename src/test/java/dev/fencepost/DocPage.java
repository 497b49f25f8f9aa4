// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A page of the documentation, in Markdown. */
record DocPage(Path path, List<String> lines) {
  private static final Pattern FENCE = Pattern.compile("```(\\w*)(?: file=(\\S+))?\\s*");
  private static final Pattern HEADING = Pattern.compile("#{1,6} (.*)");
  private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)");

  /**
   * What stands between two lines of back quotes.
   *
   * @param start the index of its first line
   * @param file the name that stands behind {@code file=}, or empty
   */
  record Block(int start, String language, String file, List<String> lines) {
    String text() {
      return String.join("\n", lines) + "\n";
    }
  }

  /** A heading and the lines below it, up to the next heading. */
  record Section(String title, List<String> lines) {}

  static DocPage read(Path path) throws IOException {
    return new DocPage(path, Files.readAllLines(path));
  }

  /** Every page of the project. */
  static List<Path> all() throws IOException {
    List<Path> pages = new ArrayList<>();
    try (Stream<Path> top = Files.list(Path.of(""))) {
      top.filter(DocPage::isPage).forEach(pages::add);
    }
    for (String folder : List.of("docs", "library")) {
      try (Stream<Path> files = Files.walk(Path.of(folder))) {
        files.filter(DocPage::isPage).forEach(pages::add);
      }
    }
    pages.sort(null);
    return pages;
  }

  private static boolean isPage(Path path) {
    return path.toString().endsWith(".md") && Files.isRegularFile(path);
  }

  List<Block> blocks() {
    List<Block> blocks = new ArrayList<>();
    for (int i = 0; i < lines.size(); i++) {
      Matcher fence = FENCE.matcher(lines.get(i));
      if (fence.matches()) {
        int end = i + 1;
        while (!lines.get(end).equals("```")) {
          end++;
        }
        String file = fence.group(2) == null ? "" : fence.group(2);
        blocks.add(new Block(i + 1, fence.group(1), file, List.copyOf(lines.subList(i + 1, end))));
        i = end;
      }
    }
    return blocks;
  }

  /** The lines outside of blocks; those of blocks are empty. */
  private List<String> prose() {
    List<String> prose = new ArrayList<>(lines);
    for (Block block : blocks()) {
      for (int i = block.start() - 1; i <= block.start() + block.lines().size(); i++) {
        prose.set(i, "");
      }
    }
    return prose;
  }

  List<Section> sections() {
    List<Section> sections = new ArrayList<>();
    for (String line : prose()) {
      Matcher heading = HEADING.matcher(line);
      if (heading.matches()) {
        sections.add(new Section(heading.group(1), new ArrayList<>()));
      } else if (!sections.isEmpty()) {
        sections.getLast().lines().add(line);
      }
    }
    return sections;
  }

  /** The names by which links can refer to the headings. */
  List<String> anchors() {
    return sections().stream().map(section -> anchor(section.title())).toList();
  }

  private static String anchor(String title) {
    return title
        .toLowerCase(Locale.ROOT)
        .replaceAll("[^\\p{Alnum} _-]", "")
        .strip()
        .replace(' ', '-');
  }

  /** The targets of all links. */
  List<String> links() {
    return prose().stream()
        .flatMap(line -> LINK.matcher(line).results())
        .map(match -> match.group(1))
        .toList();
  }
}
