// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.suite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fencepost.LongTest;
import dev.fencepost.check.CheckListener;
import dev.fencepost.check.PackedLibrary;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The collectors that ship: each page names its twins and the strongest model under which each
 * fails.
 */
class ProductionCollectorsTest {
  private static final Path FOLDER = Path.of("library/gc/production");
  private static final String PAGE = "README.md";

  /** A line of a page's table of twins. */
  private static final Pattern TWIN =
      Pattern.compile("\\| `([\\w-]+-broken[\\w-]*\\.c)` .* (\\w+) \\|");

  static List<Path> folders() throws Exception {
    try (Stream<Path> files = Files.list(FOLDER)) {
      return files.filter(Files::isDirectory).sorted().toList();
    }
  }

  @ParameterizedTest
  @MethodSource("folders")
  void everyTwinFailsFirstWhereItsPageSays(Path folder) throws Exception {
    Map<String, String> found = new TreeMap<>();
    for (Path model : ExpectationFiles.models(folder)) {
      if (model.toString().contains("-broken")) {
        Expectations expected = ExpectationFiles.read(model).orElseThrow();
        found.put(model.getFileName().toString(), firstViolated(expected));
      }
    }
    Map<String, String> named = new TreeMap<>();
    for (String line : Files.readAllLines(folder.resolve(PAGE))) {
      Matcher twin = TWIN.matcher(line);
      if (twin.matches()) {
        named.put(twin.group(1), twin.group(2));
      }
    }
    assertThat(named).isNotEmpty().isEqualTo(found);
  }

  /** The models stand from the strongest to the weakest. */
  private static String firstViolated(Expectations expected) {
    List<String> violated =
        expected.lines().stream()
            .filter(line -> line.outcome().equals("violated"))
            .map(Expectations.Line::model)
            .toList();
    List<String> models = expected.models();
    assertThat(violated)
        .isEqualTo(models.subList(models.indexOf(violated.getFirst()), models.size()));
    return violated.getFirst();
  }

  @ParameterizedTest
  @MethodSource("folders")
  void everyModelIsInTheTableAndOnItsPage(Path folder) throws Exception {
    String page = Files.readString(folder.resolve(PAGE));
    String runs = PackedLibrary.text("library/tables/production.runs").orElseThrow();
    for (Path model : ExpectationFiles.models(folder)) {
      String file = model.getFileName().toString();
      assertThat(page).contains("`" + file + "`");
      assertThat(runs).contains("gc/production/" + folder.getFileName() + "/" + file);
    }
  }

  @Test
  void someRowsComeOutAsThePagesSay() throws Exception {
    Table table = TableRunner.runRows("production", "G1 cards, to JDK 25", 2, CheckListener.NONE);
    assertThat(table.agreement()).isEqualTo(Agreement.AS_EXPECTED);
  }

  @Test
  @LongTest
  void allRowsDo() throws Exception {
    Table table = TableRunner.run("production", 2, CheckListener.NONE);
    assertThat(
            table.cells().stream().filter(cell -> !cell.asPublished()).collect(Collectors.toList()))
        .isEmpty();
    assertThat(table.agreement()).isEqualTo(Agreement.AS_EXPECTED);
  }
}
