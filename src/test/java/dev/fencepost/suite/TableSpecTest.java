// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fencepost.check.Optimisation;
import dev.fencepost.check.PackedLibrary;
import dev.fencepost.source.InvalidInputException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TableSpecTest {

  @Test
  void readsModelsRowsDefinitionsAndWhatIsLeftOut() throws InvalidInputException {
    TableSpec spec =
        TableSpec.parse(
            "t",
            "t.runs",
            """
            # a comment
            models sc tso

            vary SCENARIO = WR RW
            row "A (b, c=1)"  = gc/a.c X=2 not tso
            """);
    assertThat(spec.models()).containsExactly("sc", "tso");
    assertThat(spec.vary()).isEqualTo("SCENARIO");
    assertThat(spec.values()).containsExactly("WR", "RW");
    TableSpec.Row row = spec.rows().getFirst();
    assertThat(row.name()).isEqualTo("A (b, c=1)");
    assertThat(row.file()).isEqualTo("library/gc/a.c");
    assertThat(row.defines()).isEqualTo(Map.of("X", "2"));
    assertThat(row.leftOut()).containsExactly("tso");
  }

  @Test
  void readsColumnsWithSomethingSwitchedOff() throws InvalidInputException {
    TableSpec spec =
        TableSpec.parse(
            "t",
            "t.runs",
            """
            exhaustive
            limit 500 states
            window 12
            column own = rmo-nmca-no without sharing dropping
            row "A" = gc/a.c
            """);
    assertThat(spec.exhaustive()).isTrue();
    assertThat(spec.bounds().states()).hasValue(500);
    assertThat(spec.bounds().window()).hasValue(12);
    assertThat(spec.models()).containsExactly("own");
    assertThat(spec.values()).containsExactly("");
    assertThat(spec.columns().getFirst())
        .isEqualTo(
            new TableSpec.Column(
                "own", "rmo-nmca-no", List.of(Optimisation.SHARING, Optimisation.DROPPING)));
  }

  @Test
  void refusesOtherLinesWithTheirPlace() {
    assertThatThrownBy(() -> TableSpec.parse("t", "t.runs", "models sc\nrows x"))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("t.runs:2:1");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "window 99999999999",
        "window 0",
        "limit -1 states",
        "row \"A\" = gc/a.c fair@x",
        "row \"A\" = gc/a.c ltll:ends"
      })
  void refusesNumbersAndWordsThatMeanNothingWithTheirPlace(String line) {
    assertThatThrownBy(() -> TableSpec.parse("t", "t.runs", "models sc\n" + line))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("t.runs:2:");
  }

  @ParameterizedTest
  @ValueSource(strings = {"A", "A,ok", "A,ok,ok,ok"})
  void refusesPublishedLinesOfAnotherLengthWithTheirPlace(String line) {
    assertThatThrownBy(() -> PublishedTable.parse("t.csv", "# t\n\nalgorithm,sc,tso\n" + line))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("t.csv:4:1");
  }

  @Test
  void csvLinesComeBackAsTheyWere() {
    String line = "\"Clover (fix, alpha=0)\",ok,\"a \"\"b\"\"\",";
    assertThat(CsvLine.parse(line)).containsExactly("Clover (fix, alpha=0)", "ok", "a \"b\"", "");
    assertThat(CsvLine.format(CsvLine.parse(line))).isEqualTo(line);
  }

  @Test
  void everyLineOfSapphire18IsRun() throws Exception {
    String base = "library/tables/sapphire18";
    String runs = PackedLibrary.text(base + ".runs").orElseThrow();
    TableSpec spec = TableSpec.parse("sapphire18", base + ".runs", runs);
    List<CellKey> run =
        spec.rows().stream()
            .flatMap(
                row ->
                    spec.columns().stream()
                        .filter(row::has)
                        .map(column -> new CellKey(row.name(), column.name(), "")))
            .toList();
    PublishedTable published =
        PublishedTable.parse(base + ".csv", PackedLibrary.text(base + ".csv").orElseThrow());
    assertThat(run).containsExactlyInAnyOrderElementsOf(published.order());
    assertThat(spec.rows()).anyMatch(row -> row.ltl().isPresent());
  }
}
