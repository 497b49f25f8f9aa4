// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fencepost.LongTest;
import dev.fencepost.check.CheckListener;
import dev.fencepost.check.CheckTask.Strategy;
import dev.fencepost.check.PackedLibrary;
import dev.fencepost.source.InvalidInputException;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The published tables come out as published. */
class PublishedTablesTest {

  @Test
  void oopsla17ComesOutAsPublished() throws InvalidInputException {
    Table table =
        TableRunner.run(
            TableSpec.named("oopsla17"),
            2,
            Strategy.usual(),
            CheckListener.NONE,
            KnownResults.none());
    assertThat(table.agreement()).isEqualTo(Agreement.AS_EXPECTED);
    assertThat(table.results()).hasSize(248);
    assertThat(table.csv()).isEqualTo(publishedLines("oopsla17"));
  }

  @Test
  void setta16ComesOutAsPublished() throws InvalidInputException {
    Table table =
        TableRunner.run(
            TableSpec.named("setta16"),
            2,
            Strategy.usual(),
            CheckListener.NONE,
            KnownResults.none());
    assertThat(table.agreement()).isEqualTo(Agreement.AS_EXPECTED);
    assertThat(table.results()).hasSize(20);
    String csv = table.csv();
    assertThat(firstFields(csv)).isEqualTo(firstFields(publishedLines("setta16")));
  }

  @Test
  void ldrfComesOutAsPublished() throws InvalidInputException {
    Table table =
        TableRunner.run(
            TableSpec.named("ldrf"), 2, Strategy.usual(), CheckListener.NONE, KnownResults.none());
    assertThat(table.agreement()).isEqualTo(Agreement.AS_EXPECTED);
    assertThat(table.results()).hasSize(19);
    assertThat(table.cells()).allMatch(cell -> !cell.word().equals("fail") || isIriw(cell));
    assertThat(table.cells().stream().map(cell -> cell.key().row()))
        .containsSubsequence("iriw-2", "iriw-6", "schism-2-mutators", "sapphire-2-mutators");
    assertThat(table.markdown()).contains("| iriw-2 | nmca | fail | 256 |");
  }

  @Test
  @LongTest
  void sapphire18ComesOutAsPublished() throws InvalidInputException {
    Table table =
        TableRunner.run(
            TableSpec.named("sapphire18"),
            1,
            Strategy.usual(),
            CheckListener.NONE,
            KnownResults.none());
    assertThat(table.agreement()).isEqualTo(Agreement.AS_EXPECTED);
  }

  @Test
  @LongTest
  void progressComesOutAsItsPageTells() throws InvalidInputException {
    Table table =
        TableRunner.run(
            TableSpec.named("progress"),
            1,
            Strategy.usual(),
            CheckListener.NONE,
            KnownResults.none());
    assertThat(table.agreement()).isEqualTo(Agreement.AS_EXPECTED);
    assertThat(failing(table, "wait-free beside the collector"))
        .containsExactlyInAnyOrder("Clover, alpha written", "Compressor");
    assertThat(failing(table, "wait-free"))
        .containsExactlyInAnyOrder("Stopless", "Clover", "Clover, alpha written", "Compressor");
    assertThat(failing(table, "lock-free"))
        .containsExactlyInAnyOrder("Clover, alpha written", "Compressor");
    assertThat(failing(table, "accesses end")).isEmpty();
    assertThat(failing(table, "collector ends"))
        .containsExactlyInAnyOrder("Baker", "Replication GC", "Compressor", "Pauseless");
  }

  /** The collectors that fail in rows of this kind under some model. */
  private static Set<String> failing(Table table, String kind) {
    return table.cells().stream()
        .filter(cell -> cell.word().equals("fail") && cell.key().row().endsWith(": " + kind))
        .map(cell -> cell.key().row().substring(0, cell.key().row().indexOf(':')))
        .collect(Collectors.toSet());
  }

  private static boolean isIriw(TableCell cell) {
    return cell.key().row().startsWith("iriw") && !cell.key().model().equals("mca");
  }

  @Test
  void formatsHaveTheirMarks() throws InvalidInputException {
    Table table =
        TableRunner.run(
            TableSpec.named("setta16"),
            2,
            Strategy.usual(),
            CheckListener.NONE,
            KnownResults.none());
    assertThat(table.text()).contains("ok =", "= as published");
    assertThat(table.markdown()).contains("| --- |", "| chicken | tso | 1 |");
  }

  @Test
  void thereIsNoOtherTable() {
    assertThatThrownBy(
            () ->
                TableRunner.run(
                    TableSpec.named("../tables/oopsla17"),
                    1,
                    Strategy.usual(),
                    CheckListener.NONE,
                    KnownResults.none()))
        .isInstanceOf(InvalidInputException.class);
  }

  private static List<List<String>> firstFields(String csv) {
    return csv.lines().map(line -> CsvLine.parse(line).subList(0, 4)).toList();
  }

  private static String publishedLines(String name) {
    return PackedLibrary.text("library/tables/" + name + ".csv")
        .orElseThrow()
        .lines()
        .filter(line -> !line.startsWith("#"))
        .map(line -> line + "\n")
        .collect(Collectors.joining());
  }
}
