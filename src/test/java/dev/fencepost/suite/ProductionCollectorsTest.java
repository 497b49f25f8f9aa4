// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.suite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fencepost.LongTest;
import dev.fencepost.check.CheckListener;
import dev.fencepost.check.CheckResult;
import dev.fencepost.check.CheckTask;
import dev.fencepost.check.CheckTask.Strategy;
import dev.fencepost.check.Checker;
import dev.fencepost.check.Inputs;
import dev.fencepost.check.PackedLibrary;
import dev.fencepost.trace.Trace;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The collectors that ship: each page names its twins, what fails in each, and the strongest model
 * under which it does.
 */
class ProductionCollectorsTest {
  private static final Path FOLDER = Path.of("library/gc/production");
  private static final String PAGE = "README.md";

  /** A line of a page's table of twins. */
  private static final Pattern TWIN =
      Pattern.compile("\\| `([\\w-]+-broken[\\w-]*\\.c)` \\| [^|]+ \\| ([^|]+) \\| (\\w+) \\|");

  /** A line below it: words of the column "what fails", and the assertion that they stand for. */
  private static final Pattern ASSERTION = Pattern.compile("- ([^`:]+): `([^`]+)`");

  /**
   * What a page says of a twin.
   *
   * @param fails what fails, in words
   * @param first the strongest model under which it does
   */
  private record Twin(Path file, String fails, String first) {}

  static List<Path> folders() throws Exception {
    try (Stream<Path> files = Files.list(FOLDER)) {
      return files.filter(Files::isDirectory).sorted().toList();
    }
  }

  private static List<Twin> twins(Path folder) throws Exception {
    return matches(TWIN, folder)
        .map(line -> new Twin(folder.resolve(line.group(1)), line.group(2), line.group(3)))
        .toList();
  }

  /** The lines of a folder's page that match. */
  private static Stream<MatchResult> matches(Pattern pattern, Path folder) throws Exception {
    return Files.readAllLines(folder.resolve(PAGE)).stream()
        .map(pattern::matcher)
        .filter(Matcher::matches)
        .map(Matcher::toMatchResult);
  }

  @ParameterizedTest
  @MethodSource("folders")
  void everyTwinFailsFirstWhereItsPageSays(Path folder) throws Exception {
    Map<Path, String> found = new TreeMap<>();
    for (Path model : ExpectationFiles.models(folder)) {
      if (model.toString().contains("-broken")) {
        found.put(model, violated(model).getFirst());
      }
    }
    Map<Path, String> named =
        twins(folder).stream().collect(Collectors.toMap(Twin::file, Twin::first));
    assertThat(named).isNotEmpty().isEqualTo(found);
  }

  @ParameterizedTest
  @MethodSource("folders")
  void everyTwinFailsForTheReasonThatItsPageGives(Path folder) throws Exception {
    Map<String, String> assertions =
        matches(ASSERTION, folder)
            .collect(Collectors.toMap(line -> line.group(1), line -> line.group(2)));
    List<Twin> twins = twins(folder);
    assertThat(twins.stream().map(Twin::fails).collect(Collectors.toSet()))
        .isEqualTo(assertions.keySet());
    Map<String, String> failed = new TreeMap<>();
    Map<String, String> named = new TreeMap<>();
    for (Twin twin : twins) {
      for (String model : violated(twin.file())) {
        String run = twin.file().getFileName() + " under " + model;
        failed.put(run, failedAssertion(twin.file(), model));
        named.put(run, assertions.get(twin.fails()));
      }
    }
    assertThat(failed).isEqualTo(named);
  }

  /** What fails at the end of a shortest run. */
  private static String failedAssertion(Path model, String memoryModel) throws Exception {
    CheckTask task = CheckTask.of(model.toString(), memoryModel);
    CheckResult result = Checker.check(task, new Inputs(), CheckListener.NONE);
    Trace.Failure failure = result.trace().orElseThrow().failure();
    assertThat(failure.kind()).isEqualTo("assertion failed");
    return failure.message();
  }

  /** The models under which a twin fails; they stand from the strongest to the weakest. */
  private static List<String> violated(Path twin) throws Exception {
    Expectations expected = ExpectationFiles.read(twin).orElseThrow();
    List<String> violated =
        expected.lines().stream()
            .filter(line -> line.outcome().equals("violated"))
            .map(Expectations.Line::model)
            .toList();
    List<String> models = expected.models();
    assertThat(violated)
        .isEqualTo(models.subList(models.indexOf(violated.getFirst()), models.size()));
    return violated;
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
    Table table =
        TableRunner.run(
            TableSpec.named("production").withRows("G1 cards, to JDK 25"),
            2,
            Strategy.usual(),
            CheckListener.NONE,
            KnownResults.none());
    assertThat(table.agreement()).isEqualTo(Agreement.AS_EXPECTED);
  }

  @Test
  @LongTest
  void allRowsDo() throws Exception {
    Table table =
        TableRunner.run(
            TableSpec.named("production"),
            2,
            Strategy.usual(),
            CheckListener.NONE,
            KnownResults.none());
    assertThat(
            table.cells().stream().filter(cell -> !cell.asPublished()).collect(Collectors.toList()))
        .isEmpty();
    assertThat(table.agreement()).isEqualTo(Agreement.AS_EXPECTED);
  }
}
