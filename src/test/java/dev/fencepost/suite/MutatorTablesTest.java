// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fencepost.LongTest;
import dev.fencepost.check.CheckListener;
import dev.fencepost.check.CheckTask.Strategy;
import dev.fencepost.check.PackedLibrary;
import dev.fencepost.cli.CommandRun;
import dev.fencepost.source.InvalidInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The tables of mutators: several, with a field each and racing on one; one on processors. */
class MutatorTablesTest {

  @ParameterizedTest
  @CsvSource({
    "mutators, Baker, 12",
    "mutators, x86-Sapphire, 12",
    "models, Baker, 42",
    "racing, Pauseless, 8"
  })
  void rowsComeOutAsTheExpectationsBesideTheModelsSay(String name, String rows, int checks)
      throws Exception {
    Table table =
        TableRunner.run(
            TableSpec.named(name).withRows(rows),
            2,
            Strategy.usual(),
            CheckListener.NONE,
            KnownResults.none());
    assertThat(table.results()).hasSize(checks);
    compareWithExpectations(table);
  }

  @Test
  @LongTest
  void allOfThemDo() throws Exception {
    Table mutators =
        TableRunner.run(
            TableSpec.named("mutators"),
            2,
            Strategy.usual(),
            CheckListener.NONE,
            KnownResults.none());
    assertThat(mutators.cells()).hasSize(3 * (16 * 6 + 7 * 4));
    compareWithExpectations(mutators);
    compareWithExpectations(
        TableRunner.run(
            TableSpec.named("racing"),
            2,
            Strategy.usual(),
            CheckListener.NONE,
            KnownResults.none()));
  }

  /** What the fewest mutators do is in the .expect files; what they break more do not mend. */
  private static void compareWithExpectations(Table table) throws Exception {
    String runs = "library/tables/" + table.name() + ".runs";
    TableSpec spec = TableSpec.parse(table.name(), runs, PackedLibrary.text(runs).orElseThrow());
    String scenario = table.name().equals("racing") ? "LOOP,MUTATORS=2,RACING=1" : "LOOP";
    for (TableSpec.Row row : spec.rows()) {
      Expectations expected = ExpectationFiles.read(Path.of(row.file())).orElseThrow();
      for (Expectations.Line line : expected.lines()) {
        List<TableCell> cells =
            table.cells().stream()
                .filter(cell -> cell.key().row().equals(row.name()))
                .filter(cell -> cell.key().model().equals(line.model()))
                .filter(cell -> line.scenario().equals(scenario))
                .toList();
        if (!cells.isEmpty() && !cells.getFirst().word().equals(TableCell.NOT_RUN)) {
          compare(cells, line);
        }
      }
    }
  }

  private static void compare(List<TableCell> cells, Expectations.Line line) {
    boolean violated = line.outcome().equals("violated");
    assertThat(cells.getFirst().word())
        .as("%s %s", cells.getFirst().key(), line)
        .matches(violated ? "fail" : "ok(<=6)?");
    for (TableCell cell : cells) {
      assertThat(cell.word()).as("%s", cell.key()).matches(violated ? "fail|\\?" : "ok(<=6)?|\\?");
    }
  }

  @Test
  void someRowsOnProcessorsComeOutAsThePageSays() throws Exception {
    compareWithPage(
        TableRunner.run(
            TableSpec.named("cpus").withRows("Schism"),
            2,
            Strategy.usual(),
            CheckListener.NONE,
            KnownResults.none()),
        20);
    compareWithPage(
        TableRunner.run(
            TableSpec.named("cpus").withRows("fix with fence"),
            2,
            Strategy.usual(),
            CheckListener.NONE,
            KnownResults.none()),
        20);
  }

  @Test
  @LongTest
  void allRowsOnProcessorsDo() throws Exception {
    compareWithPage(
        TableRunner.run(
            TableSpec.named("cpus"), 2, Strategy.usual(), CheckListener.NONE, KnownResults.none()),
        370);
  }

  private static void compareWithPage(Table table, int checks) throws IOException {
    assertThat(table.results()).hasSize(checks);
    assertThat(table.cells()).allMatch(cell -> cell.limits().isEmpty());
    List<String> rows =
        table.markdown().lines().filter(line -> line.startsWith("| ")).skip(2).toList();
    assertThat(Files.readAllLines(Path.of("docs/benchmarks.md"))).containsAll(rows);
  }

  @Test
  void cellsThatHitALimitAreNamedWithIt() throws InvalidInputException {
    String text =
        """
        models sc tso
        vary MUTATORS = 1 3
        limit 100 states
        row "Baker" = gc/baker/baker.c SCENARIO=LOOP
        """;
    TableSpec spec = TableSpec.parse("mutators", "small.runs", text);
    Table table =
        TableRunner.run(spec, 1, Strategy.usual(), CheckListener.NONE, KnownResults.none());
    assertThat(table.agreement()).isEqualTo(Agreement.INCONCLUSIVE);
    assertThat(table.cells().stream().map(TableCell::word)).containsExactly("ok", "?", "ok", "?");
    for (String written : List.of(table.text(), table.markdown())) {
      assertThat(written)
          .contains("inconclusive: Baker, sc, 3: ", "inconclusive: Baker, tso, 3: ", "100")
          .doesNotContain("inconclusive: Baker, sc, 1");
    }
  }

  @Test
  void commandRunsSomeRowsAndTellsTheWindow() {
    CommandRun holds = CommandRun.of("table", "mutators", "--rows", "Baker");
    assertThat(holds.status()).isZero();
    assertThat(holds.out()).contains("Baker", "rmo-full", "nothing to compare with");
    CommandRun window = CommandRun.of("table", "mutators", "--rows", "Sapphire (iter");
    assertThat(window.status()).isEqualTo(2);
    assertThat(window.out()).contains("ok<=6");
    CommandRun unknown = CommandRun.of("table", "mutators", "--rows", "Nobody");
    assertThat(unknown.status()).isEqualTo(3);
    assertThat(unknown.err()).contains("no row of mutators has 'Nobody'", "the rows: Stopless");
  }

  @Test
  void otherTablesHaveRowsToChooseToo() {
    CommandRun some = CommandRun.of("table", "mplr22", "--rows", "unreachable");
    assertThat(some.status()).isZero();
    assertThat(some.out()).contains("24 checks, ").doesNotContain("SATB, no barrier  ");
    assertThatThrownBy(
            () ->
                TableRunner.run(
                    TableSpec.named("oopsla17").withRows("Nobody"),
                    1,
                    Strategy.usual(),
                    CheckListener.NONE,
                    KnownResults.none()))
        .isInstanceOf(InvalidInputException.class);
  }
}
